// The policy of a network, evaluated.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agents/learned/network.hpp"

namespace carrack {

/// Evaluates the policy. Threads may share it. Allocates nothing after its construction.
class PolicyEvaluator {
 public:
  explicit PolicyEvaluator(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

  /// Appends the logit of each action: the policy is their softmax. `options` are all legal actions
  /// of the player who decides, or those that `restricted:` leaves; `script` has the script's value
  /// of each, in VP.
  void logits(const State& s, std::span<const Action> options, std::span<const float> script,
              std::vector<float>& values) const;

 private:
  std::shared_ptr<const Network> network_;
};

}  // namespace carrack
