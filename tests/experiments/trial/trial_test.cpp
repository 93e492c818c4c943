// Trials of tiles: forks, tallies, refusals.
#include "experiments/trial/trial.hpp"

#include <map>
#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TrialPlan purchase_plan(Ruleset rules, const std::string& agent, u64 games) {
  return {.rules = rules,
          .agents = std::vector<std::string>(rules.players(), agent),
          .on = purchases_in(rules, std::nullopt),
          .games = games,
          .seed = 4,
          .continuations = 1,
          .turn = std::nullopt,
          .seat = std::nullopt};
}

TEST(TrialGame, ForksDoNotDisturbTheGame) {
  const std::atomic<bool> stop = false;
  for (const std::string agent : {"random", "scripted", "mcts:iterations=3,reuse=on"}) {
    const TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), agent, 1);
    const TrialBench bench(plan.agents, stop);
    const TrialBench other(plan.agents, stop);
    const auto trial = play_trial_game(plan, bench, 2, stop);
    const auto plain = play_game(plan.rules, other.game, game_seeds(plan.seed, 2), nullptr, stop);
    EXPECT_FALSE(trial->forks.empty());
    EXPECT_EQ(trial->result, plain->result) << agent;
  }
}

TEST(TrialGame, ForksATileAtMostOnceOnEachOccasion) {
  const std::atomic<bool> stop = false;
  const TrialPlan plan = purchase_plan(empires(4, {"builder"}), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  for (u64 number = 0; number < 3; ++number) {
    const auto game = play_trial_game(plan, bench, number, stop);
    std::map<Occasion, std::set<Subject>> forked;
    for (const Fork& fork : game->forks) {
      EXPECT_TRUE(forked[fork.occasion].insert(fork.on).second) << name(fork.on);
      EXPECT_TRUE(fork.on.is_done_by(fork.with) && !fork.on.is_done_by(fork.other));
      if (fork.other.is_pass()) {
        EXPECT_EQ(fork.versus_other, fork.versus_nothing);
      }
    }
    std::set<Subject> purchased;
    for (const Choice& purchase : game->choices) purchased.insert(purchase.on);
    EXPECT_EQ(forked[Occasion::chosen], purchased);
    EXPECT_TRUE(std::ranges::includes(forked[Occasion::offered], purchased));
    EXPECT_GT(forked[Occasion::offered].size(), purchased.size());
  }
}

TEST(TrialGame, OneOccasionHasTheForksThatItHasAmongBoth) {
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  const auto both = play_trial_game(plan, bench, 2, stop);
  std::size_t forks = 0;
  for (const Occasion occasion : kBothOccasions) {
    plan.occasion = occasion;
    const auto game = play_trial_game(plan, bench, 2, stop);
    EXPECT_EQ(game->result, both->result);
    EXPECT_EQ(game->choices.size(), both->choices.size());
    EXPECT_LT(game->courses, both->courses);
    std::size_t i = 0;
    for (const Fork& fork : both->forks) {
      if (fork.occasion != occasion) continue;
      ASSERT_LT(i, game->forks.size());
      EXPECT_EQ(game->forks[i].on, fork.on);
      EXPECT_EQ(game->forks[i].occasion, occasion);
      EXPECT_EQ(game->forks[i++].versus_other, fork.versus_other);
    }
    EXPECT_EQ(i, game->forks.size());
    forks += i;
  }
  EXPECT_EQ(forks, both->forks.size());
}

TEST(TrialGame, OwnUseAndDenialAddUpToTheEffect) {
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  const auto plain = play_trial_game(plan, bench, 2, stop);
  plan.denial = true;
  const auto game = play_trial_game(plan, bench, 2, stop);
  ASSERT_EQ(game->forks.size(), plain->forks.size());
  unsigned denied = 0;
  for (std::size_t i = 0; i < game->forks.size(); ++i) {
    const Fork& fork = game->forks[i];
    EXPECT_EQ(fork.versus_other, plain->forks[i].versus_other);
    EXPECT_EQ(fork.versus_nothing, plain->forks[i].versus_nothing);
    EXPECT_FALSE(plain->forks[i].versus_denied);
    ASSERT_TRUE(fork.versus_denied);
    denied += *fork.versus_denied != fork.versus_other ? 1 : 0;
  }
  EXPECT_GT(denied, 3U) << "somebody else would buy the tile in some of the forks";
  EXPECT_GT(game->courses, plain->courses);

  plan.games = 6;
  std::atomic<bool> never{false};
  for (const TrialLine& line : run_trial(plan, 2, never).lines) {
    for (const Occasion occasion : kBothOccasions) {
      const ForkTally& tally = line.at(occasion);
      ASSERT_EQ(tally.own_use.vp.count(), tally.forks());
      if (tally.forks() == 0) continue;
      EXPECT_NEAR(tally.own_use.vp.mean() + tally.denial.vp.mean(), tally.versus_other.vp.mean(),
                  1e-9);
    }
  }
}

TEST(TrialGame, DiscountsLeaveTheRestOfTheGameAsItIs) {
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  const auto plain = play_trial_game(plan, bench, 2, stop);
  plan.discounts = {3, 20, 100};
  const auto game = play_trial_game(plan, bench, 2, stop);
  ASSERT_EQ(game->forks.size(), plain->forks.size());
  double gain = 0;
  for (std::size_t i = 0; i < game->forks.size(); ++i) {
    EXPECT_TRUE(plain->forks[i].of_discounts.empty());
    EXPECT_EQ(game->forks[i].versus_other, plain->forks[i].versus_other);
    EXPECT_EQ(game->forks[i].versus_nothing, plain->forks[i].versus_nothing);
    ASSERT_EQ(game->forks[i].of_discounts.size(), plan.discounts.size());
    gain += game->forks[i].of_discounts.back().vp;
  }
  EXPECT_GT(gain / static_cast<double>(game->forks.size()), 10) << "$100 buy many tiles";
  EXPECT_GT(game->courses, plain->courses);
}

TEST(TrialGame, WhatADiscountLeavesMayBuyATileAtOnce) {
  // The next worker of the buyer passes by itself where no tile can be paid.
  const std::atomic<bool> stop = false;
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const std::vector<std::string> specs(2, "scripted");
  const TrialBench bench(specs, stop);
  unsigned again = 0;
  for (u64 number = 0; number < 40; ++number) {
    Course course(start(rules), bench.game, game_seeds(1, number));
    while (course.seek_decision()) {
      const State& s = course.state();
      const Action choice = course.ask();
      if (s.node == Node::buy && choice.is(Verb::buy)) {
        const State full = after_discount(s, choice, 0);
        const State less = after_discount(s, choice, 12);
        State expected = s;
        apply(expected, choice);
        EXPECT_EQ(full, expected);
        const bool buys = less.node == Node::buy && less.actor == s.actor;
        const bool bought = full.node == Node::buy && full.actor == s.actor;
        EXPECT_TRUE(buys || !bought);
        again += buys && !bought ? 1 : 0;
        if (buys == bought && !is_over(full)) {
          EXPECT_EQ(less.of(s.actor).money(), full.of(s.actor).money() + 12);
        }
      }
      course.play(choice);
    }
  }
  EXPECT_GT(again, 0U);
}

TEST(TrialGame, ADiscountAtTheLastPurchaseIsMoneyAtTheEnd) {
  // On the last turn, money is worth another tile to few, and VP to the owner of `wealth`.
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 2), "scripted", 1);
  plan.turn = kTurns;
  plan.on = subjects_in(plan.rules, parse_subjects("buy:wealth"));
  plan.discounts = {5, 50};
  plan.games = 200;
  std::atomic<bool> never{false};
  const TrialReport report = run_trial(plan, 2, never);
  const ForkTally& tally = report.lines.front().at(Occasion::offered);
  ASSERT_GT(tally.forks(), 10U);
  ASSERT_EQ(tally.of_discounts.size(), 2U);
  // `wealth` is a VP for each $5.
  EXPECT_GE(tally.of_discounts[0].vp.mean(), 0.9);
  EXPECT_GE(tally.of_discounts[1].vp.mean(), 9);
}

