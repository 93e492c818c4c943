#include "agents/search/reward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carrack {
namespace {

/// VP that make a lead of an estimate e times as likely to win.
constexpr float kEstimateScale = 10;

float margin_reward(const Rewards& vp, unsigned players, unsigned p, float inverse_scale) {
  float best_other = std::numeric_limits<float>::lowest();
  for (unsigned q = 0; q < players; ++q) {
    if (q != p) best_other = std::max(best_other, vp[q]);
  }
  return 1 / (1 + std::exp((best_other - vp[p]) * inverse_scale));
}

}  // namespace

RewardFunction::RewardFunction(const SearchOptions& options)
    : inverse_scale_(static_cast<float>(1 / options.margin_scale)) {
  const double total = options.win + options.rank + options.margin;
  win_ = static_cast<float>(options.win / total);
  rank_ = static_cast<float>(options.rank / total);
  margin_ = static_cast<float>(options.margin / total);
}

Rewards RewardFunction::of(const State& end) const noexcept {
  const Result r = result(end);
  const unsigned players = end.players();
  Rewards vp{};
  for (unsigned p = 0; p < players; ++p) vp[p] = r.vp[p];
  Rewards rewards{};
  for (unsigned p = 0; p < players; ++p) {
    float value = 0;
    if (margin_ > 0) value += margin_ * margin_reward(vp, players, p, inverse_scale_);
    if (win_ > 0 || rank_ > 0) {
      unsigned equals = 0;
      for (unsigned q = 0; q < players; ++q) equals += r.rank[q] == r.rank[p];
      if (r.rank[p] == 1) value += win_ / static_cast<float>(equals);
      const float behind = static_cast<float>(r.rank[p] - 1) + static_cast<float>(equals - 1) / 2;
      value += rank_ * (1 - behind / static_cast<float>(players - 1));
    }
    rewards[p] = value;
  }
  return rewards;
}

Rewards RewardFunction::of_estimate(const Rewards& vp, unsigned players) const noexcept {
  const float most = *std::max_element(vp.begin(), vp.begin() + players);
  float total = 0;
  Rewards weight{};
  for (unsigned p = 0; p < players; ++p) {
    weight[p] = std::exp((vp[p] - most) / kEstimateScale);
    total += weight[p];
  }
  Rewards rewards{};
  for (unsigned p = 0; p < players; ++p) {
    unsigned ahead = 0;
    for (unsigned q = 0; q < players; ++q) ahead += vp[q] > vp[p] ? 1U : 0U;
    rewards[p] = win_ * weight[p] / total +
                 rank_ * (1 - static_cast<float>(ahead) / static_cast<float>(players - 1)) +
                 margin_ * margin_reward(vp, players, p, inverse_scale_);
  }
  return rewards;
}

}  // namespace carrack
