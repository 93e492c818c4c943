// Output of `carrack trial --game`.
#pragma once

#include <string>

#include "experiments/trial/trial_records.hpp"

namespace carrack {

/// A line for each fork of the game, with the effect on the player and the numbers of the records
/// of its branches, from 1.
[[nodiscard]] std::string fork_table(const TrialPlan& plan, const RecordedTrialGame& recorded);

}  // namespace carrack