TEST(TrialGame, ForksSayHowThePlayerStood) {
  const std::atomic<bool> stop = false;
  const TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  const auto game = play_trial_game(plan, bench, 2, stop);
  unsigned chosen = 0;
  for (const Fork& fork : game->forks) {
    EXPECT_GE(fork.before.money, catalogue::row(fork.on.tile()).cost / 2);
    EXPECT_LT(fork.before.place, 3);
    for (const Choice& choice : game->choices) {
      if (fork.occasion != Occasion::chosen || choice.on != fork.on) continue;
      EXPECT_EQ(fork.before, choice.before[index(fork.player)]);
      ++chosen;
    }
  }
  EXPECT_EQ(chosen, game->choices.size());
}

TEST(TrialGame, OnlyThePurchasesThatWereAskedFor) {
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 4), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  plan.turn = 5;
  plan.seat = p2;
  unsigned purchases = 0;
  for (u64 number = 0; number < 8; ++number) {
    const auto game = play_trial_game(plan, bench, number, stop);
    for (const Fork& fork : game->forks) {
      EXPECT_EQ(catalogue::row(fork.on.tile()).age, Age::two);
      EXPECT_EQ(fork.turn, 5);
      EXPECT_EQ(fork.player, p2);
    }
    for (const Choice& purchase : game->choices) {
      EXPECT_EQ(purchase.turn, 5);
      EXPECT_EQ(purchase.player, p2);
      EXPECT_GE(purchase.before[1].money, catalogue::row(purchase.on.tile()).cost);
      ++purchases;
    }
  }
  EXPECT_GT(purchases, 0U);
}

