// Schedules: kinds of tournaments, their tables and blocks.
#include "experiments/tournament/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.hpp"

namespace carrack {
namespace {

TournamentPlan plan(TournamentKind kind, unsigned players, unsigned agents) {
  TournamentPlan p;
  p.rules = Ruleset::make("aoe3", players);
  p.agents.assign(agents, "random");
  p.kind = kind;
  return p;
}

TEST(Schedule, AFixedLineUpHasOneTable) {
  const Schedule schedule(plan(TournamentKind::fixed, 3, 3), 4);
  EXPECT_EQ(schedule.games(), 12U);
  EXPECT_EQ(schedule.tables().size(), 1U);
  const Fixture game = schedule.fixture(2, 1);
  EXPECT_EQ(game.number, 7U);
  EXPECT_EQ(game.seating, (Seating{1, 2, 0}));
  EXPECT_EQ(game.seeds.chance, schedule.fixture(2, 0).seeds.chance);
  EXPECT_NE(game.seeds.agents, schedule.fixture(2, 0).seeds.agents);
  EXPECT_NE(game.seeds.chance, schedule.fixture(1, 1).seeds.chance);
}

TEST(Schedule, OneSeatingIsForOneAgent) {
  TournamentPlan same = plan(TournamentKind::fixed, 3, 3);
  same.seatings = SeatingSet::one;
  EXPECT_EQ(Schedule(same, 4).games(), 4U);
  same.agents.back() = "scripted";
  EXPECT_THROW(Schedule(same, 4), InputError);
}

TEST(Schedule, ARoundRobinHasEveryTable) {
  const Schedule schedule(plan(TournamentKind::round_robin, 3, 5), 20);
  EXPECT_EQ(schedule.tables().size(), 10U);
  std::map<Seating, unsigned> times;
  for (u64 block = 0; block < schedule.blocks(); ++block) ++times[schedule.table(block)];
  EXPECT_EQ(times.size(), 10U);
  for (const auto& [table, n] : times) EXPECT_EQ(n, 2U);
}

TEST(Schedule, AFocusedOneHasTheFirstAgentAtEveryTable) {
  const Schedule schedule(plan(TournamentKind::focus, 3, 5), 6);
  EXPECT_EQ(schedule.tables().size(), 6U);  // pairs of four
  for (const Seating& table : schedule.tables()) EXPECT_EQ(table.front(), 0U);
}

TEST(Schedule, AFieldThatIsTooSmallSitsAtSeveralSeats) {
  const Schedule one(plan(TournamentKind::focus, 4, 2), 1);
  EXPECT_EQ(one.table(0), (Seating{0, 1, 1, 1}));
  const Schedule two(plan(TournamentKind::focus, 4, 3), 1);
  EXPECT_EQ(two.table(0), (Seating{0, 1, 2, 1}));
}

TEST(Schedule, MixedTablesAreBalancedAndHaveNobodyTwice) {
  const Schedule schedule(plan(TournamentKind::mixed, 4, 6), 30);
  std::map<unsigned, unsigned> times;
  for (u64 block = 0; block < schedule.blocks(); ++block) {
    const Seating& table = schedule.table(block);
    EXPECT_EQ(std::set<unsigned>(table.begin(), table.end()).size(), 4U);
    for (const unsigned agent : table) ++times[agent];
    const auto [least, most] =
        std::ranges::minmax_element(times, {}, [](const auto& entry) { return entry.second; });
    if (times.size() < 6) continue;
    EXPECT_LE(most->second - least->second, 2U) << block;
  }
  for (const auto& [agent, n] : times) EXPECT_EQ(n, 20U);
  EXPECT_GT(schedule.tables().size(), 5U);
}

TEST(Schedule, MoreBlocksProlongWithoutAChange) {
  for (const TournamentKind kind : {TournamentKind::mixed, TournamentKind::round_robin}) {
    const Schedule shorter(plan(kind, 3, 7), 10);
    const Schedule longer(plan(kind, 3, 7), 25);
    for (u64 block = 0; block < 10; ++block) {
      EXPECT_EQ(shorter.fixture(block, 2).seating, longer.fixture(block, 2).seating);
      EXPECT_EQ(shorter.fixture(block, 2).seeds.agents, longer.fixture(block, 2).seeds.agents);
    }
  }
}

TEST(Schedule, TooFewAgentsAreRefused) {
  EXPECT_THROW(Schedule(plan(TournamentKind::fixed, 3, 4), 1), InputError);
  EXPECT_THROW(Schedule(plan(TournamentKind::round_robin, 3, 2), 1), InputError);
  EXPECT_THROW(Schedule(plan(TournamentKind::mixed, 3, 2), 1), InputError);
  EXPECT_THROW(Schedule(plan(TournamentKind::focus, 3, 1), 1), InputError);
}

TEST(Schedule, ARangeWithoutBlocksIsRefused) {
  for (const TournamentKind kind : {TournamentKind::fixed, TournamentKind::mixed}) {
    EXPECT_THROW(Schedule(plan(kind, 3, 3), 0), InputError);
    EXPECT_THROW(Schedule(plan(kind, 3, 3), 5, 5), InputError);
    EXPECT_THROW(Schedule(plan(kind, 3, 3), 5, 6), InputError);
    EXPECT_EQ(Schedule(plan(kind, 3, 3), 6, 5).blocks(), 1U);
  }
}

TEST(Schedule, TooManyTablesAreRefused) {
  const auto refusal = [](TournamentKind kind, unsigned agents) -> std::string {
    try {
      static_cast<void>(Schedule(plan(kind, 5, agents), 1));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(TournamentKind::round_robin, 43), "accepted");  // 962,598 tables
  EXPECT_EQ(refusal(TournamentKind::round_robin, 44),
            "44 agents make 1086008 tables of 5, expected at most 1000000; --kind mixed "
            "samples them");
  EXPECT_NE(refusal(TournamentKind::focus, 300), "accepted");
  EXPECT_EQ(refusal(TournamentKind::mixed, 300), "accepted");
}

TEST(Schedule, ManyBlocksTakeNoMemoryWhereTablesTakeTurns) {
  const Schedule schedule(plan(TournamentKind::round_robin, 3, 4), 1'000'000'000'000);
  EXPECT_EQ(schedule.blocks(), 1'000'000'000'000U);
  EXPECT_EQ(schedule.table(999'999'999'999), schedule.tables()[999'999'999'999 % 4]);
  EXPECT_THROW(Schedule(plan(TournamentKind::mixed, 3, 4), u64{1} << 62), InputError);
  EXPECT_THROW(Schedule(plan(TournamentKind::mixed, 3, 4), 10'000'001, 10'000'000), InputError);
}

}  // namespace
}  // namespace carrack
