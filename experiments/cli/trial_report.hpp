// What `carrack trial` says: tables for people, JSON, CSV.
#pragma once

#include <string>
#include <vector>

#include "experiments/trial/trial.hpp"

namespace carrack {

/// Two tables: the effects, the largest first, and beside each other what observation and
/// intervention say of those who chose it. `intervals` is the number of effects that the
/// simultaneous intervals of the whole run are for.
[[nodiscard]] std::string trial_text(const TrialReport& report, std::size_t intervals);
/// One object, with every figure.
[[nodiscard]] std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted);
/// A header and a line a subject and occasion; empty cells where nothing can be said. Precondition:
/// all reports are of purchases, or all of placements.
[[nodiscard]] std::string trial_csv(const std::vector<TrialReport>& reports);

}  // namespace carrack