TEST(TrialGame, AContinuationMoreChangesTheOthersNothing) {
  // The mean of two continuations averages the first one and another: VP are integers, so twice the
  // mean is an integer, and can be compared with the effect of the first continuation.
  const std::atomic<bool> stop = false;
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 2), "scripted", 1);
  const TrialBench bench(plan.agents, stop);
  const auto once = play_trial_game(plan, bench, 0, stop);
  plan.continuations = 2;
  const auto twice = play_trial_game(plan, bench, 0, stop);
  ASSERT_EQ(once->forks.size(), twice->forks.size());
  EXPECT_EQ(2 * (once->courses - 1), twice->courses - 1);
  unsigned different = 0;
  for (std::size_t i = 0; i < once->forks.size(); ++i) {
    const double doubled = 2 * twice->forks[i].versus_nothing->vp;
    EXPECT_EQ(doubled, std::round(doubled));
    different += twice->forks[i].versus_nothing->vp != once->forks[i].versus_nothing->vp;
  }
  EXPECT_GT(different, 0U);
}

TEST(Trial, TheReportDoesNotDependOnTheThreads) {
  const TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 3), "scripted", 12);
  std::atomic<bool> stop = false;
  const TrialReport one = run_trial(plan, 1, stop);
  const TrialReport three = run_trial(plan, 3, stop);
  ASSERT_EQ(one.lines.size(), three.lines.size());
  EXPECT_EQ(one.courses, three.courses);
  for (std::size_t i = 0; i < one.lines.size(); ++i) {
    for (const Occasion occasion : kBothOccasions) {
      const ForkTally& a = one.lines[i].at(occasion);
      const ForkTally& b = three.lines[i].at(occasion);
      EXPECT_EQ(a.forks(), b.forks());
      if (a.forks() != 0) {
        EXPECT_EQ(a.versus_other.vp.mean(), b.versus_other.vp.mean());
      }
      EXPECT_EQ(a.versus_nothing.win_share.variance(), b.versus_nothing.win_share.variance());
    }
    const Observation& seen = one.lines[i].observed;
    const Observation& again = three.lines[i].observed;
    EXPECT_EQ(seen.chosen, again.chosen);
    if (seen.chosen != 0) {
      EXPECT_EQ(seen.advantage.mean(), again.advantage.mean());
    }
  }
}

