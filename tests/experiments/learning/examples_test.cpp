// Examples of recorded games: every searched decision, with what the search and the game said.
#include "experiments/learning/examples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/option_value.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/forfeited.hpp"

namespace carrack {
namespace {

/// A game of searches and a script, with search values.
std::string game_text(Ruleset rules, u64 seed,
                      const std::string& spec = "mcts:iterations=30,quick=5,quick_share=0.5") {
  std::string text;
  const std::vector<std::string> agents(rules.players(), "somebody");
  RecordWriter writer(text, {rules, agents, seed, 0, "test"}, false, true);
  const auto search = make_agent(spec);
  const auto script = make_agent("scripted");
  std::vector<Agent*> seats(rules.players(), search.get());
  seats.back() = script.get();
  const std::atomic<bool> stop = false;
  EXPECT_TRUE(play_game(rules, seats, game_seeds(seed, 0), &writer, stop));
  return text;
}

Examples examples_of(const std::string& text, u64 least_iterations, u64 exact_positions = 0) {
  std::istringstream in(text);
  RecordReader reader(in, "game");
  ExampleCollector collector(least_iterations, exact_positions);
  while (reader.next_game()) collector.add_game(reader);
  return collector.take();
}

TEST(Examples, OfGamesWithAForfeitAreLeftOut) {
  const std::vector<Forfeit> forfeits{{1, FailureKind::crashed, 0, "test"}};
  const std::string lost = testing::forfeited(game_text(Ruleset::make("aoe3", 2), 4), forfeits);
  const std::string whole = game_text(Ruleset::make("aoe3", 2), 5);
  const Examples expected = examples_of(whole, 30);
  ASSERT_GT(expected.size(), 0U);
  for (const std::string& text : {lost + whole, whole + lost}) {
    const Examples found = examples_of(text, 30);
    EXPECT_EQ(found.inputs, expected.inputs);
    EXPECT_EQ(found.input_start, expected.input_start);
    EXPECT_EQ(found.option_start, expected.option_start);
    EXPECT_EQ(found.target, expected.target);
    EXPECT_EQ(found.script, expected.script);
    EXPECT_EQ(found.game, expected.game);
    EXPECT_EQ(found.win_share, expected.win_share);
    EXPECT_EQ(found.expected_vp, expected.expected_vp);
    EXPECT_EQ(found.search_win_share, expected.search_win_share);
  }
}

TEST(Examples, AreThePositionsThatWereSearched) {
  const std::string text =
      game_text(Ruleset::make("aoe3", 3), 4) + game_text(Ruleset::make("empires", 2), 5);
  const Examples e = examples_of(text, 30);
  std::istringstream in(text);
  RecordReader reader(in, "game");
  std::size_t i = 0;
  InputReader inputs;
  i32 game = 0;
  for (; reader.next_game(); ++game) {
    const std::size_t first = i;
    std::vector<unsigned> deciders;
    State before = reader.state();
    while (reader.next_event()) {
      const auto note = reader.search();
      const State s = before;
      before = reader.state();
      if (!note || note->iterations < 30) continue;
      ASSERT_LT(i, e.size());
      EXPECT_EQ(e.game[i], game);
      EXPECT_EQ(e.turn[i], s.turn);
      EXPECT_EQ(e.players[i], s.players());
      EXPECT_EQ(e.edition[i], index(s.ruleset().edition()));
      const auto on = inputs.read(s, s.actor);
      const auto begin = e.inputs.begin() + e.input_start[i];
      EXPECT_TRUE(std::equal(on.begin(), on.end(), begin, e.inputs.begin() + e.input_start[i + 1]));
      const auto from = static_cast<std::size_t>(e.option_start[i]);
      const auto to = static_cast<std::size_t>(e.option_start[i + 1]);
      ASSERT_EQ(to - from, legal(s).size());
      float visits = 0;
      for (std::size_t o = from; o < to; ++o) {
        EXPECT_TRUE(legal(s).contains(Action(e.actions[o])));
        visits += e.target[o];
        const double script = option_value(s, Action(e.actions[o]), *find_strategy("balanced"));
        if (!Action(e.actions[o]).is(Verb::place)) {
          EXPECT_NEAR(e.script[o], script, 1e-4);
        }
      }
      EXPECT_NEAR(visits, 1, 1e-5);
      for (const auto& option : note->options) {
        const auto at = std::find(e.actions.begin() + e.option_start[i],
                                  e.actions.begin() + e.option_start[i + 1], option.action.id());
        EXPECT_NEAR(e.target[static_cast<std::size_t>(at - e.actions.begin())],
                    static_cast<double>(option.visits) / 30, 1e-5);
      }
      for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
        const unsigned seat = (index(s.actor) + ahead) % s.players();
        const bool is_played = ahead < s.players();
        EXPECT_EQ(e.expected_vp[i * kMaxPlayers + ahead], is_played ? expected_vp(s)[seat] : 0);
        EXPECT_EQ(e.search_win_share[i * kMaxPlayers + ahead],
                  is_played ? static_cast<float>(note->win_share[seat]) : 0);
      }
      deciders.push_back(index(s.actor));
      ++i;
    }
    const Result result = reader.final_result();
    const unsigned players = before.players();
    const auto shares = win_shares(result.rank, players);
    for (std::size_t x = first; x < i; ++x) {
      for (unsigned ahead = 0; ahead < players; ++ahead) {
        const unsigned seat = (deciders[x - first] + ahead) % players;
        EXPECT_EQ(e.win_share[x * kMaxPlayers + ahead], static_cast<float>(shares[seat]));
        EXPECT_EQ(e.vp[x * kMaxPlayers + ahead], static_cast<float>(result.vp[seat]));
      }
    }
  }
  EXPECT_EQ(i, e.size());
  EXPECT_GT(i, 50U);
}

TEST(Examples, OfTheEndOfAGameHaveTheBestOptionsAndTheWinSharesOfBackwardInduction) {
  // Without a network, so that the games remain the same when the default one changes.
  const std::string spec =
      "mcts:iterations=30,quick=5,quick_share=0.5,prior=scripted,rollout=scripted";
  std::string text;
  for (const char* edition : {"aoe3", "empires"}) {
    for (u64 seed = 1; seed <= 12; ++seed) text += game_text(Ruleset::make(edition, 2), seed, spec);
  }
  const Examples plain = examples_of(text, 30);
  const Examples e = examples_of(text, 30, 1000);
  ASSERT_EQ(e.size(), plain.size());
  EXPECT_EQ(std::ranges::count(plain.is_exact, 1), 0);
  std::istringstream in(text);
  RecordReader reader(in, "game");
  std::size_t i = 0;
  unsigned solved = 0;
  unsigned changed = 0;
  while (reader.next_game()) {
    State before = reader.state();
    while (reader.next_event()) {
      const State s = std::exchange(before, reader.state());
      if (!reader.search() || reader.search()->iterations < 30) continue;
      const auto exact = exact_endgame(s, 1000);
      ASSERT_EQ(e.is_exact[i] == 1, exact.has_value());
      const auto from = static_cast<std::size_t>(e.option_start[i]);
      const auto to = static_cast<std::size_t>(e.option_start[i + 1]);
      for (std::size_t o = from; o < to; ++o) {
        if (!exact) {
          EXPECT_EQ(e.target[o], plain.target[o]);
          continue;
        }
        const bool is_best =
            std::ranges::find(exact->best, Action(e.actions[o])) != exact->best.end();
        EXPECT_EQ(e.target[o], is_best ? 1 / static_cast<float>(exact->best.size()) : 0);
        changed += e.target[o] != plain.target[o] ? 1 : 0;
      }
      for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
        const std::size_t at = i * kMaxPlayers + ahead;
        const unsigned seat = (index(s.actor) + ahead) % s.players();
        const bool is_played = ahead < s.players();
        const float of_game = plain.win_share[at];
        EXPECT_EQ(e.win_share[at], !exact      ? of_game
                                   : is_played ? static_cast<float>(exact->win_share[seat])
                                               : 0);
        EXPECT_EQ(e.vp[at], plain.vp[at]);
      }
      solved += exact ? 1 : 0;
      ++i;
    }
  }
  EXPECT_EQ(i, e.size());
  EXPECT_GT(solved, 5U);
  EXPECT_GT(changed, 5U);
}

