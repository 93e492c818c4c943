// How close decisions come to those of a search.
#pragma once

#include "experiments/report/judgement.hpp"
#include "experiments/statistics/interval.hpp"

namespace carrack {

/// 100 · 2^(-r / 0.02), where r is the win share lost, relative to the one at stake: 100 without
/// losses, 50 if decisions lose 2 % of what is at stake, 25 for 4 %. At most 100.
[[nodiscard]] double accuracy_percent(double relative_loss) noexcept;

/// Sums over judged decisions of a player.
class Accuracy {
 public:
  void add(const Judgement& judgement) noexcept;

  [[nodiscard]] u64 decisions() const noexcept { return decisions_; }
  /// The win share that the decisions have lost, and its standard error. The errors of decisions
  /// are independent, as each has random numbers of its own. Both are 0 if every search chose the
  /// option that was played, which says nothing of the error.
  [[nodiscard]] double lost() const noexcept { return lost_; }
  [[nodiscard]] double lost_error() const noexcept;
  /// The sum of the win shares that the best option of each decision had: what could be lost.
  [[nodiscard]] double at_stake() const noexcept { return at_stake_; }
  /// accuracy_percent() of lost() / at_stake(); NaN without decisions. The ratio makes players
  /// comparable: a player with a small win share cannot lose much of it.
  [[nodiscard]] double percent() const noexcept;
  /// The accuracy for all losses in their 95 % interval. Unknown if lost_error() is 0, or if
  /// nothing is at stake.
  [[nodiscard]] Interval percent_interval() const noexcept;
  [[nodiscard]] unsigned marked(Mark mark) const noexcept { return marks_[index(mark)]; }

 private:
  [[nodiscard]] double percent_for(double lost) const noexcept;

  u64 decisions_ = 0;
  double lost_ = 0;
  double variance_ = 0;
  double at_stake_ = 0;
  std::array<unsigned, kMarks> marks_{};
};

}  // namespace carrack