TEST(Trial, OnTheLastTurnRegionsPayMoreThanSoldiersOfScriptsWithoutWar) {
  // glory is 2 VP a region, power 2 VP for each own soldier there, and `balanced` lands few.
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 4), "scripted", 150);
  plan.turn = 8;
  std::atomic<bool> stop = false;
  const TrialReport report = run_trial(plan, 2, stop);
  const auto effect = [&](Tile tile) {
    const auto line = std::ranges::find(report.lines, Subject(tile), &TrialLine::on);
    return line->at(Occasion::offered).versus_nothing;
  };
  EXPECT_GT(effect(Tile::glory).vp_interval().low, 4);
  EXPECT_GT(effect(Tile::glory).vp.mean(), effect(Tile::power).vp.mean() + 3);
}

TEST(Trial, EffectsThatAreTheSameInEveryForkHaveAWidthAndStayInTheirRange) {
  Comparison none;
  Comparison all;
  for (int fork = 0; fork < 50; ++fork) {
    none.add({.win_share = 0, .rank = 0, .vp = 0});
    all.add({.win_share = 1, .rank = -3, .vp = 20});
  }
  EXPECT_NEAR(none.win_share_interval().half(), 2.01 / 50, 1e-3);  // one fork may differ
  EXPECT_GT(none.win_share_interval(30).half(), none.win_share_interval().half());
  EXPECT_GT(none.rank_interval(4).half(), 0);
  EXPECT_GT(none.vp_interval().half(), 0);
  EXPECT_EQ(all.win_share_interval().high, 1);
  EXPECT_LT(all.win_share_interval().low, 1);
  EXPECT_EQ(all.rank_interval(4).low, -3);
}

TEST(Trial, ManyContinuationsHaveNarrowerIntervals) {
  TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 2), "scripted", 60);
  plan.on = subjects_in(plan.rules, parse_subjects("buy:monastery"));
  plan.continuations = 50;
  plan.discounts = {1};
  std::atomic<bool> stop = false;
  const TrialReport report = run_trial(plan, 2, stop);
  const ForkTally& tally = report.lines.front().at(Occasion::offered);
  ASSERT_GT(tally.forks(), 20U);
  for (const Comparison& comparison : {tally.versus_other, tally.of_discounts.front()}) {
    const double error = std::sqrt(comparison.vp.variance() / static_cast<double>(tally.forks()));
    EXPECT_LT(comparison.vp_interval().half(), 2.2 * error);
  }
  EXPECT_EQ(tally.of_discounts.front().step, 1.0 / 50);
}

TEST(Trial, StoppedItReportsTheGamesUpToThere) {
  const TrialPlan plan = purchase_plan(Ruleset::make("aoe3", 2), "random", 100);
  std::atomic<bool> stop = false;
  const TrialReport report = run_trial(plan, 2, stop, [&](std::size_t games) {
    if (games == 5) stop = true;
  });
  EXPECT_GE(report.games, 5U);
  EXPECT_LT(report.games, 100U);
}

TEST(Trial, RefusesWhatCannotBe) {
  const TrialPlan good = purchase_plan(Ruleset::make("aoe3", 3), "random", 1);
  const auto says = [&](auto&& change) {
    TrialPlan plan = good;
    change(plan);
    return complaint([&] { check_plan(plan); });
  };
  EXPECT_EQ(says([](TrialPlan&) {}), "");
  expect_names(says([](TrialPlan& p) { p.games = 0; }), {"aoe3-3", "1 game"});
  expect_names(says([](TrialPlan& p) { p.continuations = 0; }), {"1 continuation"});
  expect_names(says([](TrialPlan& p) { p.agents.pop_back(); }), {"2 agents", "3"});
  expect_names(says([](TrialPlan& p) { p.seat = p4; }), {"seat 4", "aoe3-3"});
  expect_names(says([](TrialPlan& p) { p.turn = 9; }), {"turn is 9"});
  expect_names(says([](TrialPlan& p) {
                 p.on = purchases_in(p.rules, Age::three);
                 p.turn = 1;
               }),
               {"none of the tiles", "turn 1"});
}

TEST(Trial, TilesAreThoseOfTheRuleset) {
  EXPECT_EQ(purchases_in(Ruleset::make("aoe3", 4), std::nullopt).size(), 33U);
  EXPECT_EQ(purchases_in(Ruleset::make("aoe3", 4), Age::one).size(), 10U);
  EXPECT_EQ(purchases_in(empires(4), Age::one).size(), 11U);
}

}  // namespace
}  // namespace carrack::testing
