// One game of a trial with the records of its branches.
#include "experiments/trial/trial_records.hpp"

#include <ranges>
#include <sstream>

#include "core/notation/record.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

const std::atomic<bool> kNever = false;

TrialPlan plan_on(std::string_view subjects, bool denial = false) {
  TrialPlan plan{.rules = Ruleset::make("aoe3", 3),
                 .agents = {"scripted", "scripted:trader", "scripted:settler"},
                 .on = {},
                 .seed = 4,
                 .continuations = 2,
                 .denial = denial};
  plan.on = subjects_in(plan.rules, parse_subjects(subjects));
  return plan;
}

struct ReadGame {
  RecordHeader header;
  std::vector<Action> events;
  Result result;
};

ReadGame read(const std::string& record) {
  std::istringstream in(record);
  RecordReader reader(in, "record");
  EXPECT_TRUE(reader.next_game());
  ReadGame game{reader.header(), {}, {}};
  while (reader.next_event()) game.events.push_back(reader.action());
  game.result = reader.final_result();
  EXPECT_FALSE(reader.next_game());
  return game;
}

class TrialRecords : public ::testing::TestWithParam<TrialPlan> {};

TEST_P(TrialRecords, TheGameIsThatOfTheTrialAndItsRecordThatOfTheGame) {
  const TrialPlan& plan = GetParam();
  const auto recorded = record_trial_game(plan, 7, kNever);
  const TrialBench bench(plan.agents, kNever);
  const auto plain = play_trial_game(plan, bench, 7, kNever);
  ASSERT_EQ(recorded->game.forks.size(), plain->forks.size());
  EXPECT_EQ(recorded->game.courses, plain->courses);
  for (std::size_t i = 0; i < plain->forks.size(); ++i) {
    EXPECT_EQ(recorded->game.forks[i].versus_other, plain->forks[i].versus_other);
  }
  EXPECT_EQ(recorded->records.size(), plain->courses);
  EXPECT_EQ(recorded->log.plies.size(), plain->forks.size());

  std::string text;
  const ReadGame game = read(recorded->records.front());
  RecordWriter writer(text, game.header, false);
  const TrialBench other(plan.agents, kNever);
  static_cast<void>(play_game(plan.rules, other.game, game_seeds(plan.seed, 7), &writer, kNever));
  EXPECT_EQ(recorded->records.front(), text);
  EXPECT_EQ(game.header.seed, 4U);
  EXPECT_EQ(game.header.game, 7U);
  EXPECT_EQ(game.result, plain->result);
}

TEST_P(TrialRecords, TheEffectsAreThoseOfTheBranches) {
  const TrialPlan& plan = GetParam();
  const auto recorded = record_trial_game(plan, 7, kNever);
  const ReadGame game = read(recorded->records.front());
  ASSERT_FALSE(recorded->game.forks.empty());
  for (std::size_t i = 0; i < recorded->game.forks.size(); ++i) {
    const Fork& fork = recorded->game.forks[i];
    const std::size_t ply = recorded->log.plies[i];
    const auto mean = [&](BranchKind kind, Action action) {
      const std::vector<std::size_t> records = recorded->records_of(i, kind);
      EXPECT_EQ(records.size(), plan.continuations);
      Outcome sum;
      for (const std::size_t record : records) {
        const ReadGame branch = read(recorded->records[record]);
        EXPECT_TRUE(std::ranges::equal(branch.events | std::views::take(ply),
                                       game.events | std::views::take(ply)));
        EXPECT_EQ(branch.events.at(ply), action);
        const Outcome outcome = Outcome::of(branch.result, 3, fork.player);
        EXPECT_EQ(outcome, recorded->log.branches[record - 1].outcome);
        sum += outcome;
      }
      return sum / plan.continuations;
    };
    const Outcome with = mean(BranchKind::with, fork.with);
    EXPECT_EQ(with - mean(BranchKind::other, fork.other), fork.versus_other);
    if (fork.on.is_placement()) {
      EXPECT_TRUE(recorded->records_of(i, BranchKind::nothing).empty());
    } else {
      EXPECT_EQ(with - mean(BranchKind::nothing, kPass), *fork.versus_nothing);
    }
    if (plan.denial) {
      EXPECT_EQ(with - mean(BranchKind::denied, fork.other), *fork.versus_denied);
    } else {
      EXPECT_TRUE(recorded->records_of(i, BranchKind::denied).empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Plans, TrialRecords,
                         ::testing::Values(plan_on("buy"), plan_on("buy:navy", true),
                                           plan_on("place")));

TEST(TrialRecord, NobodyBuysADeniedTile) {
  const auto recorded = record_trial_game(plan_on("buy", true), 7, kNever);
  unsigned bought_elsewhere = 0;
  for (std::size_t i = 0; i < recorded->game.forks.size(); ++i) {
    const auto purchases = [&](BranchKind kind) {
      u64 count = 0;
      for (const std::size_t record : recorded->records_of(i, kind)) {
        const std::vector<Action> events = read(recorded->records[record]).events;
        count += static_cast<u64>(std::ranges::count_if(
            events.begin() + static_cast<std::ptrdiff_t>(recorded->log.plies[i]), events.end(),
            [&](Action action) { return recorded->game.forks[i].on.is_done_by(action); }));
      }
      return count;
    };
    EXPECT_EQ(purchases(BranchKind::denied), 0U);
    bought_elsewhere += purchases(BranchKind::other) > 0 ? 1 : 0;
  }
  EXPECT_GT(bought_elsewhere, 0U);
}

TEST(TrialRecord, AWrongPlanIsRefusedAndAStoppedGameIsNone) {
  TrialPlan plan = plan_on("buy");
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(record_trial_game(plan, 0, stop));
  plan.agents.pop_back();
  EXPECT_THROW(static_cast<void>(record_trial_game(plan, 0, kNever)), InputError);
}

}  // namespace
}  // namespace carrack::testing
