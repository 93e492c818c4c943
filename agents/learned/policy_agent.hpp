// The policy of a network as an agent, without search.
#pragma once

#include <vector>

#include "agents/agent.hpp"
#include "agents/learned/named_network.hpp"
#include "agents/learned/policy_evaluator.hpp"

namespace carrack {

class PolicyAgent final : public Agent {
 public:
  /// `temperature`: 0 for the most likely action, 1 to draw from the policy.
  PolicyAgent(NamedNetwork network, double temperature);

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override;

 private:
  std::string network_name_;
  double temperature_;
  PolicyEvaluator evaluator_;
  std::vector<Action> actions_;
  std::vector<float> script_;
  std::vector<float> logits_;
};

}  // namespace carrack
