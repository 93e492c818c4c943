// Flat Monte Carlo: playouts after every option in turn; the option with the best mean is chosen.
// No tree.
#pragma once

#include <vector>

#include "agents/agent.hpp"
#include "agents/mcts/reward.hpp"

namespace carrack {

class FlatAgent final : public Agent {
 public:
  struct Options {
    u64 iterations = 1000;
    bool scripted = false;  // playouts by scripted:balanced, else at random
  };
  explicit FlatAgent(const Options& options);

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool searches() const override { return true; }
  [[nodiscard]] const Report& report() const override { return report_; }
  [[nodiscard]] std::string spec() const override;

 private:
  Options options_;
  RewardFunction reward_;
  Report report_;
};

}  // namespace carrack
