// Playouts and evaluations of Age of Discovery for searches.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agents/learned/policy_evaluator.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "agents/mcts/discovery_game.hpp"
#include "agents/mcts/reward.hpp"
#include "agents/mcts/strategy_pool.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack {

/// Scripted strategies around `balanced` play the playouts; the linear evaluation or the value of a
/// network judges positions.
class ScriptedRollouts {
 public:
  static constexpr bool kHasPolicy = true;
  static constexpr bool kHasEvaluation = true;
  using Seats = SeatStrategies;

  struct Networks {
    std::shared_ptr<const Network>
        prior;  // gives the logits of policy_values(); null: the script does
    std::shared_ptr<const Network> playouts;  // corrects the scripts; null: they play as they are
    std::shared_ptr<const Network> value;     // judges positions; null: the linear evaluation does
  };
  /// `diversity`: see StrategyPool.
  ScriptedRollouts(const RewardOptions& reward, double diversity);
  ScriptedRollouts(const RewardOptions& reward, double diversity, Networks networks);

  void start(const State& root, Seats& seats) const {
    seats.start(root);
    seats.learned = playouts_ ? playouts_->rollout_bonus(root.ruleset()) : nullptr;
  }
  void draw(Random& random, Seats& seats) const { pool_.draw(random, seats); }
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& seats,
                              Random& random) const {
    const unsigned seat = index(s.actor);
    const Strategy& strategy = *seats.strategy[seat];
    PlacementValues& placements = seats.placements[seat];
    if (seats.learned == nullptr) return scripted_choice(s, legal, strategy, placements, random);
    return scripted_choice(s, legal, strategy, placements, seats.learned_in(s.turn), random);
  }
  /// `bonus` is in VP.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& seats,
                              std::span<const float, kActions> bonus, Random& random) const {
    const unsigned seat = index(s.actor);
    const Strategy& strategy = *seats.strategy[seat];
    PlacementValues& placements = seats.placements[seat];
    if (seats.learned == nullptr) {
      return scripted_choice(s, legal, strategy, placements, bonus, random);
    }
    return scripted_choice(s, legal, strategy, placements, bonus, seats.learned_in(s.turn), random);
  }
  /// Appends what each action is worth to `balanced`, in VP; with a network, logits, which compare
  /// the actions with each other. The actions are all legal ones, or those that `restricted:`
  /// leaves.
  void policy_values(const State& s, std::span<const Action> actions,
                     std::vector<float>& values) const;
  /// Appends one ply of the linear evaluation of each action, in VP.
  void evaluation_values(const State& s, std::span<const Action> actions,
                         std::vector<float>& values) const;
  [[nodiscard]] Payoff evaluate(const State& s) const;
  [[nodiscard]] Payoff payoff(const State& end) const { return reward_.of(end); }

 private:
  RewardFunction reward_;
  StrategyPool pool_;
  std::shared_ptr<const Network> playouts_;
  std::optional<PolicyEvaluator> prior_;
  std::optional<ValueEvaluator> value_;
  // Scratch space of policy_values(). Playouts of several threads share the policy and do not use
  // it.
  mutable std::vector<float> script_;
};
static_assert(RolloutPolicy<ScriptedRollouts, DiscoveryGame>);

}  // namespace carrack
