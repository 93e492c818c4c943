// The figures of `carrack trial` as JSON and CSV.
#pragma once

#include <string>
#include <vector>

#include "experiments/trial/trial.hpp"

namespace carrack {

/// One object with all figures.
[[nodiscard]] std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted);
/// A header and one line per subject and occasion, with the columns of the frame of
/// carrack.trial(); unknown cells are empty. Precondition: all reports are of purchases, or all of
/// placements.
[[nodiscard]] std::string trial_csv(const std::vector<TrialReport>& reports);

}  // namespace carrack
