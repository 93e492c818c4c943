#include "experiments/report/accuracy.hpp"

#include <cmath>
#include <limits>

#include "core/base/elementary.hpp"

namespace carrack {
namespace {

constexpr double kHalvingLoss = 0.02;  // part of the share at stake that halves the accuracy
constexpr double kLn2 = 0.6931471805599453;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void Accuracy::add(const Judgement& judgement) noexcept {
  ++decisions_;
  lost_ += judgement.loss;
  variance_ += judgement.error * judgement.error;
  at_stake_ += judgement.share;
  ++marks_[index(judgement.mark())];
}

double Accuracy::lost_error() const noexcept { return std::sqrt(variance_); }

double Accuracy::percent() const noexcept {
  if (decisions_ == 0) return kUnknown;
  if (lost_ <= 0) return 100;  // also with nothing at stake
  return 100 * elementary::exp(-kLn2 * lost_ / at_stake_ / kHalvingLoss);
}

double Accuracy::percent_error() const noexcept {
  if (decisions_ > 0 && at_stake_ <= 0) return 0;
  return percent() * kLn2 / kHalvingLoss * lost_error() / at_stake_;
}

}  // namespace carrack
