#include "core/ruleset.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace carrack {
namespace {

constexpr std::array<std::string_view, 1> kEditions{"aoe3"};
constexpr unsigned kFewestPlayers = 2;
constexpr unsigned kMostPlayers2007 = 5;

struct ModuleWord {
  std::string_view name;
  Module module;
};
constexpr std::array<ModuleWord, 1> kModules{{{"auction", Module::auction}}};
constexpr std::array<std::string_view, 1> kModuleNames{kModules[0].name};

}  // namespace

std::span<const std::string_view> known_editions() noexcept { return kEditions; }
std::span<const std::string_view> known_modules() noexcept { return kModuleNames; }

Ruleset Ruleset::make(std::string_view edition, unsigned players,
                      std::span<const std::string> modules, std::span<const std::string> variants) {
  const auto found = std::ranges::find(kEditions, edition);
  if (found == kEditions.end()) throw InputError(unknown_word("edition", edition, kEditions));
  const auto edition_bit = static_cast<unsigned>(found - kEditions.begin());

  if (players < kFewestPlayers || players > kMostPlayers2007) {
    throw InputError("edition '" + std::string(edition) + "' is for " +
                     std::to_string(kFewestPlayers) + " to " + std::to_string(kMostPlayers2007) +
                     " players, not " + std::to_string(players));
  }

  unsigned code = edition_bit | players << 1;
  for (const std::string& word : modules) {
    const auto known = std::ranges::find(kModules, word, &ModuleWord::name);
    if (known == kModules.end()) {
      throw InputError(unknown_word("module", word, kModuleNames) + " for edition '" +
                       std::string(edition) + "'");
    }
    const unsigned flag = 1U << (4 + index(known->module));
    if ((code & flag) != 0) throw InputError("module '" + word + "' is named twice");
    code |= flag;
  }
  if (!variants.empty()) {
    throw InputError("variant '" + variants.front() + "' is not for edition '" +
                     std::string(edition) + "', which has none");
  }
  return Ruleset(static_cast<u16>(code));
}

std::string_view Ruleset::edition_name() const noexcept { return kEditions[index(edition())]; }

std::vector<std::string> Ruleset::module_names() const {
  std::vector<std::string> names;
  for (const ModuleWord& word : kModules) {
    if (has(word.module)) names.emplace_back(word.name);
  }
  return names;
}

std::string Ruleset::to_string() const {
  std::string text(edition_name());
  text += '-' + std::to_string(players());
  for (const std::string& module : module_names()) text += '+' + module;
  return text;
}

}  // namespace carrack