TEST(Examples, LeaveOutQuickSearches) {
  const std::string text = game_text(Ruleset::make("aoe3", 2), 6);
  const std::size_t all = examples_of(text, 1).size();
  const std::size_t full = examples_of(text, 30).size();
  EXPECT_GT(full, all / 4);
  EXPECT_LT(full, all * 3 / 4);
  EXPECT_EQ(examples_of(text, 31).size(), 0U);
}

TEST(Examples, HaveThePolicyTargetOfTheSearchWhereItHasOne) {
  for (const std::string options : {"root=gumbel", "noise=0.25,widening=1"}) {
    const std::string text =
        game_text(Ruleset::make("aoe3", 2), 8, "mcts:iterations=30," + options);
    const Examples e = examples_of(text, 30);
    std::istringstream in(text);
    RecordReader reader(in, "game");
    std::size_t i = 0;
    unsigned different = 0;
    while (reader.next_game()) {
      while (reader.next_event()) {
        const auto note = reader.search();
        if (!note) continue;
        ASSERT_FALSE(note->policy_target.empty()) << options;
        const auto begin = e.actions.begin() + e.option_start[i];
        const auto end = e.actions.begin() + e.option_start[i + 1];
        ASSERT_EQ(note->policy_target.size(), static_cast<std::size_t>(end - begin));
        for (const SearchNote::Target& target : note->policy_target) {
          const auto at = std::find(begin, end, target.action.id()) - e.actions.begin();
          const auto learned = static_cast<double>(e.target[static_cast<std::size_t>(at)]);
          EXPECT_NEAR(learned, target.probability, 2e-3);  // a record has four decimals
          const auto option =
              std::ranges::find(note->options, target.action, &SearchNote::Option::action);
          const u64 visits = option == note->options.end() ? 0 : option->visits;
          different += std::abs(learned - static_cast<double>(visits) / 30) > 0.01 ? 1 : 0;
        }
        ++i;
      }
    }
    EXPECT_EQ(i, e.size());
    EXPECT_GT(i, 20U);
    EXPECT_GT(different, 10U) << options;
  }
}

