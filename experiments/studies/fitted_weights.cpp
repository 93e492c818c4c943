#include "experiments/studies/fitted_weights.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "agents/evaluation/weights.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

/// A text as one word of a shell, in quotes if it needs them.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    constexpr std::string_view kPlain = "_-+=:,./@%";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kPlain.find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(text, is_plain)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + '\'';
}

std::string command_of(const FitPlan& plan) {
  std::string command = "carrack fit --games " + std::to_string(plan.games) + " --seed " +
                        std::to_string(plan.seed) + " --noise " + digits_of(plan.noise);
  if (!plan.agent.empty()) command += " --agent " + shell_word(plan.agent);
  return command;
}

float to_thousandths(float weight) {
  return static_cast<float>(std::round(static_cast<double>(weight) * 1000) / 1000);
}

}  // namespace

std::string fitted_weights_json(const FitPlan& plan, const EvaluationFit& fit) {
  for (const PositionKind& kind : fitted_kinds()) {
    if (positions_of_all_turns(fit, kind) != 0) continue;
    throw InputError("no weights are written: " + std::string(kind.edition_name()) + " with " +
                     std::to_string(kind.players) + " players has no positions (" +
                     std::string(kind.position_name()) + "); expected more games than " +
                     std::to_string(plan.games));
  }
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
