#include "agents/mcts/scripted_rollouts.hpp"

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

ScriptedRollouts::ScriptedRollouts(const RewardOptions& reward, double diversity)
    : ScriptedRollouts(reward, diversity, Networks()) {}

ScriptedRollouts::ScriptedRollouts(const RewardOptions& reward, double diversity, Networks networks)
    : reward_(reward), pool_(diversity), playouts_(std::move(networks.playouts)) {
  if (networks.prior) prior_.emplace(std::move(networks.prior));
  if (networks.value) value_.emplace(std::move(networks.value));
}

void ScriptedRollouts::policy_values(const State& s, std::span<const Action> actions,
                                     std::vector<float>& values) const {
  if (!prior_) {
    script_values(s, actions, values);
    return;
  }
  script_.clear();
  script_values(s, actions, script_);
  prior_->logits(s, actions, script_, values);
}

void ScriptedRollouts::evaluation_values(const State& s, std::span<const Action> actions,
                                         std::vector<float>& values) const {
  for (const Action action : actions) values.push_back(one_ply_value(s, action));
}

Payoff ScriptedRollouts::evaluate(const State& s) const {
  if (!value_) return reward_.of_estimate(expected_vp(s), s.players(), s.turn);
  const NetworkValue value = value_->evaluate(s);
  return reward_.of_estimate(value.vp, value.win_shares, s.players(), value_->scale(s));
}

}  // namespace carrack
