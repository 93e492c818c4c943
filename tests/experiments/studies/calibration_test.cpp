#include "experiments/studies/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "experiments/tournament/game_runner.hpp"

namespace carrack {
namespace {

/// Records of games of one agent at every seat, in blocks of games with the same chance.
std::string played(const std::string& spec, unsigned players, u64 games, bool search_values,
                   u64 games_of_block = 1) {
  constexpr u64 kSeed = 11;
  const std::atomic<bool> never{false};
  const Ruleset rules = Ruleset::make("aoe3", players);
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Agent*> by_seat;
  RecordHeader header{.rules = rules, .agents = {}, .seed = kSeed, .engine = "test"};
  for (unsigned p = 0; p < players; ++p) {
    agents.push_back(make_agent(spec));
    by_seat.push_back(agents.back().get());
    header.agents.push_back(agents.back()->spec());
  }
  std::string text;
  for (u64 game = 0; game < games; ++game) {
    header.game = game;
    RecordWriter writer(text, header, false, search_values);
    const GameSeeds seeds = game_seeds(kSeed, game / games_of_block, game % games_of_block);
    static_cast<void>(play_game(rules, by_seat, seeds, &writer, never));
  }
  return text;
}

Calibration calibration_of(const std::string& records) {
  std::istringstream in(records);
  RecordReader reader(in, "games");
  Calibration calibration;
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
  EXPECT_EQ(calibration.slopes(2).win_share.interval(), once.slopes(2).win_share.interval());
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
      calibration_of(played("scripted", 3, 200, false) + played("greedy", 3, 200, false));
  const auto scales = calibration.fit_scales();
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

}  // namespace
}  // namespace carrack
