// Evaluates positions with a network.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agents/learned/inputs.hpp"
#include "agents/learned/network.hpp"

namespace carrack {

/// Not thread-safe: one per thread. Allocates nothing after its construction.
class NetworkEvaluator {
 public:
  explicit NetworkEvaluator(std::shared_ptr<const Network> network);
  [[nodiscard]] const Network& network() const { return *network_; }

  /// Computes all layers but the last for a position, as the observer sees it.
  void go_to(const State& s, Player observer);

  /// Appends the logit of each action: the policy is their softmax. `options` are all that is
  /// legal; `script` has the script's value of each, in VP. Precondition: go_to(s, s.actor) came
  /// before.
  void logits(std::span<const Action> options, std::span<const float> script,
              std::vector<float>& values) const;

  /// The expected win share of every seat of the position, given its final VP by the linear
  /// evaluation (carrack::expected_vp()); 0 for seats that are not played.
  [[nodiscard]] std::array<float, kMaxPlayers> win_shares(
      const std::array<float, kMaxPlayers>& expected_vp) const;

 private:
  [[nodiscard]] std::span<const i16> last_layer() const;

  std::shared_ptr<const Network> network_;
  InputReader inputs_;
  std::vector<const i16*> rows_;
  std::vector<i16> sums_;
  std::vector<i32> products_;
  std::array<std::vector<i16>, 2> activations_;
  // Of the position.
  unsigned players_ = 0;
  unsigned observer_ = 0;
  unsigned turn_ = 1;
};

}  // namespace carrack
