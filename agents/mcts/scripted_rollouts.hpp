// How Age of Discovery is played on from a leaf, and what its positions are worth.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agents/learned/network_evaluator.hpp"
#include "agents/mcts/discovery_game.hpp"
#include "agents/mcts/reward.hpp"
#include "agents/mcts/strategy_pool.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack {

/// Scripted strategies around `balanced` play; the linear evaluation judges.
class ScriptedRollouts {
 public:
  static constexpr bool kHasPolicy = true;
  static constexpr bool kHasEvaluation = true;
  using Seats = SeatStrategies;

  /// `diversity`: see StrategyPool. With a network, its logits are policy_values().
  ScriptedRollouts(const RewardOptions& reward, double diversity,
                   std::shared_ptr<const Network> network = nullptr);

  static void start(const State& root, Seats& seats) { seats.start(root); }
  void draw(Random& random, Seats& seats) const { pool_.draw(random, seats); }
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& seats,
                              Random& random) const {
    const unsigned seat = index(s.actor);
    return scripted_choice(s, legal, *seats.strategy[seat], seats.placements[seat], random);
  }
  /// `bonus` is in VP.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& seats,
                              std::span<const float, kActions> bonus, Random& random) const {
    const unsigned seat = index(s.actor);
    return scripted_choice(s, legal, *seats.strategy[seat], seats.placements[seat], bonus, random);
  }
  /// In VP: what `balanced` thinks of each; with a network, logits. Then the actions must be all
  /// that are legal.
  void policy_values(const State& s, std::span<const Action> actions,
                     std::vector<float>& values) const;
  /// In VP: one ply of the linear evaluation.
  void evaluation_values(const State& s, std::span<const Action> actions,
                         std::vector<float>& values) const;
  [[nodiscard]] Payoff evaluate(const State& s) const;
  [[nodiscard]] Payoff payoff(const State& end) const { return reward_.of(end); }

 private:
  RewardFunction reward_;
  StrategyPool pool_;
  // Scratch space of policy_values(); each worker of a search has its own copy of the policy.
  mutable std::optional<NetworkEvaluator> network_;
  mutable std::vector<float> script_;
};
static_assert(RolloutPolicy<ScriptedRollouts, DiscoveryGame>);

}  // namespace carrack