TEST(Examples, TheSharesOfOptionsAddUpToOneWhateverAPolicyNames) {
  const std::vector<Action> legal{Action(3), Action(5), Action(8)};
  using Policy = std::vector<SearchNote::Target>;
  EXPECT_EQ(option_shares(legal, Policy{{Action(8), 3}, {Action(3), 1}}),
            (std::vector<float>{0.25F, 0, 0.75F}));
  // An action that is not legal, and one that is named twice.
  EXPECT_EQ(option_shares(legal, Policy{{Action(4), 6}, {Action(8), 3}, {Action(3), 1}}),
            (std::vector<float>{0.25F, 0, 0.75F}));
  EXPECT_EQ(option_shares(legal, Policy{{Action(8), 3}, {Action(3), 1}, {Action(8), 9}}),
            (std::vector<float>{0.25F, 0, 0.75F}));
  EXPECT_TRUE(option_shares(legal, Policy{{Action(4), 6}}).empty());
  EXPECT_TRUE(option_shares(legal, Policy{{Action(3), 0}}).empty());
  EXPECT_TRUE(option_shares(legal, {}).empty());
}

TEST(Examples, OfHiddenInformationShowWhatTheDeciderKnows) {
  const std::vector<std::string> variants{"scouting"};
  const std::string text = game_text(Ruleset::make("empires", 3, {}, variants), 7);
  std::istringstream in(text);
  RecordReader reader(in, "game");
  const Examples e = examples_of(text, 30);
  InputReader inputs;
  std::size_t i = 0;
  unsigned resampled = 0;  // to another position
  Random random(1, 1);
  while (reader.next_game()) {
    State before = reader.state();
    while (reader.next_event()) {
      const State searched = before;
      before = reader.state();
      if (!reader.search() || reader.search()->iterations < 30) continue;
      State s = searched;
      resample(s, s.actor, random);  // the decider does not see the difference
      resampled += s == searched ? 0U : 1U;
      const auto on = inputs.read(s, s.actor);
      const auto begin = e.inputs.begin() + e.input_start[i];
      ASSERT_TRUE(std::equal(on.begin(), on.end(), begin, e.inputs.begin() + e.input_start[i + 1]));
      ASSERT_EQ(e.option_start[i + 1] - e.option_start[i], legal(s).size());
      ++i;
    }
  }
  EXPECT_EQ(i, e.size());
  EXPECT_GT(i, 20U);
  EXPECT_GT(resampled, 0U);
}

}  // namespace
}  // namespace carrack
