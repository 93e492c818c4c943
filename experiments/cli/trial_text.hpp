// The tables that `carrack trial` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/trial/trial.hpp"

namespace carrack {

/// Tables for each trial: the effects in decreasing order, their two parts with `denial`, the gains
/// from discounts, and observational against interventional estimates for the players who chose the
/// action; then the meaning of the columns, and what was played. `seconds`: how long the games
/// took, if they were played now.
[[nodiscard]] std::string trials_text(const std::vector<TrialReport>& reports,
                                      std::optional<double> seconds);

}  // namespace carrack
