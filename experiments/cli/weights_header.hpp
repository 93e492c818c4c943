// Fitted weights as C++.
#pragma once

#include <string>

#include "experiments/studies/self_play_fit.hpp"

namespace carrack {

/// The text of agents/evaluation/evaluation_weights.hpp, with the command that fits the same
/// weights.
[[nodiscard]] std::string weights_header(const FitPlan& plan, const EvaluationFit& fit);

}  // namespace carrack
