// Summaries of reports: means by agent, blocks, intervals, stops.
#include "experiments/studies/report_summary.hpp"

#include <cmath>
#include <sstream>

#include "experiments/report/judge.hpp"
#include "experiments/statistics/performance.hpp"
#include "experiments/statistics/student.hpp"
#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

const JudgePlan kPlan{.agent = "mcts:iterations=100", .seed = 5, .threads = 2};

GamesInMemory in_memory(const std::string& text) {
  GamesInMemory games;
  std::istringstream in(text);
  games.read(in, "test");
  return games;
}

ReportSummary summarised(const GamesInMemory& games,
                         const std::optional<JudgePlan>& plan = std::nullopt) {
  std::atomic<bool> never{false};
  return summarise_reports(games, named_value("linear"), plan, never);
}

const AgentSummary& agent_of(const ReportSummary& summary, const std::string& spec) {
  const auto found = std::ranges::find(summary.agents, spec, &AgentSummary::agent);
  EXPECT_NE(found, summary.agents.end()) << spec;
  return *found;
}

TEST(ReportSummary, HasTheMeansOfTheReportsByAgent) {
  const GamesInMemory games = in_memory(Recorder({"random", "greedy", "random"}).games(2));
  const ReportSummary summary = summarised(games, kPlan);
  EXPECT_EQ(summary.games, 2U);
  EXPECT_EQ(summary.blocks, 2U);
  EXPECT_EQ(summary.seed, 5U);
  EXPECT_TRUE(summary.agent.starts_with("mcts:iterations=100,"));

  // The same figures, from the reports of the games.
  std::atomic<bool> never{false};
  ShareParts sums;
  double lost = 0;
  double at_stake = 0;
  u64 decisions = 0;
  u64 doubtful = 0;
  for (const RecordedGame& game : games.games()) {
    const std::optional<GameReport> report = make_report(game, named_value("linear"), kPlan, never);
    for (const unsigned seat : {0U, 2U}) {
      sums.own += report->parts.seats[seat].own / 4;
      sums.luck += report->parts.seats[seat].luck / 4;
      sums.result += report->parts.seats[seat].result / 4;
      const Accuracy& accuracy = report->accuracy[seat].all;
      lost += accuracy.lost();
      at_stake += accuracy.at_stake();
      decisions += accuracy.decisions();
      doubtful += accuracy.marked(Mark::doubtful);
    }
  }
  const AgentSummary& random = agent_of(summary, "random");
  EXPECT_EQ(random.games, 2U);
  EXPECT_EQ(random.seats, 4U);
  EXPECT_NEAR(random.own.mean, sums.own, 1e-12);
  EXPECT_NEAR(random.luck.mean, sums.luck, 1e-12);
  EXPECT_NEAR(random.result.mean, sums.result, 1e-12);
  EXPECT_NEAR(random.start + random.own.mean + random.others.mean + random.luck.mean,
              random.result.mean, 1e-12);
  EXPECT_EQ(random.decisions, decisions);
  EXPECT_EQ(random.marks[index(Mark::doubtful)], doubtful);
  EXPECT_NEAR(random.lost.mean, lost / 4, 1e-12);
  EXPECT_NEAR(random.accuracy.mean, 100 * std::exp2(-lost / at_stake / 0.02), 1e-9);
  EXPECT_GT(summary.agents[0].accuracy.mean, summary.agents[1].accuracy.mean) << "best first";
}

TEST(ReportSummary, IntervalsAreOverBlocks) {
  const Recorder recorder({"random", "greedy"});
  const GamesInMemory games = in_memory(recorder.games(6, /*games_of_block=*/2));
  const ReportSummary summary = summarised(games);
  EXPECT_EQ(summary.blocks, 3U);
  std::atomic<bool> never{false};
  std::array<double, 3> luck{};  // means of blocks
  for (std::size_t i = 0; i < 6; ++i) {
    const std::optional<GameReport> report =
        make_report(games.games()[i], named_value("linear"), std::nullopt, never);
    luck.at(games.blocks()[i]) += report->parts.seats[0].luck / 2;
  }
  const double mean = (luck[0] + luck[1] + luck[2]) / 3;
  double squares = 0;
  for (const double block : luck) squares += (block - mean) * (block - mean);
  const double half = student_quantile(0.975, 2) * std::sqrt(squares / 2 / 3);
  const AgentSummary& random = agent_of(summary, "random");
  EXPECT_NEAR(random.luck.mean, mean, 1e-12);
  EXPECT_NEAR(random.luck.interval.low, mean - half, 1e-9);
  EXPECT_NEAR(random.luck.interval.high, mean + half, 1e-9);
}

