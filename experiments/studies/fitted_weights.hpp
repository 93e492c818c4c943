// The file that `carrack fit` writes.
#pragma once

#include <string>

#include "experiments/studies/self_play_fit.hpp"

namespace carrack {

/// The text of agents/evaluation/weights.json: the weights of a fit to a thousandth of a VP, and
/// the command that fits the same ones. Throws InputError if a kind of position was in no game.
[[nodiscard]] std::string fitted_weights_json(const FitPlan& plan, const EvaluationFit& fit);

}  // namespace carrack
