// Words that the tables, the JSON and the CSV of trials share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/trial/trial_plan.hpp"

namespace carrack::trial_words {

/// The word for a subject.
[[nodiscard]] inline std::string_view subject_word(const TrialPlan& plan) {
  return plan.is_of_placements() ? "box" : "tile";
}

[[nodiscard]] inline unsigned cost_of(Subject tile, Ruleset rules) {
  return rules.figures().of(tile.tile()).cost;
}

inline void append(std::vector<std::string>& cells, std::initializer_list<std::string> more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

}  // namespace carrack::trial_words
