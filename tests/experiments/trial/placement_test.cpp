// Trials of placements: forked decisions, and differences between branches.
#include <map>
#include <set>

#include "experiments/trial/trial.hpp"
#include "tests/core/position.hpp"
#include "tests/experiments/never_stop.hpp"

namespace carrack::testing {
namespace {

TrialPlan placement_plan(Ruleset rules, const std::string& agent, u64 games) {
  return {.rules = rules,
          .agents = std::vector<std::string>(rules.players(), agent),
          .on = placements_in(rules),
          .games = games,
          .seed = 4,
          .continuations = 1,
          .turn = std::nullopt,
          .seat = std::nullopt};
}

std::vector<TrialGame> games_of(const TrialPlan& plan) {
  const TrialBench bench(plan.agents, kNeverStop);
  std::vector<TrialGame> games;
  for (u64 number = 0; number < plan.games; ++number) {
    games.push_back(*play_trial_game(plan, bench, number, kNeverStop));
  }
  return games;
}

/// The decisions of game `number` as it goes, without a trial.
template <typename Visit>
void replay(const TrialPlan& plan, u64 number, Visit&& visit) {
  const TrialBench bench(plan.agents, kNeverStop);
  Course course(start(plan.rules), bench.game, game_seeds(plan.seed, number));
  while (course.seek_decision()) {
    const Action choice = course.ask();
    visit(course, choice);
    course.play(choice);
  }
}

TEST(PlacementTrial, ForksAreAtTheFirstPlacementOfTheScopeThatCan) {
  const TrialPlan plan = placement_plan(Ruleset::make("aoe3", 3), "scripted", 12);
  const std::vector<TrialGame> games = games_of(plan);
  for (u64 number = 0; number < plan.games; ++number) {
    const Scope scope = scope_of(plan, number);
    std::array<std::set<Subject>, kOccasions> expected;
    replay(plan, number, [&](const Course& course, Action choice) {
      const State& s = course.state();
      if (s.node != Node::place || s.turn != *scope.turn || s.actor != *scope.seat) return;
      for (const Subject on : plan.on) {
        course.options().for_each([&](Action option) {
          if (on.is_done_by(option)) expected[index(Occasion::offered)].insert(on);
        });
        if (on.is_done_by(choice)) expected[index(Occasion::chosen)].insert(on);
      }
    });
    std::array<std::set<Subject>, kOccasions> forked;
    for (const Fork& fork : games[number].forks) {
      EXPECT_TRUE(forked[index(fork.occasion)].insert(fork.on).second);
      EXPECT_EQ(fork.player, *scope.seat);
      EXPECT_EQ(fork.turn, *scope.turn);
      EXPECT_FALSE(fork.versus_nothing);
    }
    EXPECT_EQ(forked, expected);
    EXPECT_FALSE(expected[index(Occasion::chosen)].empty());
  }
}

/// Both branches start at one position and equal plain courses from there.
TEST(PlacementTrial, TheBranchesDifferInThatDecisionAlone) {
  TrialPlan plan = placement_plan(Ruleset::make("aoe3", 3), "scripted", 6);
  plan.on = {Subject(Box::discovery)};
  const std::vector<TrialGame> games = games_of(plan);
  unsigned compared = 0;
  for (u64 number = 0; number < plan.games; ++number) {
    const Scope scope = scope_of(plan, number);
    ASSERT_FALSE(games[number].forks.empty());
    const Fork& fork = games[number].forks.front();
    ASSERT_EQ(fork.occasion, Occasion::offered);
    bool found = false;
    replay(plan, number, [&](const Course& course, Action choice) {
      const State& s = course.state();
      if (found || s.node != Node::place || s.turn != *scope.turn || s.actor != *scope.seat) return;
      found = true;  // discovery has room at every placement
      EXPECT_TRUE(course.options().contains(fork.with) && course.options().contains(fork.other));
      EXPECT_TRUE(fork.on.is_done_by(fork.with));
      EXPECT_FALSE(fork.on.is_done_by(fork.other));
      EXPECT_TRUE(choice == fork.with || choice == fork.other);
      const TrialBench bench(plan.agents, kNeverStop);
      const auto outcome_of = [&](Action action) {
        State after = s;
        apply(after, action);
        const GameSeeds seeds = game_seeds(game_seeds(plan.seed, number).chance, 0);
        return Outcome::of(*Course(after, bench.forks, seeds).finish(kNeverStop), 3, s.actor);
      };
      EXPECT_EQ(outcome_of(fork.with) - outcome_of(fork.other), fork.versus_other);
      ++compared;
    });
  }
  EXPECT_EQ(compared, plan.games);
}

TEST(PlacementTrial, TheGameIsNotDisturbed) {
  for (const std::string agent : {"random", "scripted", "mcts:iterations=3,reuse=on"}) {
    const TrialPlan plan = placement_plan(empires(2, {"builder"}, {"scouting"}), agent, 1);
    const TrialBench other(plan.agents, kNeverStop);
    const auto plain =
        play_game(plan.rules, other.game, game_seeds(plan.seed, 0), nullptr, kNeverStop);
    EXPECT_EQ(games_of(plan).front().result, plain->result) << agent;
  }
}

TEST(PlacementTrial, ALookIsNeitherAPlacementNorAnAlternative) {
  TrialPlan plan = placement_plan(empires(3, {}, {"scouting"}), "random", 12);
  unsigned looks = 0;
  for (u64 number = 0; number < plan.games; ++number) {
    replay(plan, number, [&](const Course& course, Action choice) {
      looks += course.state().node == Node::place && choice.is(Verb::look) ? 1 : 0;
    });
  }
  EXPECT_GT(looks, 0U);
  for (const TrialGame& game : games_of(plan)) {
    for (const Fork& fork : game.forks) {
      EXPECT_TRUE(fork.with.is(Verb::place) && fork.other.is(Verb::place));
    }
  }
}

TEST(PlacementTrial, TurnsAndSeatsAreDrawnEvenlyWhereThePlanLeavesThemOpen) {
  TrialPlan plan = placement_plan(Ruleset::make("aoe3", 4), "random", 1);
  std::map<unsigned, unsigned> turns;
  std::map<Player, unsigned> seats;
  for (u64 number = 0; number < 3200; ++number) {
    const Scope scope = scope_of(plan, number);
    ++turns[*scope.turn];
    ++seats[*scope.seat];
  }
  ASSERT_EQ(turns.size(), kTurns);
  ASSERT_EQ(seats.size(), 4U);
  for (const auto& [turn, games] : turns) EXPECT_NEAR(games, 400, 100) << turn;
  for (const auto& [seat, games] : seats) EXPECT_NEAR(games, 800, 120) << index(seat);
  const Player drawn = *scope_of(plan, 7).seat;
  plan.turn = 5;
  EXPECT_EQ(scope_of(plan, 7).turn, 5U);
  EXPECT_EQ(scope_of(plan, 7).seat, drawn);
}

TEST(PlacementTrial, OnTheLastTurnTrainingCostsVp) {
  // A specialist who is trained for a ninth turn does nothing; settlers in the dock land and count.
  TrialPlan plan = placement_plan(Ruleset::make("aoe3", 3), "scripted", 150);
  plan.turn = 8;
  std::atomic<bool> stop = false;
  const TrialReport report = run_trial(plan, 2, stop);
  const auto effect = [&](Box box) {
    return std::ranges::find(report.lines, Subject(box), &TrialLine::on)
        ->at(Occasion::offered)
        .versus_other.vp;
  };
  EXPECT_LT(effect(Box::training).mean(), 0);
  EXPECT_GT(effect(Box::dock).mean(), effect(Box::training).mean());
}

TEST(PlacementTrial, RefusesWhatCannotBe) {
  const TrialPlan good = placement_plan(Ruleset::make("aoe3", 3), "random", 1);
  const auto says = [&](auto&& change) {
    TrialPlan plan = good;
    change(plan);
    return complaint([&] { check_plan(plan); });
  };
  EXPECT_EQ(says([](TrialPlan&) {}), "");
  EXPECT_EQ(says([](TrialPlan& p) { p.turn = 8; }), "");
  expect_names(says([](TrialPlan& p) { p.on = {Subject(Box::builder)}; }),
               {"none of the boxes of this trial is in aoe3-3", "dock"});
  expect_names(says([](TrialPlan& p) {
                 p.on = {Subject(Tile::navy), Subject(Box::dock)};
               }),
               {"buy:navy and place:dock need a trial each"});
}

}  // namespace
}  // namespace carrack::testing
