// Examples of self-play: all decisions of games with what was chosen.
#include "experiments/learning/self_play_examples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "agents/learned/inputs.hpp"
#include "core/game/win_shares.hpp"
#include "core/notation/record.hpp"
#include "tests/experiments/never_stop.hpp"

namespace carrack {
namespace {

using testing::kNeverStop;

ExampleGames games_of(Ruleset rules, i32 first, i32 games) {
  return {rules, std::vector<std::string>(rules.players(), "scripted"), 5, first, games};
}

TEST(SelfPlayExamples, AreTheDecisionsWithTwoOptionsOrMore) {
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 3),
        Ruleset::make("empires", 2, std::vector<std::string>{"builder", "national"},
                      std::vector<std::string>{"scouting"})}) {
    const ExampleGames plan = games_of(rules, 0, 1);
    const SelfPlayExamples e = play_self_play_examples(plan, kNeverStop);
    std::string text;
    RecordWriter writer(text, {plan.rules, plan.agents, plan.seed, 0, "test"}, false, false);
    const auto agent = make_agent("scripted");
    const std::vector<Agent*> seats(rules.players(), agent.get());
    ASSERT_TRUE(play_game(rules, seats, game_seeds(plan.seed, 0), &writer, kNeverStop));
    std::istringstream in(text);
    RecordReader reader(in, "game");
    ASSERT_TRUE(reader.next_game());
    InputReader inputs;
    std::size_t i = 0;
    State before = reader.state();
    while (reader.next_event()) {
      const State s = before;
      before = reader.state();
      if (is_chance(s) || legal(s).size() < 2) continue;
      ASSERT_LT(i, e.size());
      const auto from = static_cast<std::size_t>(e.option_start[i]);
      EXPECT_EQ(static_cast<std::size_t>(e.option_start[i + 1]) - from, legal(s).size());
      EXPECT_EQ(e.actions[from + e.chosen[i]], reader.action().id());
      EXPECT_EQ(e.seat[i], index(s.actor));
      EXPECT_EQ(e.turn[i], s.turn);
      const auto on = inputs.read(s, s.actor);
      EXPECT_TRUE(std::equal(on.begin(), on.end(), e.inputs.begin() + e.input_start[i],
                             e.inputs.begin() + e.input_start[i + 1]));
      ++i;
    }
    EXPECT_EQ(i, e.size());
    const Result result = reader.final_result();
    const auto shares = win_shares(result.rank, rules.players());
    for (std::size_t n = 0; n < e.size(); ++n) {
      EXPECT_EQ(e.vp[n * kMaxPlayers], result.vp[e.seat[n]]);
      EXPECT_EQ(e.win_share[n * kMaxPlayers], static_cast<float>(shares[e.seat[n]]));
    }
  }
}

TEST(SelfPlayExamples, OfAGameDoNotDependOnTheGamesBeforeIt) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const SelfPlayExamples all = play_self_play_examples(games_of(rules, 0, 3), kNeverStop);
  const SelfPlayExamples last = play_self_play_examples(games_of(rules, 2, 1), kNeverStop);
  ASSERT_GT(last.size(), 50U);
  EXPECT_EQ(std::ranges::count(all.game, 2), std::ssize(last.game));
  EXPECT_TRUE(std::equal(last.chosen.rbegin(), last.chosen.rend(), all.chosen.rbegin()));
  EXPECT_TRUE(std::equal(last.vp.rbegin(), last.vp.rend(), all.vp.rbegin()));
}

TEST(SelfPlayExamples, OfGamesWithAForfeitAreLeftOut) {
  const std::atomic<bool> stop = true;
  const ExampleGames plan = games_of(Ruleset::make("aoe3", 2), 0, 2);
  EXPECT_EQ(play_self_play_examples(plan, stop).size(), 0U);
  ExampleGames failing = plan;
  failing.agents[1] = "process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes";
  EXPECT_EQ(play_self_play_examples(failing, kNeverStop).size(), 0U);
  failing.agents.pop_back();
  EXPECT_THROW(static_cast<void>(play_self_play_examples(failing, kNeverStop)), InputError);
}

}  // namespace
}  // namespace carrack
