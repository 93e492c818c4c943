// Examples for the value: first positions of turns, some others, and the results of their games.
#include "experiments/learning/value_examples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "core/base/error.hpp"
#include "core/game/win_shares.hpp"
#include "core/tools/rollout.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/forfeited.hpp"

namespace carrack {
namespace {

const std::atomic<bool> kNever = false;

ValueGames plan_of(Ruleset rules, i32 first, i32 games, double share) {
  return {rules, std::vector<std::string>(rules.players(), "scripted"), 5, first, games, share};
}

/// The record of a game of a plan.
std::string record_of(const ValueGames& plan, u64 game) {
  std::string text;
  RecordWriter writer(text, {plan.rules, plan.agents, plan.seed, game, "test"}, false, false);
  const auto agent = make_agent("scripted");
  const std::vector<Agent*> seats(plan.rules.players(), agent.get());
  EXPECT_TRUE(play_game(plan.rules, seats, game_seeds(plan.seed, game), &writer, kNever));
  return text;
}

TEST(ValueExamples, OfGamesWithAForfeitAreLeftOut) {
  const ValueGames plan = plan_of(Ruleset::make("aoe3", 2), 0, 2, 0.1);
  const std::vector<Forfeit> forfeits{{1, FailureKind::crashed, 0, "test"}};
  const std::string lost = testing::forfeited(record_of(plan, 0), forfeits);
  std::istringstream in(lost + record_of(plan, 1));
  RecordReader reader(in, "games");
  ValueExampleCollector collector(plan.share);
  for (i32 game = 0; reader.next_game(); ++game) {
    collector.add_game(game, reader, Random(1, static_cast<u64>(game)));
    EXPECT_EQ(collector.examples().size() == 0, game == 0);
  }
  const ValueExamples e = collector.take();
  EXPECT_EQ(std::ranges::count(e.game, 1), std::ssize(e.game));
  EXPECT_EQ(e.input_start.size(), e.size() + 1);
  EXPECT_EQ(e.win_share.size(), e.size() * kMaxPlayers);
  EXPECT_EQ(e.expected_vp.size(), e.size() * kMaxPlayers);
}

TEST(ValueExamples, AreTheFirstPositionsOfTurns) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 3), Ruleset::make("empires", 2)}) {
    const ValueGames plan = plan_of(rules, 0, 2, 0);
    const ValueExamples e = play_value_examples(plan, kNever);
    ASSERT_EQ(e.size(), 2U * (kTurns - 1));
    std::size_t i = 0;
    InputReader inputs;
    for (u64 game = 0; game < 2; ++game) {
      std::istringstream in(record_of(plan, game));
      RecordReader reader(in, "game");
      ASSERT_TRUE(reader.next_game());
      const std::size_t first = i;
      std::vector<unsigned> observers;
      State before = reader.state();
      while (reader.next_event()) {
        const State s = reader.state();
        const bool is_first = s.turn != before.turn && !is_over(s);
        before = s;
        if (!is_first) continue;
        EXPECT_EQ(e.game[i], static_cast<i32>(game));
        EXPECT_EQ(e.turn[i], s.turn);
        EXPECT_EQ(e.players[i], s.players());
        EXPECT_EQ(e.begins_turn[i], 1);
        const Player observer = value_observer(s);
        const auto on = inputs.read(s, observer);
        EXPECT_TRUE(std::equal(on.begin(), on.end(), e.inputs.begin() + e.input_start[i],
                               e.inputs.begin() + e.input_start[i + 1]));
        for (unsigned ahead = 0; ahead < s.players(); ++ahead) {
          const unsigned seat = (index(observer) + ahead) % s.players();
          EXPECT_EQ(e.expected_vp[i * kMaxPlayers + ahead], expected_vp(s)[seat]);
        }
        observers.push_back(index(observer));
        ++i;
      }
      const Result result = reader.final_result();
      const auto shares = win_shares(result.rank, rules.players());
      for (std::size_t k = first; k < i; ++k) {
        for (unsigned ahead = 0; ahead < rules.players(); ++ahead) {
          const unsigned seat = (observers[k - first] + ahead) % rules.players();
          EXPECT_EQ(e.vp[k * kMaxPlayers + ahead], static_cast<float>(result.vp[seat]));
          EXPECT_EQ(e.win_share[k * kMaxPlayers + ahead], static_cast<float>(shares[seat]));
        }
        EXPECT_EQ(e.vp[k * kMaxPlayers + rules.players()], 0);
      }
    }
    EXPECT_EQ(i, e.size());
  }
}

