#include "experiments/studies/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

/// Records of games of one agent at every seat, in blocks of games with the same chance.
std::string played(const std::string& spec, unsigned players, u64 games, bool search_values,
                   u64 games_of_block = 1) {
  const std::vector<std::string> specs(players, spec);
  return Recorder(specs, search_values).games(games, games_of_block);
}

Calibration calibration_of(const std::string& records, bool for_scales = false) {
  std::istringstream in(records);
  RecordReader reader(in, "games");
  Calibration calibration(for_scales);
  while (reader.next_game()) calibration.add_game(reader);
  return calibration;
}

TEST(Calibration, ComparesEveryTurnOfEveryGame) {
  const Calibration calibration = calibration_of(played("scripted", 3, 20, false));
  EXPECT_EQ(calibration.games(), 20U);
  for (unsigned turn = 1; turn <= kTurns; ++turn) {
    EXPECT_EQ(calibration.slopes(turn).games, 20U);
    EXPECT_EQ(calibration.slopes(3, turn).games, 20U);
    EXPECT_EQ(calibration.slopes(2, turn).games, 0U);
    EXPECT_EQ(calibration.slopes(turn).win_share.clusters(), 20U);
    EXPECT_EQ(calibration.slopes(turn).searched_reward.clusters(), 0U);
    EXPECT_EQ(calibration.slopes(turn).win_share.slope(),
              calibration.slopes(3, turn).win_share.slope());
  }
}

TEST(Calibration, GamesOfABlockAreOneClusterAndCopiesCountOnce) {
  const std::string games = played("mcts:iterations=9", 2, 12, false, 4);
  const Calibration calibration = calibration_of(games + games);
  EXPECT_EQ(calibration.games(), 12U);
  EXPECT_EQ(calibration.copies(), 12U);
  EXPECT_EQ(calibration.blocks(), 3U);
  EXPECT_EQ(calibration.slopes(2).games, 12U);
  EXPECT_EQ(calibration.slopes(2).win_share.clusters(), 3U);
  const Calibration once = calibration_of(games);
  EXPECT_EQ(calibration.slopes(2).win_share.interval(kOutcomeStep),
            once.slopes(2).win_share.interval(kOutcomeStep));
}

TEST(Calibration, GamesOfABlockNeedNotFollowEachOther) {
  constexpr u64 kBlocks = 4;
  constexpr u64 kVariants = 3;
  const Recorder recorder({"mcts:iterations=9", "random"}, /*search_values=*/true);
  std::string in_blocks;
  std::string alternating;
  for (u64 i = 0; i < kBlocks * kVariants; ++i) {
    in_blocks += recorder.game({.block = i / kVariants, .variant = i % kVariants});
    alternating += recorder.game({.block = i % kBlocks, .variant = i / kBlocks});
  }
  const Calibration one = calibration_of(in_blocks);
  const Calibration other = calibration_of(alternating);
  EXPECT_EQ(other.blocks(), kBlocks);
  EXPECT_EQ(other.games(), kBlocks * kVariants);
  for (const auto slope : {&CalibrationSlopes::win_share, &CalibrationSlopes::searched_reward}) {
    const ClusterSlope& found = other.slopes(4).*slope;
    EXPECT_EQ(found.clusters(), kBlocks);
    const double expected = (one.slopes(4).*slope).interval(kOutcomeStep);
    EXPECT_NEAR(found.interval(kOutcomeStep), expected, 1e-9 * (1 + expected));
  }
}

TEST(Calibration, GamesWithAForfeitAreLeftOut) {
  Recorder recorder({"scripted", "scripted"});
  const std::string whole = recorder.games(3);
  FailingAgent failing;
  recorder.seat(0, failing);
  const std::string forfeited = recorder.game({.block = 7});
  const Calibration calibration = calibration_of(whole + forfeited + forfeited);
  EXPECT_EQ(calibration.games(), 3U);
  EXPECT_EQ(calibration.blocks(), 3U);
  EXPECT_EQ(calibration.forfeited(), 1U);
  EXPECT_EQ(calibration.copies(), 1U);
  EXPECT_EQ(calibration.slopes(3).win_share.clusters(), 3U);
}

TEST(Calibration, ComparesWhatSearchesExpectedWhereRecordsSayIt) {
  const Calibration calibration = calibration_of(played("mcts:iterations=20", 2, 3, true));
  for (unsigned turn = 1; turn <= kTurns; ++turn) {
    EXPECT_EQ(calibration.slopes(turn).searched_reward.clusters(), 3U);
    EXPECT_EQ(calibration.slopes(turn).searched_win_share.clusters(), 3U);
  }
}

TEST(Calibration, ScalesThatAreFittedCalibrate) {
  // 400 games of scripts of mixed strength, whose leads are more predictive in later turns.
  const Calibration calibration =
      calibration_of(played("scripted", 3, 200, false) + played("greedy", 3, 200, false),
                     /*for_scales=*/true);
  const auto [scales, fitted] = calibration.fit_scales();
  EXPECT_EQ(fitted, std::vector<unsigned>{3});
  const auto& of_three = scales[1];
  EXPECT_LT(of_three[kTurns - 1].win, of_three[2].win);
  EXPECT_LT(of_three[kTurns - 1].margin_spread, of_three[2].margin_spread);
  for (const EstimateScale& scale : of_three) {
    EXPECT_GT(scale.win, 0);
    EXPECT_GT(scale.rank, 0);
    EXPECT_GE(scale.margin_spread, 0);
  }
  for (unsigned turn = 1; turn < kTurns; ++turn) {
    EXPECT_GE(of_three[turn - 1].win, of_three[turn].win);
    EXPECT_GE(of_three[turn - 1].margin_spread, of_three[turn].margin_spread);
  }
  // At the first turn all players are equal, so the effect of leads is unknown.
  EXPECT_EQ(of_three[0].win, of_three[1].win);
  // A number of players without games gets the scales of one player fewer, if available.
  EXPECT_EQ(scales[2][4].win, of_three[4].win);
  EXPECT_EQ(scales[0][4].win, fitted_scale(2, 5).win);
}

TEST(Calibration, ManyGamesOfFewBlocksGiveNoScales) {
  const Calibration calibration =
      calibration_of(played("random", 2, 120, false, /*games_of_block=*/40), /*for_scales=*/true);
  EXPECT_EQ(calibration.games(), 120U);
  EXPECT_EQ(calibration.blocks(), 3U);
  const auto [scales, fitted] = calibration.fit_scales();
  EXPECT_TRUE(fitted.empty());
  for (unsigned turn = 1; turn <= kTurns; ++turn) {
    EXPECT_EQ(scales[0][turn - 1].win, fitted_scale(2, turn).win) << turn;
    EXPECT_EQ(scales[0][turn - 1].margin_shift, fitted_scale(2, turn).margin_shift) << turn;
  }
}

}  // namespace
}  // namespace carrack
