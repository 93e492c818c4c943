#include "agents/short_spec.hpp"

#include <algorithm>

#include "agents/agent.hpp"
#include "agents/mcts/parameters.hpp"
#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

/// Longer texts are not shortened: the time grows with the square of the number of keys.
constexpr std::size_t kLongestShortened = 4096;

using Options = std::vector<std::pair<std::string, std::string>>;

std::string text_of(const std::string& name, std::string_view variant, const Options& options) {
  std::string text = name;
  char separator = ':';
  const auto add = [&](std::string_view part) {
    (text += separator) += part;
    separator = ',';
  };
  if (!variant.empty()) add(variant);
  for (const auto& [key, value] : options) {
    add(key);
    text.append("=").append(value);
  }
  return text;
}

bool wraps(const Options& options) {
  return !options.empty() && options.back().first == AgentSpec::kWrapped;
}

std::string whole_spec_within(std::string_view text, unsigned depth) {
  AgentSpec spec = parse_spec(text, depth);
  if (const auto defaults = search_defaults(spec.name())) {
    const MctsOptions options = MctsOptions::read(spec, *defaults);
    spec.finish();
    return spec.name() + ':' + options.to_string();
  }
  Options options = spec.values();
  const auto made = [&] {
    return make_agent(text_of(spec.name(), spec.variant(), options), depth)->spec();
  };
  if (!wraps(options)) return made();
  // The agent inside may take memory; another one stands for it.
  const std::string inside = options.back().second;
  constexpr std::string_view kOther = "random";
  if (!inside.empty()) options.back().second = kOther;
  std::string outside = made();
  outside.resize(outside.size() - kOther.size());
  return outside + whole_spec_within(inside, depth + 1);
}

bool is_whole_spec_of(const std::string& text, std::string_view whole) {
  try {
    return whole_spec(text) == whole;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::string whole_spec(std::string_view spec) { return whole_spec_within(spec, 0); }

std::string short_spec(std::string_view text) {
  std::string whole(text);
  if (text.size() > kLongestShortened || !is_whole_spec_of(whole, whole)) return whole;
  AgentSpec spec(whole);
  const std::string variant(spec.variant());
  Options options = spec.values();
  // From the last key to the first: some defaults depend on keys that stand before them.
  for (std::size_t i = options.size(); i-- > 0;) {
    Options fewer = options;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_whole_spec_of(text_of(spec.name(), variant, fewer), whole)) options = std::move(fewer);
  }
  if (wraps(options)) options.back().second = short_spec(options.back().second);
  return text_of(spec.name(), variant, options);
}

std::vector<std::string> short_names(const std::vector<std::string>& names) {
  std::vector<std::string> shorter;
  shorter.reserve(names.size());
  for (const std::string& name : names) {
    const std::size_t number = std::min(name.rfind(" #"), name.size());
    shorter.push_back(short_spec(name.substr(0, number)) + name.substr(number));
  }
  std::vector<std::string> shown = shorter;
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (names[i] != names[j] && shorter[i] == shorter[j]) shown[i] = names[i];
    }
  }
  return shown;
}

std::string seated_names(const std::vector<std::string>& specs) {
  const bool are_alike = std::ranges::all_of(specs, [&](const auto& s) { return s == specs[0]; });
  if (are_alike && !specs.empty()) return short_spec(specs.front()) + " at every seat";
  const std::vector<std::string> names = short_names(specs);
  return join(std::vector<std::string_view>(names.begin(), names.end()));
}

bool uses_network(std::string_view spec) {
  const std::string whole = whole_spec(spec);
  const bool is_program =
      whole.starts_with("process:") || whole.find(",of=process:") != std::string::npos;
  return !is_program &&
         (whole.find(":net=") != std::string::npos || whole.find(",net=") != std::string::npos);
}

std::size_t find_agent(const std::vector<std::string>& names, const std::string& wanted) {
  const auto same = std::ranges::find(names, wanted);
  if (same != names.end()) return static_cast<std::size_t>(same - names.begin());
  try {
    const std::string whole = whole_spec(wanted);
    const auto meant = std::ranges::find_if(
        names, [&](const std::string& name) { return is_whole_spec_of(name, whole); });
    return static_cast<std::size_t>(meant - names.begin());
  } catch (const InputError&) {
    return names.size();
  }
}

}  // namespace carrack
