// Output of `carrack trial`: tables, JSON, CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/trial/trial.hpp"

namespace carrack {

/// Tables for each trial: the effects in decreasing order, their two parts with `denial`, the gains
/// from discounts, and observational against interventional estimates for the players who chose
/// the action; then what they mean and what was played. `seconds`: how long that took, if it was
/// played now.
[[nodiscard]] std::string trials_text(const std::vector<TrialReport>& reports,
                                      std::optional<double> seconds);
/// One object with all figures.
[[nodiscard]] std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted);
/// A header and one line per subject and occasion, with the columns of the frame of
/// carrack.trial(); unknown cells are empty. Precondition: all reports are of purchases, or all of
/// placements.
[[nodiscard]] std::string trial_csv(const std::vector<TrialReport>& reports);

}  // namespace carrack
