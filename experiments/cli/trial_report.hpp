// Output of `carrack trial`: tables, JSON, CSV.
#pragma once

#include <string>
#include <vector>

#include "experiments/trial/trial.hpp"

namespace carrack {

/// Two tables: the effects in decreasing order, and observational against interventional estimates
/// for the players who chose the action. `intervals` is the number of effects covered by the
/// simultaneous intervals of the whole run.
[[nodiscard]] std::string trial_text(const TrialReport& report, std::size_t intervals);
/// One object with all figures.
[[nodiscard]] std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted);
/// A header and one line per subject and occasion; unknown cells are empty. Precondition: all
/// reports are of purchases, or all of placements.
[[nodiscard]] std::string trial_csv(const std::vector<TrialReport>& reports);

}  // namespace carrack
