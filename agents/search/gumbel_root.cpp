#include "agents/search/gumbel_root.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "core/base/elementary.hpp"
#include "core/base/softmax.hpp"

namespace carrack {
namespace {

/// The value of options without visits; 0 where no option has visits.
double mixed_value(std::span<const GumbelOption> options) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const GumbelOption& option : options) {
    if (option.visits > 0) highest = std::max(highest, option.logit);
  }
  double weights = 0;
  double sum = 0;
  for (const GumbelOption& option : options) {
    if (option.visits == 0) continue;
    const double weight = elementary::exp(option.logit - highest);
    weights += weight;
    sum += weight * option.value;
  }
  return weights > 0 ? sum / weights : 0;
}

}  // namespace

double logit_of(float prior) {
  return elementary::log(static_cast<double>(std::max(prior, std::numeric_limits<float>::min())));
}

void write_completed_scores(std::span<const GumbelOption> options, const ValueTransform& transform,
                            std::span<double> scores) {
  u64 most = 0;
  for (const GumbelOption& option : options) most = std::max(most, option.visits);
  const double factor =
      (transform.visit_offset + static_cast<double>(most)) * transform.value_scale;
  const double mixed = mixed_value(options);
  for (std::size_t i = 0; i < options.size(); ++i) {
    const double value = options[i].visits > 0 ? options[i].value : mixed;
    scores[i] = options[i].logit + factor * value;
  }
}

void write_improved_policy(std::span<const GumbelOption> options, const ValueTransform& transform,
                           std::span<double> policy) {
  if (options.empty()) return;
  write_completed_scores(options, transform, policy);
  softmax(policy);
}

void GumbelRoot::start(std::size_t options, u64 considered, const ValueTransform& transform,
                       u64 budget) {
  transform_ = transform;
  considered_ = std::min({considered, u64{options}, budget});
  budget_ = budget;
  rounds_ = std::max<u64>(std::bit_width(considered_ - 1), 1);  // log2, rounded up
  left_in_round_ = 0;
  picks_.assign(options, 0);
  scores_.assign(options, 0);
  survivors_.resize(options);
  std::iota(survivors_.begin(), survivors_.end(), 0U);
}

void GumbelRoot::keep_best(std::size_t count) {
  std::ranges::sort(survivors_, [&](unsigned a, unsigned b) {
    return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
  });
  survivors_.resize(count);
}

std::size_t GumbelRoot::next_survivors() const {
  const bool is_first = *std::ranges::max_element(picks_) == 0;
  constexpr std::size_t kFewest = 2;  // the last two share what is left of the budget
  const std::size_t wanted = is_first ? considered_ : std::max(survivors_.size() / 2, kFewest);
  return std::min(wanted, survivors_.size());
}

u64 GumbelRoot::picks_among(std::size_t survivors) const {
  return std::max<u64>(budget_ / (rounds_ * survivors), 1) * survivors;
}

void GumbelRoot::start_round() {
  keep_best(next_survivors());
  left_in_round_ = picks_among(survivors_.size());
}

u64 GumbelRoot::picks_of_round() const {
  return left_in_round_ > 0 ? left_in_round_ : picks_among(next_survivors());
}

unsigned GumbelRoot::pick(std::span<const GumbelOption> options) {
  write_completed_scores(options, transform_, scores_);
  for (std::size_t i = 0; i < options.size(); ++i) scores_[i] += options[i].noise;
  if (left_in_round_ == 0) start_round();
  --left_in_round_;
  const unsigned next = *std::ranges::min_element(survivors_, [&](unsigned a, unsigned b) {
    if (picks_[a] != picks_[b]) return picks_[a] < picks_[b];
    return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
  });
  ++picks_[next];
  return next;
}

bool GumbelRoot::is_most_picked(unsigned option) const {
  return option < picks_.size() && picks_[option] > 0 &&
         picks_[option] == *std::ranges::max_element(picks_);
}

}  // namespace carrack