TEST(ValueExamples, AGameIsTheSameWhereverItsRangeBegins) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  const ValueExamples all = play_value_examples(plan_of(rules, 0, 4, 0.05), kNever);
  const ValueExamples last = play_value_examples(plan_of(rules, 3, 1, 0.05), kNever);
  EXPECT_GT(last.size(), 10U);
  ASSERT_GT(all.size(), last.size());
  const auto from = static_cast<std::ptrdiff_t>(all.size() - last.size());
  EXPECT_TRUE(std::equal(last.turn.begin(), last.turn.end(), all.turn.begin() + from));
  EXPECT_TRUE(std::equal(last.inputs.begin(), last.inputs.end(),
                         all.inputs.begin() + all.input_start[static_cast<std::size_t>(from)]));
  EXPECT_TRUE(std::equal(last.vp.begin(), last.vp.end(), all.vp.begin() + from * kMaxPlayers));
}

TEST(ValueExamples, RecordsGiveTheSamePositionsAsGames) {
  const ValueGames plan = plan_of(Ruleset::make("aoe3", 2), 0, 1, 0);
  std::istringstream in(record_of(plan, 0));
  RecordReader reader(in, "game");
  ASSERT_TRUE(reader.next_game());
  ValueExampleCollector collector(0);
  collector.add_game(0, reader, Random(1, 0));
  const ValueExamples played = play_value_examples(plan, kNever);
  EXPECT_EQ(collector.examples().inputs, played.inputs);
  EXPECT_EQ(collector.examples().vp, played.vp);
}

TEST(ValueExamples, AGameThatIsStoppedLeavesNothing) {
  ValueExampleCollector collector(1);
  State before = start(Ruleset::make("aoe3", 3));
  Random random(3, 0);
  collector.begin_game(0, random);
  Legal options;
  for (unsigned i = 0; i < 50; ++i) {
    State after = before;
    random_step(after, options, random);
    collector.event(before, after);
    before = after;
  }
  EXPECT_EQ(collector.examples().size(), 50U);
  collector.drop_game();
  EXPECT_EQ(collector.examples().size(), 0U);
  EXPECT_TRUE(collector.examples().inputs.empty());
  EXPECT_TRUE(collector.examples().expected_vp.empty());
  EXPECT_EQ(collector.examples().input_start, std::vector<i64>{0});
}

TEST(ValueExamples, NumbersOfGamesAreInRange) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  constexpr i32 kMax = std::numeric_limits<i32>::max();
  for (const auto& [first, games] :
       {std::pair<i32, i32>{-1, 1}, {0, -1}, {kMax, 1}, {kMax - 1, 2}, {1, kMax}}) {
    const ValueGames plan = plan_of(rules, first, games, 0);
    EXPECT_THROW(static_cast<void>(play_value_examples(plan, kNever)), InputError) << first;
  }
  EXPECT_EQ(play_value_examples(plan_of(rules, kMax, 0, 0), kNever).size(), 0U);
}

TEST(ValueExamples, NeedAnAgentForEverySeat) {
  ValueGames plan = plan_of(Ruleset::make("aoe3", 3), 0, 1, 0);
  plan.agents.pop_back();
  EXPECT_THROW(static_cast<void>(play_value_examples(plan, kNever)), InputError);
  plan.agents.push_back("chess");
  EXPECT_THROW(static_cast<void>(play_value_examples(plan, kNever)), InputError);
}

}  // namespace
}  // namespace carrack
