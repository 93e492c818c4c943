#include "agents/search/root_policy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "agents/search/budget_meter.hpp"
#include "core/base/elementary.hpp"

namespace carrack {

void RootPolicy::start(RootSelection kind, double mixing, unsigned options, u64 budget) {
  kind_ = kind;
  mixing_ = mixing;
  // The best rate for a known horizon; without a horizon, the mixing share is the rate.
  const double n = std::max(options, 2U);
  rate_ = budget < kMaxIterations
              ? std::sqrt(2 * elementary::log(n) / (n * static_cast<double>(budget)))
              : mixing / n;
  weight_.assign(options, 0);
  probability_.assign(options, 1.0 / options);
  total_.assign(options, 0);
  picks_.assign(options, 0);
  survivors_.resize(options);
  std::iota(survivors_.begin(), survivors_.end(), 0U);
  rank_ = survivors_;
  const auto rounds = static_cast<u64>(std::bit_width(std::max(options, 2U) - 1));
  per_round_ = std::max<u64>(budget / rounds, 1);
  left_in_round_ = per_round_;
  next_ = 0;
}

void RootPolicy::take_order(std::span<const unsigned> options) {
  survivors_.assign(options.begin(), options.end());
  for (unsigned i = 0; i < options.size(); ++i) rank_[options[i]] = i;
  if (survivors_.size() > per_round_) survivors_.resize(per_round_);
}

unsigned RootPolicy::pick(Random& random) {
  if (kind_ == RootSelection::halving) {
    if (left_in_round_ == 0 && survivors_.size() > 1) halve();
    if (left_in_round_ > 0) --left_in_round_;
    const unsigned option = survivors_[next_ % survivors_.size()];
    ++next_;
    return option;
  }
  double u = random.uniform();
  unsigned option = 0;
  while (option + 1 < probability_.size() && u >= probability_[option]) u -= probability_[option++];
  return option;
}

void RootPolicy::learn(unsigned option, float reward) {
  ++picks_[option];
  total_[option] += reward;
  if (kind_ == RootSelection::halving) return;
  const double estimate = reward / probability_[option];
  if (kind_ == RootSelection::exp3) {
    weight_[option] += estimate;
  } else {  // adds the regret of not having played each option, importance-weighted
    for (double& regret : weight_) regret -= reward;
    weight_[option] += estimate;
  }
  mix();
}

/// The better half goes on; each round has an equal share of the budget (Karnin et al. 2013).
void RootPolicy::halve() {
  const auto mean = [&](unsigned i) {
    return picks_[i] == 0 ? 0 : total_[i] / static_cast<double>(picks_[i]);
  };
  std::ranges::sort(survivors_, [&](unsigned a, unsigned b) {
    return mean(a) != mean(b) ? mean(a) > mean(b) : rank_[a] < rank_[b];
  });
  survivors_.resize((survivors_.size() + 1) / 2);
  left_in_round_ = per_round_;
  next_ = 0;
}

void RootPolicy::mix() {
  const auto n = static_cast<double>(weight_.size());
  double total = 0;
  if (kind_ == RootSelection::exp3) {
    const double most = *std::ranges::max_element(weight_);
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      probability_[i] = elementary::exp(rate_ * (weight_[i] - most));
      total += probability_[i];
    }
  } else {
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      probability_[i] = std::max(weight_[i], 0.0);
      total += probability_[i];
    }
  }
  for (double& p : probability_) {
    p = (1 - mixing_) * (total > 0 ? p / total : 1 / n) + mixing_ / n;
  }
}

unsigned RootPolicy::best() const {
  const auto mean = [&](unsigned i) {
    return picks_[i] == 0 ? -1 : total_[i] / static_cast<double>(picks_[i]);
  };
  return *std::ranges::max_element(survivors_, {}, mean);
}

}  // namespace carrack
