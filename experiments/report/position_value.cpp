#include "experiments/report/position_value.hpp"

#include <cmath>
#include <stdexcept>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "agents/mcts/reward.hpp"
#include "core/game/win_shares.hpp"

namespace carrack {

namespace {

/// The same shares with a sum of exactly 1.
WinShares normalised(const std::array<float, kMaxPlayers>& win_shares, unsigned players) {
  WinShares shares{};
  double total = 0;
  for (unsigned p = 0; p < players; ++p) {
    shares[p] = static_cast<double>(win_shares[p]);
    total += shares[p];
  }
  for (double& share : shares) share /= total;
  return shares;
}

}  // namespace

PositionValue linear_value() {
  return {"the linear evaluation",
          [reward = RewardFunction({.win = 1, .margin = 0})](const State& s) {
            const Payoff payoff = reward.of_estimate(expected_vp(s), s.players(), s.turn);
            return normalised(payoff.win_shares, s.players());
          }};
}

PositionValue network_value(const NamedNetwork& network) {
  return {"the value of network " + network.name,
          [evaluator = ValueEvaluator(network.network)](const State& s) mutable {
            return normalised(evaluator.evaluate(s).win_shares, s.players());
          },
          "The values of networks jump within turns, so read own + others, not each alone."};
}

PositionValue named_value(std::string_view name) {
  return name == "linear" ? linear_value() : network_value(named_network(name));
}

WinShares value_of(const State& s, const PositionValue& value) {
  if (is_over(s)) return win_shares(result(s).rank, s.players());
  const WinShares shares = value.estimate(s);
  constexpr double kTolerance = 1e-6;
  double total = 0;
  bool is_valid = true;
  for (unsigned p = 0; p < kMaxPlayers; ++p) {
    total += shares[p];
    is_valid &= shares[p] >= 0 && (p < s.players() || shares[p] == 0);
  }
  if (!is_valid || !(std::abs(total - 1) <= kTolerance)) {
    throw std::logic_error("the value of a position is not a set of win shares: " + value.name);
  }
  return shares;
}

WinShares expected_value(const State& s, const PositionValue& value) {
  const double total = chance_total(s);
  WinShares mean{};
  const Legal outcomes = legal(s);
  for (unsigned i = 0; i < outcomes.size(); ++i) {
    State after = s;
    apply(after, outcomes[i]);
    const double probability = chance_weight(s, outcomes[i]) / total;
    const WinShares shares = value_of(after, value);
    for (unsigned p = 0; p < s.players(); ++p) mean[p] += probability * shares[p];
  }
  return mean;
}

}  // namespace carrack
