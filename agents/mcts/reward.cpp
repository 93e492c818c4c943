#include "agents/mcts/reward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/elementary.hpp"
#include "core/base/softmax.hpp"
#include "core/game/win_shares.hpp"

namespace carrack {
namespace {

float logistic(float x) { return 1 / (1 + elementary::exp(-x)); }

float best_other(const Rewards& vp, unsigned players, unsigned p) {
  float best = std::numeric_limits<float>::lowest();
  for (unsigned q = 0; q < players; ++q) {
    if (q != p) best = std::max(best, vp[q]);
  }
  return best;
}

Rewards expected_win_shares(const Rewards& vp, unsigned players, float scale) {
  Rewards shares{};
  std::copy_n(vp.begin(), players, shares.begin());
  softmax(std::span(shares).first(players), scale);
  return shares;
}

/// How many others are expected to end before a player.
float expected_ahead(const Rewards& vp, unsigned players, unsigned p, float scale) {
  float ahead = 0;
  for (unsigned q = 0; q < players; ++q) {
    if (q != p) ahead += logistic((vp[q] - vp[p]) / scale);
  }
  return ahead;
}

}  // namespace

RewardFunction::RewardFunction(const RewardOptions& options)
    : margin_scale_(static_cast<float>(options.margin_scale)),
      fitted_(options.estimates == Estimates::fitted) {
  const double total = options.win + options.rank + options.margin;
  win_ = static_cast<float>(options.win / total);
  rank_ = static_cast<float>(options.rank / total);
  margin_ = static_cast<float>(options.margin / total);
}

Payoff RewardFunction::of(const State& end) const noexcept {
  const Result r = result(end);
  const unsigned players = end.players();
  Rewards vp{};
  for (unsigned p = 0; p < players; ++p) vp[p] = r.vp[p];
  Payoff payoff;
  for (unsigned p = 0; p < players; ++p) {
    unsigned equals = 0;
    for (unsigned q = 0; q < players; ++q) equals += r.rank[q] == r.rank[p];
    payoff.win_shares[p] = static_cast<float>(win_share(r.rank[p], equals));
    float value = win_ * payoff.win_shares[p];
    if (margin_ > 0) {
      value += margin_ * logistic((vp[p] - best_other(vp, players, p)) / margin_scale_);
    }
    const float behind = static_cast<float>(r.rank[p] - 1) + static_cast<float>(equals - 1) / 2;
    value += rank_ * (1 - behind / static_cast<float>(players - 1));
    payoff.rewards[p] = value;
  }
  return payoff;
}

Payoff RewardFunction::of_estimate(const Rewards& vp, unsigned players,
                                   unsigned turn) const noexcept {
  static constexpr EstimateScale kConstant{};
  const EstimateScale& scale = fitted_ ? fitted_scale(players, turn) : kConstant;
  return of_estimate(vp, expected_win_shares(vp, players, scale.win), players, scale);
}

Payoff RewardFunction::of_estimate(const Rewards& vp, const Rewards& win_shares, unsigned players,
                                   const EstimateScale& scale) const noexcept {
  const float margin_scale =
      std::sqrt(margin_scale_ * margin_scale_ + scale.margin_spread * scale.margin_spread);
  Payoff payoff;
  payoff.win_shares = win_shares;
  for (unsigned p = 0; p < players; ++p) {
    float value = win_ * payoff.win_shares[p];
    if (margin_ > 0) {
      const float lead = vp[p] - best_other(vp, players, p) - scale.margin_shift;
      value += margin_ * logistic(lead / margin_scale);
    }
    if (rank_ > 0) {
      value += rank_ *
               (1 - expected_ahead(vp, players, p, scale.rank) / static_cast<float>(players - 1));
    }
    payoff.rewards[p] = value;
  }
  return payoff;
}

}  // namespace carrack
