// Sums over decisions, and the accuracy that follows from them.
#include "experiments/report/accuracy.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carrack {
namespace {

/// Decisions with half of the win at stake, by loss and error.
Accuracy accuracy_of(std::initializer_list<std::pair<double, double>> losses) {
  Accuracy accuracy;
  for (const auto& [loss, error] : losses) {
    accuracy.add({.best = kPass, .loss = loss, .error = error, .share = 0.5});
  }
  return accuracy;
}

TEST(Accuracy, IsHalvedByEachTwoPercentOfWhatIsAtStake) {
  EXPECT_NEAR(accuracy_of({{0, 0}, {0, 0}}).percent(), 100, 1e-9);
  EXPECT_NEAR(accuracy_of({{0.02, 0}, {0, 0}}).percent(), 50, 1e-9);
  EXPECT_NEAR(accuracy_of({{0.02, 0}, {0.02, 0}, {0.02, 0}}).percent(), 25, 1e-9);
  EXPECT_NEAR(accuracy_of({{-0.1, 0}}).percent(), 100, 1e-9) << "at most 100";
  EXPECT_TRUE(std::isnan(Accuracy().percent()));
}

TEST(Accuracy, OfASmallWinShareIsItsRelativeLoss) {
  Accuracy accuracy;
  accuracy.add({.best = kPass, .loss = 0.002, .error = 0, .share = 0.1});
  EXPECT_NEAR(accuracy.percent(), 50, 1e-9);
  EXPECT_NEAR(accuracy.at_stake(), 0.1, 1e-12);
  Accuracy nothing;
  nothing.add({.best = kPass, .loss = 0, .error = 0.1, .share = 0});
  EXPECT_EQ(nothing.percent(), 100);
  EXPECT_FALSE(nothing.percent_interval().is_known());
}

TEST(Accuracy, LossesBelowZeroMakeUpForOthers) {
  const Accuracy accuracy = accuracy_of({{0.03, 0}, {-0.01, 0}});
  EXPECT_NEAR(accuracy.lost(), 0.02, 1e-12);
  EXPECT_NEAR(accuracy.percent(), 50, 1e-9);
}

TEST(Accuracy, ErrorsAddUpInSquares) {
  const Accuracy accuracy = accuracy_of({{0.02, 0.0003}, {0, 0.0004}});
  EXPECT_EQ(accuracy.decisions(), 2U);
  EXPECT_NEAR(accuracy.lost_error(), 0.0005, 1e-12);
  // The change of the accuracy for a small change of the losses.
  const double slope = (accuracy_of({{0.020001, 0}, {0, 0}}).percent() - 50) / 0.000001;
  EXPECT_NEAR(accuracy.percent_interval().half(), -slope * 1.96 * 0.0005, 0.02);
  EXPECT_NEAR(accuracy.percent_interval().low,
              accuracy_of({{0.02 + 1.96 * 0.0005, 0}, {0, 0}}).percent(), 0.001);
  const Interval unknown = accuracy_of({{0, 50}}).percent_interval();
  EXPECT_NEAR(unknown.low, 0, 1e-6) << "nothing is known";
  EXPECT_EQ(unknown.high, 100);
}

TEST(Accuracy, HasNoErrorWhereEverySearchChoseThePlayedOption) {
  const Accuracy accuracy = accuracy_of({{0, 0}, {0, 0}});
  EXPECT_EQ(accuracy.percent(), 100);
  EXPECT_EQ(accuracy.lost_error(), 0);
  EXPECT_FALSE(accuracy.percent_interval().is_known());
  EXPECT_TRUE(accuracy_of({{0, 0}, {0, 0.001}}).percent_interval().is_known());
}

TEST(Accuracy, CountsMarks) {
  const Accuracy accuracy = accuracy_of({{0.25, 0.001}, {0.25, 0.04}, {0.25, 0.2}, {0.03, 0.001}});
  EXPECT_EQ(accuracy.marked(Mark::blunder), 1U);
  EXPECT_EQ(accuracy.marked(Mark::mistake), 1U);
  EXPECT_EQ(accuracy.marked(Mark::inaccuracy), 0U);
  EXPECT_EQ(accuracy.marked(Mark::doubtful), 1U);
  EXPECT_EQ(accuracy.marked(Mark::none), 1U);
}

}  // namespace
}  // namespace carrack
