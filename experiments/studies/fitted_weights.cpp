#include "experiments/studies/fitted_weights.hpp"

#include <cmath>

#include "agents/evaluation/weights.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

std::string command_of(const FitPlan& plan) {
  std::string command = "carrack fit --games " + std::to_string(plan.games) + " --seed " +
                        std::to_string(plan.seed) + " --noise " + digits_of(plan.noise);
  if (!plan.agent.empty()) command += " --agent " + plan.agent;
  return command;
}

float to_thousandths(float weight) {
  return static_cast<float>(std::round(static_cast<double>(weight) * 1000) / 1000);
}

}  // namespace

std::string fitted_weights_json(const FitPlan& plan, const EvaluationFit& fit) {
  WeightsOrigin origin{.command = command_of(plan), .positions = {}};
  EvaluationWeights weights{};
  for (const PositionKind& kind : position_kinds()) {
    origin.positions[index(kind.edition)] += static_cast<u64>(fit.positions(kind));
    const Features& fitted = fit.weights()[kind.number()];
    for (unsigned f = 0; f < kFeatures; ++f) {
      weights[kind.number()][f] = to_thousandths(fitted[f]);
    }
  }
  return weights_json(origin, weights);
}

}  // namespace carrack
