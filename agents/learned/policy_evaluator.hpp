// Evaluates the policy of a network.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agents/learned/inputs.hpp"
#include "agents/learned/network.hpp"

namespace carrack {

/// Not thread-safe: one per thread; a copy evaluates for itself. Allocates nothing after its
/// construction.
class PolicyEvaluator {
 public:
  explicit PolicyEvaluator(std::shared_ptr<const Network> network);
  [[nodiscard]] const Network& network() const { return *network_; }

  /// Appends the logit of each action: the policy is their softmax. `options` are all legal actions
  /// of the player who decides; `script` has the script's value of each, in VP.
  void logits(const State& s, std::span<const Action> options, std::span<const float> script,
              std::vector<float>& values);

 private:
  std::shared_ptr<const Network> network_;
  InputReader inputs_;
  TrunkEvaluator trunk_;
};

}  // namespace carrack
