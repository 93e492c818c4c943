// Intervals that hold all at once.
#include "experiments/statistics/simultaneous.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace carrack {
namespace {

TEST(Simultaneous, OneIntervalIsThePlainOne) {
  Sample sample;
  for (const double value : {1.0, 2.0, 4.0, 8.0, 3.0, 5.0}) sample.add(value);
  EXPECT_NEAR(simultaneous_interval(sample, 1), sample.interval(), 1e-12);
  EXPECT_GT(simultaneous_interval(sample, 10), sample.interval());
  EXPECT_TRUE(std::isnan(simultaneous_interval(Sample(), 3)));
}

TEST(Simultaneous, TenIntervalsHoldTogetherInNineteenOfTwentyRuns) {
  constexpr unsigned kRuns = 1000;
  constexpr unsigned kIntervals = 10;
  Random random(3, 3);
  unsigned all_held = 0;
  unsigned plain_held = 0;
  for (unsigned run = 0; run < kRuns; ++run) {
    bool held = true;
    bool plain = true;
    for (unsigned i = 0; i < kIntervals; ++i) {
      Sample sample;
      for (int n = 0; n < 15; ++n) {
        sample.add(random.uniform() + random.uniform() + random.uniform());
      }
      const double miss = std::abs(sample.mean() - 1.5);
      held = held && miss <= simultaneous_interval(sample, kIntervals);
      plain = plain && miss <= sample.interval();
    }
    all_held += held ? 1 : 0;
    plain_held += plain ? 1 : 0;
  }
  EXPECT_NEAR(all_held / double{kRuns}, 0.95, 0.02);
  EXPECT_LT(plain_held / double{kRuns}, 0.75);
}

}  // namespace
}  // namespace carrack
