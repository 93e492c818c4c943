#include "agents/mcts/scripted_rollouts.hpp"

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

ScriptedRollouts::ScriptedRollouts(const RewardOptions& reward, double diversity)
    : ScriptedRollouts(reward, diversity, Networks()) {}

ScriptedRollouts::ScriptedRollouts(const RewardOptions& reward, double diversity, Networks networks)
    : reward_(reward), pool_(diversity), playouts_(std::move(networks.playouts)) {
  if (networks.prior) prior_.emplace(std::move(networks.prior));
}

void ScriptedRollouts::policy_values(const State& s, std::span<const Action> actions,
                                     std::vector<float>& values) const {
  if (!prior_) {
    script_values(s, actions, values);
    return;
  }
  script_.clear();
  script_values(s, actions, script_);
  prior_->go_to(s, s.actor);
  prior_->logits(actions, script_, values);
}

void ScriptedRollouts::evaluation_values(const State& s, std::span<const Action> actions,
                                         std::vector<float>& values) const {
  for (const Action action : actions) values.push_back(one_ply_value(s, action));
}

Payoff ScriptedRollouts::evaluate(const State& s) const {
  return reward_.of_estimate(expected_vp(s), s.players(), s.turn);
}

}  // namespace carrack
