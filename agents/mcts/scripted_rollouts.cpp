#include "agents/mcts/scripted_rollouts.hpp"

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/placement_value.hpp"

namespace carrack {

ScriptedRollouts::ScriptedRollouts(const RewardOptions& reward, double diversity)
    : reward_(reward), balanced_(*find_strategy("balanced")), pool_(diversity) {}

void ScriptedRollouts::policy_values(const State& s, std::span<const Action> actions,
                                     std::vector<float>& values) const {
  PlacementValues placements;
  if (s.node == Node::place) placements.update(s, balanced_);
  for (const Action action : actions) {
    values.push_back(static_cast<float>(
        action.is(Verb::place) ? placements.of(action) : option_value(s, action, balanced_)));
  }
}

void ScriptedRollouts::evaluation_values(const State& s, std::span<const Action> actions,
                                         std::vector<float>& values) const {
  for (const Action action : actions) values.push_back(one_ply_value(s, action));
}

Payoff ScriptedRollouts::evaluate(const State& s) const {
  return reward_.of_estimate(expected_vp(s), s.players(), s.turn);
}

}  // namespace carrack
