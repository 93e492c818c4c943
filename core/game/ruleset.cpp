#include "core/game/ruleset.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/name.hpp"
#include "core/game/bags.hpp"
#include "core/game/queries.hpp"

namespace carrack {
namespace {

constexpr auto kEditionNames = [] {
  std::array<std::string_view, kEditions> names;
  for (unsigned e = 0; e < kEditions; ++e) names[e] = kEditionRows[e].name;
  return names;
}();
// In the order of their bits.
constexpr std::array<std::string_view, 4> kModules{"builder", "national", "auction", "world"};
constexpr std::array<std::string_view, 6> kVariants{
    "two_player_captains", "reduced_luck", "no_survivors", "scouting", "open_counters", "buy_vp"};
constexpr unsigned kModuleShift = RulesetWords::kModuleShift;
constexpr unsigned kVariantShift = RulesetWords::kVariantShift;

std::string quoted(std::string_view word) { return "'" + std::string(word) + "'"; }

/// Adds the flags of `words` to `code`; each is the bit of its place in `known` from `shift` on.
unsigned with_words(unsigned code, std::string_view kind, std::span<const std::string> words,
                    std::span<const std::string_view> known, unsigned shift) {
  for (const std::string& word : words) {
    const auto at = std::ranges::find(known, word);
    if (at == known.end()) throw InputError(unknown_word(kind, word, known));
    const unsigned bit = 1U << (shift + static_cast<unsigned>(at - known.begin()));
    if ((code & bit) != 0) {
      throw InputError(std::string(kind) + ' ' + quoted(word) + " is named twice");
    }
    code |= bit;
  }
  return code;
}

template <typename Word>
std::vector<std::string> names_of(RulesetWords rules, std::span<const std::string_view> known) {
  std::vector<std::string> names;
  for (unsigned w = 0; w < known.size(); ++w) {
    if (rules.has(nth<Word>(w))) names.emplace_back(known[w]);
  }
  return names;
}

/// Why the words of a ruleset do not go together (RULES §1); nothing when they do.
std::optional<std::string> conflict(RulesetWords rules) {
  if (!row_of(rules.edition()).has_extensions) {
    const std::string not_here =
        " needs edition 'empires', not edition " + quoted(row_of(rules.edition()).name);
    for (const Module module : {Module::builder, Module::national, Module::world}) {
      if (rules.has(module)) {
        return "module " + quoted(kModules[index(module)]) + not_here;
      }
    }
    const std::vector<std::string> variants = names_of<Variant>(rules, kVariants);
    if (!variants.empty()) {
      return "variant " + quoted(variants.front()) + not_here + ", which has no variants";
    }
    return {};
  }
  if (rules.has(Module::auction) && !rules.has(Module::national)) {
    return "module 'auction' needs module 'national' in edition 'empires': its bids are for "
           "nations";
  }
  if (rules.has(Module::world) && !rules.has(Module::builder)) {
    return "module 'world' needs module 'builder': its tiles join that module's";
  }
  if (rules.has(Variant::two_player_captains) && rules.players() > 2) {
    return "variant 'two_player_captains' is for 2 players, not " + std::to_string(rules.players());
  }
  if (rules.has(Variant::open_counters)) {
    for (const Variant other : {Variant::no_survivors, Variant::scouting}) {
      if (rules.has(other)) {
        return "variants 'open_counters' and " + quoted(kVariants[index(other)]) +
               " do not go together: the one shows the counters that the other hides";
      }
    }
  }
  if (rules.has(Variant::buy_vp) && !rules.has(Module::builder)) {
    return "variant 'buy_vp' needs module 'builder'";
  }
  return {};
}

void check_players(const EditionRow& edition, unsigned players) {
  if (players >= edition.fewest_players && players <= edition.most_players) return;
  throw InputError(
      "edition " + quoted(edition.name) + " is for " + std::to_string(edition.fewest_players) +
      " to " + std::to_string(edition.most_players) + " players, not " + std::to_string(players));
}

/// Throws InputError for a figure that these words do not have, or a value out of its range.
void check_change(RulesetWords words, const std::string& ruleset, const Tweak::Change& change) {
  const auto row = std::ranges::find(figure_rows(), change.figure, &FigureRow::id);
  if (row == figure_rows().end()) throw InputError("there is no such figure");
  if (!has_figure(words, *row)) {
    const bool is_of_tile = row->name[0] == "tiles";
    throw InputError(full_name(*row) + ": " + ruleset +
                     (is_of_tile ? " does not have this tile" : " has no such figure"));
  }
  const FigureRange range = range_of(words, *row);
  if (change.value < range.least || change.value > range.most) {
    throw InputError(full_name(*row) + " should be " + std::to_string(range.least) + " to " +
                     std::to_string(range.most) + " in " + ruleset + ", not " +
                     std::to_string(change.value));
  }
}

/// Throws InputError if figures that are each within their range do not go together.
void check_whole(const Rules& rules) {
  const unsigned last_tiles = rules.tiles[index(Age::three)].size();
  if (rules.words.has(Variant::reduced_luck) && last_tiles < kReserve) {
    throw InputError("the bag has " + std::to_string(last_tiles) +
                     " tiles of age III, of which variant 'reduced_luck' draws " +
                     std::to_string(kReserve));
  }
  Holding all;
  for (unsigned g = 0; g < kGoods; ++g) all.add(nth<Good>(g), rules.map->tokens()[g]);
  all.add_ships(kShips);
  const unsigned most = income::best_sets(rules, all);
  if (most > PlayerState::kMostEconomy) {
    throw InputError("sets: all goods and ships of the box together bring $" +
                     std::to_string(most) + " in one income, more than $" +
                     std::to_string(PlayerState::kMostEconomy));
  }
}

}  // namespace

std::span<const std::string_view> known_editions() noexcept { return kEditionNames; }
std::span<const std::string_view> known_modules() noexcept { return kModules; }
std::span<const std::string_view> known_variants() noexcept { return kVariants; }

Ruleset Ruleset::make(std::string_view edition, unsigned players,
                      std::span<const std::string> modules, std::span<const std::string> variants) {
  const auto found = std::ranges::find(kEditionNames, edition);
  if (found == kEditionNames.end()) {
    throw InputError(unknown_word("edition", edition, kEditionNames));
  }
  const auto number = static_cast<unsigned>(found - kEditionNames.begin());
  check_players(kEditionRows[number], players);

  unsigned code = RulesetWords::edition_bits(nth<Edition>(number)) | players << 1;
  code = with_words(code, "module", modules, kModules, kModuleShift);
  code = with_words(code, "variant", variants, kVariants, kVariantShift);
  return Ruleset(RulesetWords(static_cast<u16>(code)));
}

Ruleset Ruleset::make(std::string_view edition, unsigned players,
                      std::initializer_list<std::string_view> modules,
                      std::initializer_list<std::string_view> variants) {
  return make(edition, players, std::vector<std::string>(modules.begin(), modules.end()),
              std::vector<std::string>(variants.begin(), variants.end()));
}

Ruleset::Ruleset(RulesetWords words) {
  if (index(words.edition()) >= kEditions) {
    throw InputError("there is no such ruleset");
  }
  check_players(row_of(words.edition()), words.players());
  if (const std::optional<std::string> reason = conflict(words)) throw InputError(*reason);
  rules_ = &intern(Rules(words, words.printed_board(), printed_figures(words), {}));
}

Ruleset Ruleset::on(Board board) const {
  const BoardRow& row = boards::row(board);
  if (has(Module::world)) {
    for (const std::string_view needed : BoardRow::kLandmarks) {
      if (row.set_of(needed) == 0) {
        throw InputError("board " + quoted(row.name()) + " has no region " + quoted(needed) +
                         ", which module 'world' needs");
      }
    }
    if (row.african() == 0) {
      throw InputError("board " + quoted(row.name()) +
                       " has no african region, which module 'world' needs");
    }
  }
  return with(board, figures(), rules_->tweak);
}

Ruleset Ruleset::tweaked(const Tweak& tweak) const {
  Figures figures = printed_figures(rules_->words);
  const Figures printed = figures;
  for (const Tweak::Change& change : tweak.changes) {
    check_change(rules_->words, to_string(), change);
    set_figure(figures, change.figure, change.value);
  }
  if (figures == printed) return with(board(), printed, {});
  check_name(tweak.name, "the name of a tweak", "-");
  return with(board(), figures, tweak.name);
}

Ruleset Ruleset::with(Board board, const Figures& figures, std::string_view tweak) const {
  const Rules rules(rules_->words, board, figures, tweak);
  if (rules.is_tweaked()) check_whole(rules);
  return Ruleset(intern(rules));
}

Tweak Ruleset::tweak() const {
  Tweak tweak{std::string(rules_->tweak), {}};
  const Figures printed = printed_figures(rules_->words);
  for (const FigureRow& row : figure_rows()) {
    const u8 value = figure(figures(), row.id);
    if (value != figure(printed, row.id)) tweak.changes.push_back({row.id, value});
  }
  return tweak;
}

std::vector<std::string> Ruleset::module_names() const {
  return names_of<Module>(rules_->words, kModules);
}

std::vector<std::string> Ruleset::variant_names() const {
  return names_of<Variant>(rules_->words, kVariants);
}

std::string Ruleset::to_string() const {
  std::string text(edition_name());
  text += '-' + std::to_string(players());
  for (const std::string& module : module_names()) text += '+' + module;
  for (const std::string& variant : variant_names()) text += '+' + variant;
  if (!is_on_printed_board()) text.append(1, '@').append(board_row().name());
  if (is_tweaked()) text.append(1, '~').append(rules_->tweak);
  return text;
}

std::vector<Ruleset> all_rulesets() {
  std::vector<Ruleset> rulesets;
  for (unsigned edition = 0; edition < kEditions; ++edition) {
    const EditionRow& row = kEditionRows[edition];
    for (unsigned players = row.fewest_players; players <= row.most_players; ++players) {
      for (unsigned modules = 0; modules < 1U << kModules.size(); ++modules) {
        for (unsigned variants = 0; variants < 1U << kVariants.size(); ++variants) {
          const RulesetWords words(
              static_cast<u16>(RulesetWords::edition_bits(nth<Edition>(edition)) | players << 1 |
                               modules << kModuleShift | variants << kVariantShift));
          if (!conflict(words)) rulesets.emplace_back(words);
        }
      }
    }
  }
  return rulesets;
}

}  // namespace carrack
