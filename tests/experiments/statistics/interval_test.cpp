// Range-respecting intervals.
#include "experiments/statistics/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {
namespace {

constexpr Range kShare{0, 1};
constexpr unsigned kGames = 4;  // of a block

/// Wins in one block of four games.
using Block = unsigned (*)(Random&, double p);

unsigned independent(Random& random, double p) {
  unsigned wins = 0;
  for (unsigned game = 0; game < kGames; ++game) wins += random.uniform() < p ? 1U : 0U;
  return wins;
}

/// One game in four determines the following ones.
unsigned correlated(Random& random, double p) {
  unsigned wins = 0;
  bool last = false;
  for (unsigned game = 0; game < kGames; ++game) {
    if (game == 0 || random.uniform() >= 0.25) last = random.uniform() < p;
    wins += last ? 1U : 0U;
  }
  return wins;
}

/// Blocks as even as possible: rotating seats win in turn.
unsigned negatively_correlated(Random& random, double p) {
  const double wins = kGames * p;
  return static_cast<unsigned>(wins) + (random.uniform() < wins - std::floor(wins) ? 1U : 0U);
}

struct Coverage {
  double covered = 0;        // coverage of p
  double width = 0;          // mean half width
  double student_width = 0;  // of Student's
};

Coverage coverage(Block draw, double p, unsigned blocks) {
  constexpr unsigned kSamples = 1500;
  Random random(11, blocks);
  Coverage found;
  for (unsigned i = 0; i < kSamples; ++i) {
    BlockMean mean;
    for (unsigned b = 0; b < blocks; ++b) mean.add(draw(random, p), kGames);
    const Interval interval = bounded_interval(mean.over_blocks(), kShare);
    EXPECT_GE(interval.low, 0);
    EXPECT_LE(interval.high, 1);
    EXPECT_GT(interval.half(), 0);
    found.covered += interval.holds(p) ? 1.0 / kSamples : 0;
    found.width += interval.half() / kSamples;
    found.student_width += stepped_interval(mean.over_blocks(), 0).half() / kSamples;
  }
  return found;
}

constexpr double kMargin = 0.017;  // three standard errors of a share of 0.95 in 1,500 samples

TEST(BoundedIntervals, CoverWhateverTheGamesOfABlockHaveInCommon) {
  for (const double p : {0.02, 0.1, 0.25, 0.5, 0.9}) {
    for (const unsigned blocks : {4U, 16U, 100U}) {
      for (const Block draw : {&independent, &correlated, &negatively_correlated}) {
        EXPECT_GE(coverage(draw, p, blocks).covered, 0.95 - kMargin) << p << ", " << blocks;
      }
    }
  }
}

TEST(BoundedIntervals, OfManyBlocksAreStudents) {
  for (const double p : {0.1, 0.25, 0.5, 0.9}) {
    for (const Block draw : {&independent, &correlated}) {
      const Coverage found = coverage(draw, p, 100);
      EXPECT_NEAR(found.covered, 0.95, kMargin) << p;
      EXPECT_NEAR(found.width / found.student_width, 1, 0.04) << p;
    }
  }
}

TEST(BoundedIntervals, OfBlocksThatAreAllAlikeAreNarrowButHaveAWidth) {
  // Each block has the even share exactly. Student's interval is 0.25 +- 0.
  const Coverage found = coverage(&negatively_correlated, 0.25, 100);
  EXPECT_NEAR(found.covered, 1, 1e-9);
  EXPECT_EQ(found.student_width, 0);
  EXPECT_LT(found.width, 0.005);
}

TEST(BoundedIntervals, AreTooNarrowForBlocksThatAreAllOrNothing) {
  // As stated in the header: 16 blocks of identical games are 16 games, but look like 64.
  const Block all_or_nothing = [](Random& random, double p) {
    return random.uniform() < p ? kGames : 0U;
  };
  EXPECT_NEAR(coverage(all_or_nothing, 0.9, 16).covered, 0.81, 0.04);
  EXPECT_GT(coverage(all_or_nothing, 0.9, 100).covered, 0.92);
}

MeanOverBlocks all_won(unsigned blocks) {
  BlockMean mean;
  for (unsigned b = 0; b < blocks; ++b) mean.add(kGames, kGames);
  return mean.over_blocks();
}

TEST(BoundedIntervals, OfGamesThatWereAllWonAreWilsons) {
  // n / (n + t^2), t = 2.0687 of 23 degrees of freedom.
  const Interval interval = bounded_interval(all_won(24), kShare);
  EXPECT_NEAR(interval.low, 96 / (96 + 2.0687 * 2.0687), 1e-5);
  EXPECT_EQ(interval.high, 1);
  // As ranks, where 1 is best: the other end of a different range.
  const Interval ranks = bounded_interval({1, 0, 96, 24}, {1, 4});
  EXPECT_EQ(ranks.low, 1);
  EXPECT_NEAR(ranks.high, 1 + 3 * (1 - interval.low), 1e-9);
  EXPECT_LT(bounded_interval(all_won(24), kShare, 30).low, interval.low);
}

TEST(BoundedIntervals, SayNothingOfOneBlock) {
  EXPECT_FALSE(bounded_interval(all_won(1), kShare).is_known());
  EXPECT_FALSE(stepped_interval(all_won(1), 1).is_known());
  EXPECT_TRUE(std::isnan(bounded_p_value(all_won(1), kShare, 0.5)));
  EXPECT_TRUE(std::isnan(stepped_p_value(all_won(1), 1, 0.5)));
}

TEST(BoundedIntervals, HoldExactlyWhatTheTestDoesNotReject) {
  Random random(4, 4);
  BlockMean mean;
  for (unsigned b = 0; b < 12; ++b) mean.add(correlated(random, 0.3), kGames);
  const MeanOverBlocks seen = mean.over_blocks();
  const Interval interval = bounded_interval(seen, kShare);
  EXPECT_NEAR(bounded_p_value(seen, kShare, interval.low), 0.05, 1e-6);
  EXPECT_NEAR(bounded_p_value(seen, kShare, interval.high), 0.05, 1e-6);
  EXPECT_NEAR(bounded_p_value(seen, kShare, seen.mean), 1, 1e-9);
  EXPECT_LT(bounded_p_value(all_won(24), kShare, 0.25), 1e-9);
  const Interval stepped = stepped_interval(seen, 0);
  EXPECT_NEAR(stepped_p_value(seen, 0, stepped.low), 0.05, 1e-6);
}

TEST(SteppedIntervals, APValueIsPreciseHoweverSmall) {
  const MeanOverBlocks mean{1, 0.1, 1000, 1000};
  const double p = stepped_p_value(mean, 0, 0);  // t = 10 with 999 degrees of freedom
  EXPECT_GT(p, 1e-22);
  EXPECT_LT(p, 1e-21);
}

TEST(SteppedIntervals, AreStudentsWithAFloor) {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  const Interval interval = stepped_interval(sample.over_blocks(), 1);
  EXPECT_NEAR(interval.half(), 2.364624 * std::sqrt(32.0 / 7 / 8), 1e-6);
  EXPECT_NEAR((interval.low + interval.high) / 2, 5, 1e-12);
  Sample alike;
  for (int i = 0; i < 40; ++i) alike.add(12);
  EXPECT_NEAR(stepped_interval(alike.over_blocks(), 1).half(), 2.0227 / 40, 1e-5);
  EXPECT_NEAR(stepped_interval(alike.over_blocks(4), 1).half(), 2.0227 / 160, 1e-5);
  EXPECT_EQ(stepped_interval({0.99, 0.1, 40, 40}, 1, {-1, 1}).high, 1);
}

TEST(SteppedIntervals, CoverNineteenOfTwenty) {
  Random random(8, 8);
  unsigned covered = 0;
  constexpr unsigned kSamples = 2000;
  for (unsigned i = 0; i < kSamples; ++i) {
    Sample sample;
    for (int n = 0; n < 12; ++n) sample.add(random.uniform() + random.uniform() + random.uniform());
    covered += stepped_interval(sample.over_blocks(), 0).holds(1.5);
  }
  EXPECT_NEAR(covered / double{kSamples}, 0.95, 0.02);
}

TEST(SteppedIntervals, TenHoldTogetherInNineteenOfTwentyRuns) {
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
      const MeanOverBlocks mean = sample.over_blocks();
      held = held && stepped_interval(mean, 0, kNoRange, kIntervals).holds(1.5);
      plain = plain && stepped_interval(mean, 0).holds(1.5);
    }
    all_held += held ? 1 : 0;
    plain_held += plain ? 1 : 0;
  }
  EXPECT_NEAR(all_held / double{kRuns}, 0.95, 0.02);
  EXPECT_LT(plain_held / double{kRuns}, 0.75);
}

}  // namespace
}  // namespace carrack
