#include "experiments/report/accuracy.hpp"

#include <cmath>
#include <limits>

#include "core/base/elementary.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

constexpr double kHalvingLoss = 0.02;  // part of the share at stake that halves the accuracy
constexpr double kLn2 = 0.6931471805599453;
constexpr double kNoPercent = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double accuracy_percent(double relative_loss) noexcept {
  if (relative_loss <= 0) return 100;
  return 100 * elementary::exp(-kLn2 * relative_loss / kHalvingLoss);
}

void Accuracy::add(const Judgement& judgement) noexcept {
  ++decisions_;
  lost_ += judgement.loss;
  variance_ += judgement.error * judgement.error;
  at_stake_ += judgement.share;
  ++marks_[index(judgement.mark())];
}

double Accuracy::lost_error() const noexcept { return std::sqrt(variance_); }

double Accuracy::percent_for(double lost) const noexcept {
  if (decisions_ == 0) return kNoPercent;
  if (at_stake_ <= 0) return 100;  // nothing at stake, nothing lost
  return accuracy_percent(lost / at_stake_);
}

double Accuracy::percent() const noexcept { return percent_for(lost_); }

Interval Accuracy::percent_interval() const noexcept {
  if (lost_error() == 0 || at_stake_ <= 0) return {};
  const double half = kNormal95 * lost_error();
  return {percent_for(lost_ + half), percent_for(lost_ - half)};
}

}  // namespace carrack
