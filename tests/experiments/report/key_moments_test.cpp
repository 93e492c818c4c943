// Which events are key moments, and how they read.
#include "experiments/report/key_moments.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// A made-up game of two: the share of p1 after each decision.
Decomposition game_of_shares(double first, std::initializer_list<double> shares) {
  Decomposition game{.start = {first, 1 - first}, .events = {}, .seats = {{}, {}}};
  double before = first;
  for (const double share : shares) {
    ReportedEvent event{.action = Action(), .mover = 0, .chooser = 0};
    event.value = {share, 1 - share};
    event.choice = {share - before, before - share};
    before = share;
    game.events.push_back(event);
  }
  return game;
}

Judgement loses(double loss, double error) {
  return {.best = Action(), .loss = loss, .error = error};
}

TEST(KeyMoments, AreTheLargestSwingsInTheOrderOfTheGame) {
  const auto moments = key_moments(game_of_shares(0.9, {0.91, 0.8, 0.82, 0.95}), {});
  ASSERT_EQ(moments.size(), 2U);
  EXPECT_EQ(moments[0].ply, 1U);
  EXPECT_NEAR(moments[0].swing, -0.11, 1e-12);
  EXPECT_EQ(moments[1].ply, 3U);
  EXPECT_NEAR(moments[1].swing, 0.13, 1e-12);
}

TEST(KeyMoments, KeepOnlyTheLargest) {
  Decomposition game = game_of_shares(0.9, {});
  for (unsigned i = 0; i < 20; ++i) {
    const double swing = 0.06 + 0.001 * i;
    ReportedEvent event{.action = Action(), .mover = 0, .chooser = 0};
    event.value = game.start;
    event.choice = {-swing, swing};
    game.events.push_back(event);
  }
  const auto moments = key_moments(game, {});
  ASSERT_EQ(moments.size(), kMostMoments);
  EXPECT_EQ(moments.front().ply, 20 - kMostMoments);
  EXPECT_EQ(moments.back().ply, 19U);
}

TEST(KeyMoments, OfChanceIsTheLuckAndNotTheErrorOfTheValue) {
  Decomposition game = game_of_shares(0.5, {0.5, 0.5});
  for (ReportedEvent& event : game.events) event.mover.reset();
  game.events[0].choice = {0.3, -0.3};
  game.events[1].luck = {-0.1, 0.1};
  const auto moments = key_moments(game, {});
  ASSERT_EQ(moments.size(), 1U);
  EXPECT_EQ(moments[0].ply, 1U);
  EXPECT_NEAR(moments[0].swing, -0.1, 1e-12);
}

TEST(KeyMoments, TheLeadChangesOnlyWithAMargin) {
  // p1 leads; 0.48 is no lead for p2, 0.44 is; the way back needs the margin too.
  const auto moments = key_moments(game_of_shares(0.56, {0.52, 0.48, 0.44, 0.48, 0.52, 0.56}), {});
  ASSERT_EQ(moments.size(), 2U);
  EXPECT_EQ(moments[0].ply, 2U);
  EXPECT_EQ(moments[0].leader, 1U);
  EXPECT_EQ(moments[0].former, 0U);
  EXPECT_EQ(moments[1].ply, 5U);
  EXPECT_EQ(moments[1].leader, 0U);
  const auto first_lead = key_moments(game_of_shares(0.52, {0.56}), {});
  EXPECT_TRUE(first_lead.empty()) << "the first leader has taken the lead from nobody";
}

TEST(KeyMoments, MarkedDecisionsCountWithTheirLoss) {
  std::vector<std::optional<Judgement>> judgements{std::nullopt, loses(0.3, 0.01), loses(0.3, 0.2)};
  const auto moments = key_moments(game_of_shares(0.9, {0.9, 0.9, 0.9}), judgements);
  ASSERT_EQ(moments.size(), 1U) << "the error of the third is too large";
  EXPECT_EQ(moments[0].ply, 1U);
  EXPECT_EQ(moments[0].mark, Mark::blunder);
}

TEST(KeyMoments, KeepMistakesBeforeLargerSwings) {
  Decomposition game = game_of_shares(0.9, {0.9});
  std::vector<std::optional<Judgement>> judgements{loses(0.12, 0.001)};
  for (unsigned i = 0; i < kMostMoments; ++i) {
    ReportedEvent event{.action = kPass, .mover = 0, .chooser = 0};
    event.value = game.start;
    event.choice = {-0.3, 0.3};
    game.events.push_back(event);
    judgements.push_back(loses(0.03, 0.001));
  }
  const auto moments = key_moments(game, judgements);
  ASSERT_EQ(moments.size(), kMostMoments);
  EXPECT_EQ(moments.front().ply, 0U);
  EXPECT_EQ(moments.front().mark, Mark::mistake);
  EXPECT_EQ(moments.back().mark, Mark::doubtful);
}

TEST(KeyMoments, ReadAsText) {
  const Action pass = kPass;
  const KeyMoment moment{
      .ply = 3, .seat = 1, .swing = -0.1, .mark = Mark::mistake, .leader = 0, .former = 2};
  const Judgement judgement{.best = pass, .loss = 0.123, .error = 0.004};
  EXPECT_EQ(
      moment_text(moment, judgement, false, Board::americas),
      "mistake: loses 0.123 [0.115, 0.131] against pass; p1 takes the lead from p3; win share of "
      "p2 -0.100");
  EXPECT_EQ(
      moment_text(moment, judgement, false, Board::americas, ShareUnit::percent),
      "mistake: loses 12.3 [11.5, 13.1] % against pass; p1 takes the lead from p3; win share of "
      "p2 -10.0 %");
  const KeyMoment luck{.ply = 3, .seat = 0, .swing = 0.25, .leader = std::nullopt};
  EXPECT_EQ(moment_text(luck, std::nullopt, true, Board::americas), "luck of p1 +0.250");
  EXPECT_EQ(moment_text(luck, std::nullopt, true, Board::americas, ShareUnit::percent),
            "luck of p1 +25.0 %");
  EXPECT_EQ(moment_text(luck, judgement, false, Board::americas),
            "no better option found; win share of p1 +0.250");
  EXPECT_EQ(moment_text(luck, std::nullopt, false, Board::americas), "win share of p1 +0.250");
}

}  // namespace
}  // namespace carrack::testing
