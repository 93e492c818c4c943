// Scripted strategies: readable policies without search. Each option is worth so many VP by the
// estimates of valuation.hpp; the best is taken.
#pragma once

#include <span>
#include <string_view>

#include "agents/agent.hpp"

namespace carrack {

/// How much a strategy cares for each source of VP: factors on the estimates, 1 for `balanced`.
struct Weights {
  std::string_view name;
  double colonies = 1;
  double goods = 1;
  double ships = 1;
  double buildings = 1;
  double discoveries = 1;
  double specialists = 1;
  double warfare = 1;
  double initiative = 1;
};

class ScriptedAgent final : public Agent {
 public:
  explicit ScriptedAgent(const Weights& weights) : weights_(weights) {}

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override {
    return "scripted:" + std::string(weights_.name);
  }

 private:
  Weights weights_;
};

/// What an option is worth to the player who decides, in VP against doing nothing with it.
[[nodiscard]] double option_value(const State& s, Action action, const Weights& weights);

/// The strategy of that name, or null.
[[nodiscard]] const Weights* find_strategy(std::string_view name);
[[nodiscard]] std::span<const std::string_view> known_strategies();

}  // namespace carrack
