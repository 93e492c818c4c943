// Tweaks for tests: from JSON, and at random.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/random.hpp"
#include "core/notation/tweak_json.hpp"

namespace carrack::testing {

inline Ruleset tweaked(Ruleset rules, std::string_view json) {
  return rules.tweaked(read_tweak(json));
}

/// Each figure of the ruleset is changed with the chance 1 / `rarity`, to any value in its range.
inline Tweak random_tweak(Ruleset rules, unsigned rarity, Random& random) {
  const RulesetWords words(rules.code());
  Tweak tweak{"at_random", {}};
  for (const FigureRow& row : figure_rows()) {
    if (!has_figure(words, row) || random.below(rarity) != 0) continue;
    const FigureRange range = range_of(words, row);
    const auto value = range.least + random.below(range.most - range.least + 1);
    tweak.changes.push_back({row.id, static_cast<u8>(value)});
  }
  return tweak;
}

/// Rules with a random tweak whose figures go together.
inline Ruleset randomly_tweaked(Ruleset rules, unsigned rarity, Random& random) {
  for (;;) {
    try {
      return rules.tweaked(random_tweak(rules, rarity, random));
    } catch (const InputError&) {  // sets that bring too much, or too few tiles
    }
  }
}

}  // namespace carrack::testing
