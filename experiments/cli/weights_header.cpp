#include "experiments/cli/weights_header.hpp"

#include "experiments/render/table.hpp"

namespace carrack {
namespace {

/// The initializer of a kind of position, in lines of the usual length.
std::string row_text(const Features& weights) {
  constexpr std::size_t kLineLength = 100;
  std::string text = "    {";
  std::size_t line = text.size();
  for (const float weight : weights) {
    const std::string number = weight == 0 ? "0," : fixed(static_cast<double>(weight), 3) + "F,";
    if (line + 1 + number.size() > kLineLength) {
      text += "\n    ";
      line = 4;
    }
    text += ' ' + number;
    line += 1 + number.size();
  }
  return text + "},\n";
}

}  // namespace

std::string weights_header(const FitPlan& plan, const EvaluationFit& fit) {
  std::string text =
      "// Written by `carrack fit`; not to be edited by hand:\n//   carrack fit --games " +
      std::to_string(plan.games) + " --seed " + std::to_string(plan.seed) + " --noise " +
      fixed(plan.noise, 2);
  if (!plan.agent.empty()) {
    text += " --agent " + plan.agent +
            "\n// An agent that evaluates judged by the weights that these replaced.";
  }
  std::array<double, 2> positions{};
  for (const PositionKind& kind : fitted_kinds()) {
    positions[index(kind.edition)] += positions_of_all_turns(fit, kind);
  }
  text += "\n// Positions: " + grouped(positions[0]) + " of aoe3, " + grouped(positions[1]) +
          " of empires.\n"
          "#pragma once\n\n#include \"agents/evaluation/evaluation.hpp\"\n\nnamespace carrack {\n\n"
          "// clang-format off\n"
          "inline constexpr EvaluationWeights kEvaluationWeights{{\n";
  for (const Features& weights : fit.weights()) text += row_text(weights);
  return text + "}};\n// clang-format on\n\n}  // namespace carrack\n";
}

}  // namespace carrack