TEST(ReportSummary, IntervalsHoldMeansBeyondAWinShare) {
  // By this value every decision wins the game until the next one.
  const PositionValue turning{"turning", [](const State& s) {
                                WinShares shares{};
                                shares.at((index(s.actor) + 1) % s.players()) = 1;
                                return shares;
                              }};
  std::atomic<bool> never{false};
  const GamesInMemory games = in_memory(Recorder({"random", "greedy"}).games(4));
  const ReportSummary summary = summarise_reports(games, turning, std::nullopt, never);
  EXPECT_GT(std::abs(agent_of(summary, "random").own.mean), 1);
  for (const AgentSummary& agent : summary.agents) {
    for (const SeatMean& part : {agent.own, agent.others, agent.luck, agent.result}) {
      EXPECT_TRUE(part.interval.holds(part.mean)) << agent.agent << ' ' << part.mean;
      EXPECT_LT(part.interval.low, part.interval.high);
    }
  }
}

TEST(ReportSummary, ResultsHaveTheIntervalsOfRatings) {
  const std::string text = Recorder({"random", "greedy", "random"}).games(6);
  const ReportSummary summary = summarised(in_memory(text));
  Results results{.ruleset = "aoe3-3", .players = 3, .entrants = {"random", "greedy"}, .games = {}};
  const GamesInMemory games = in_memory(text);
  for (std::size_t i = 0; i < 6; ++i) {
    GameOutcome outcome{.block = games.blocks()[i], .players = 3, .by_seat = {}};
    for (u8 seat = 0; seat < 3; ++seat) {
      const Result& result = games.games()[i].result;
      outcome.by_seat.at(seat) = {seat == 1 ? 1U : 0U, seat, result.rank[seat], result.vp[seat]};
    }
    results.games.push_back(outcome);
  }
  const Performances rated = performances(results);
  for (unsigned e = 0; e < 2; ++e) {
    const Estimate& share = rated.entrants[e].win_share;
    const SeatMean& result = agent_of(summary, results.entrants[e]).result;
    EXPECT_NEAR(result.mean, share.mean, 1e-12);
    EXPECT_NEAR(result.interval.low, share.interval.low, 1e-12);
    EXPECT_NEAR(result.interval.high, share.interval.high, 1e-12);
  }
}

TEST(ReportSummary, WhatCannotVaryHasNoInterval) {
  const ReportSummary all_seats = summarised(in_memory(Recorder({"random", "random"}).games(3)));
  const AgentSummary& random = agent_of(all_seats, "random");
  EXPECT_EQ(random.result.mean, 0.5);
  EXPECT_FALSE(random.result.interval.is_known());
  EXPECT_FALSE(random.luck.interval.is_known());
  EXPECT_TRUE(random.own.interval.is_known());
  const ReportSummary one_block =
      summarised(in_memory(Recorder({"random", "greedy"}).games(2, /*games_of_block=*/2)));
  EXPECT_FALSE(agent_of(one_block, "random").luck.interval.is_known());
  EXPECT_NE(report_summary_text(one_block).find("one block has none"), std::string::npos);
}

TEST(ReportSummary, DuplicatesCountOnce) {
  const std::string text = Recorder({"random", "greedy"}).games(2);
  const ReportSummary summary = summarised(in_memory(text + text));
  EXPECT_EQ(summary.games, 2U);
  EXPECT_EQ(summary.duplicates, 2U);
  EXPECT_NE(report_summary_text(summary).find("duplicates, counted once: 2 games"),
            std::string::npos);
}

TEST(ReportSummary, RefusesOtherRulesAndNoGames) {
  const std::string text =
      Recorder({"random", "greedy"}).games(1) + Recorder({"random", "random", "random"}).games(1);
  EXPECT_EQ(complaint([&] { static_cast<void>(in_memory(text)); }),
            "test has a game of aoe3-3 after games of aoe3-2; expected games of one ruleset");
  EXPECT_EQ(complaint([] { static_cast<void>(summarised({})); }), "no games to report");
}

TEST(ReportSummary, AStoppedSummaryIsOfTheGamesBefore) {
  const GamesInMemory games = in_memory(Recorder({"random", "greedy"}).games(3));
  std::atomic<bool> stop{false};
  std::size_t first_total = 0;
  const ReportSummary summary = summarise_reports(games, named_value("linear"), kPlan, stop,
                                                  [&](std::size_t done, std::size_t total) {
                                                    first_total = total;
                                                    if (done == total / 2) stop = true;
                                                  });
  EXPECT_EQ(summary.games, 1U);
  EXPECT_EQ(summary.all_games, 3U);
  std::size_t decisions = 0;
  for (const RecordedGame& game : games.games()) decisions += decisions_of(game).size();
  EXPECT_EQ(first_total, decisions);
  EXPECT_NE(report_summary_text(summary).find("stopped before 2 others"), std::string::npos);
}

}  // namespace
}  // namespace carrack
