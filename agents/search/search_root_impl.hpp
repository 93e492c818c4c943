// Search: the noise of the root, the choice at the end, and policy targets. Included by
// search_impl.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agents/search/root_noise.hpp"
#include "agents/search/search.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// The lower bound of final=secure lies kSecurity / sqrt(visits) below the mean.
inline constexpr double kSecurity = 0.5;

/// All trees have the same noise, so that their results can be combined.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::draw_noise(u64 key) {
  root_noise_.clear();
  if (!uses_noise_ || !options_.root.draws_noise()) return;
  root_noise_.resize(root_.legal.size());
  Random random(key, stream(StreamFamily::noise));
  if (options_.root.rule == RootSelection::gumbel) {
    draw_gumbel(random, options_.root.gumbel_scale, root_noise_);
  } else {
    draw_dirichlet(random, options_.root.noise_alpha, root_noise_);
  }
}

template <Game G, RolloutPolicy<G> P>
const typename Search<G, P>::RootSums& Search<G, P>::chosen(const std::vector<RootSums>& sums) {
  if (options_.root.rule == RootSelection::halving) {
    if (const RootSums* const best = chosen_by_halving(sums)) return *best;
  }
  if (options_.root.rule == RootSelection::gumbel) {
    if (const RootSums* const best = chosen_by_gumbel(sums)) return *best;
  }
  if (sums.empty()) throw ResourceError("the search tree has no room for the options of its root");
  using Merit = std::pair<double, double>;
  const auto merit = [&](const RootSums& option) {
    constexpr double kLowest = -std::numeric_limits<double>::infinity();
    const auto n = static_cast<double>(option.visits);
    if (n == 0) return Merit{kLowest, kLowest};
    const double mean = static_cast<double>(option.sum[mover_]) / (kRewardUnit * n);
    switch (options_.root.final_choice) {
      case FinalChoice::max: return Merit{mean, 0};
      case FinalChoice::secure: return Merit{mean - kSecurity / std::sqrt(n), 0};
      case FinalChoice::robust: break;
    }
    return Merit{n, mean};  // most visits, the better mean among equals
  };
  return *std::ranges::max_element(
      sums, [&](const RootSums& a, const RootSums& b) { return merit(a) < merit(b); });
}

template <Game G, RolloutPolicy<G> P>
const typename Search<G, P>::RootSums* Search<G, P>::chosen_by_halving(
    const std::vector<RootSums>& sums) const {
  const auto mean = [&](const RootSums& option) {
    return static_cast<double>(option.sum[mover_]) / static_cast<double>(option.visits);
  };
  const RootSums* best = nullptr;
  for (const auto& worker : workers_) {
    if (worker->descents() == 0) continue;  // it has compared nothing
    const auto found =
        std::ranges::find(sums, worker->root_choice().best_of_policy(), &RootSums::action);
    if (found == sums.end() || found->visits == 0) continue;
    if (best == nullptr || mean(*found) > mean(*best)) best = &*found;
  }
  return best;
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::write_gumbel_options(const std::vector<RootSums>& sums) {
  gumbel_options_.clear();
  for (const RootSums& option : sums) {
    const auto visits = static_cast<double>(option.visits);
    const auto total = static_cast<double>(option.sum[mover_]);
    gumbel_options_.push_back({.logit = logit_of(option.prior),
                               .noise = workers_[0]->root_choice().noise_of(option.action),
                               .visits = option.visits,
                               .value = visits > 0 ? total / (kRewardUnit * visits) : 0});
  }
}

template <Game G, RolloutPolicy<G> P>
const typename Search<G, P>::RootSums* Search<G, P>::chosen_by_gumbel(
    const std::vector<RootSums>& sums) {
  write_gumbel_options(sums);
  scores_.resize(sums.size());
  write_completed_scores(gumbel_options_, value_transform(), scores_);
  const RootSums* best = nullptr;
  double best_score = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Action action = sums[i].action;
    if (std::ranges::none_of(
            workers_, [&](const auto& w) { return w->root_choice().is_most_picked(action); })) {
      continue;
    }
    const double score = scores_[i] + gumbel_options_[i].noise;
    const bool is_better =
        best == nullptr || score > best_score || (score == best_score && action < best->action);
    if (!is_better) continue;
    best = &sums[i];
    best_score = score;
  }
  return best;
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::write_policy_targets() {
  policy_targets_.clear();
  if (report_.iterations == 0) return;
  if (options_.root.rule == RootSelection::gumbel) {
    write_gumbel_options(sums_);
    policy_targets_.resize(sums_.size());
    write_improved_policy(gumbel_options_, value_transform(), policy_targets_);
    return;
  }
  u64 visits = 0;
  for (const RootSums& option : sums_) visits += option.visits;
  if (root_noise_.empty() || visits == 0) return;
  visited_options_.clear();
  for (const RootSums& option : sums_) {
    const auto n = static_cast<double>(option.visits);
    const auto total = static_cast<double>(option.sum[mover_]);
    visited_options_.push_back(
        {.visits = option.visits,
         .value = n > 0 ? total / (kRewardUnit * n) : 0,
         .prior =
             static_cast<double>(workers_[0]->root_choice().prior_without_noise(option.action))});
  }
  policy_targets_.resize(sums_.size());
  write_pruned_policy(visited_options_, static_cast<double>(workers_[0]->exploration(mover_)),
                      policy_targets_);
}

}  // namespace carrack
