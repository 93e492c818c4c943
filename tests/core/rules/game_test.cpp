// Whole games: invariants, masks, copies, hashes, chance.
#include <cstring>
#include <map>

#include "core/tools/perft.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

/// Plays random games and calls `visit(before, action, after, options)` at every step.
/// Of each ruleset of 2007 `of_2007` games, of each of the hundreds of 2015 `of_2015`.
template <typename Visit>
void random_games(unsigned of_2007, unsigned of_2015, Visit&& visit) {
  for (const Ruleset rules : all_rulesets()) {
    const unsigned games = rules.edition() == Edition::aoe3 ? of_2007 : of_2015;
    for (u64 game = 0; game < games; ++game) {
      Random random(game, rules.code());
      State s = start(rules);
      Legal options;
      while (!is_over(s)) {
        const State before = s;
        const Legal offered = options;
        const Action action = random_action(s, options, random);
        apply(s, action, options);
        visit(before, action, s, offered);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(RandomGames, EveryInvariantHoldsAfterEveryStep) {
  constexpr unsigned kOf2007 = kSanitized ? 200 : 800;  // sanitizers take twenty times as long
  constexpr unsigned kOf2015 = kSanitized ? 6 : 25;
  random_games(kOf2007, kOf2015, [](const State&, Action action, const State& after, const Legal&) {
    ASSERT_NO_THROW(check(after)) << after.ruleset().to_string() << ": "
                                  << to_notation(action, after.ruleset().board());
  });
}

TEST(RandomGames, S10_EveryDecisionHasAtLeastTwoOptions) {
  random_games(50, 2, [](const State& before, Action action, const State&, const Legal& offered) {
    if (is_chance(before)) {  // draws need no list
      ASSERT_EQ(offered.size(), 0U);
      ASSERT_GE(legal(before).size(), 2U);
      return;
    }
    ASSERT_EQ(offered, legal(before));
    ASSERT_TRUE(offered.contains(action));
    unsigned counted = 0;
    offered.for_each([&](Action a) {
      ASSERT_EQ(offered[counted], a);
      ++counted;
    });
    ASSERT_EQ(offered.size(), counted);
    ASSERT_GE(counted, 2U);
  });
}

TEST(RandomGames, ACopyNeverChangesItsOriginal) {
  random_games(20, 1, [](const State& before, Action action, const State& after, const Legal&) {
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &before, sizeof(State));
    State copy = before;
    apply(copy, action);
    ASSERT_EQ(std::memcmp(bytes.data(), &before, sizeof(State)), 0);
    ASSERT_TRUE(copy == after);
    ASSERT_EQ(hash(copy), hash(after));
  });
}

TEST(RandomGames, EveryEventReadsBackFromItsNotation) {
  random_games(20, 1, [](const State& before, Action action, const State&, const Legal&) {
    ASSERT_EQ(parse_legal(to_notation(action, before.ruleset().board()), before), action);
  });
}

TEST(RandomGames, S2_ProbabilitiesAddUpAndEveryTokenHasItsOutcome) {
  random_games(10, 1, [](const State& before, Action, const State&, const Legal&) {
    if (!is_chance(before)) return;
    const Legal offered = legal(before);
    std::map<u16, unsigned> outcomes;
    for (unsigned token = 0; token < chance_total(before); ++token) {
      ++outcomes[chance_outcome(before, token).id()];
    }
    ASSERT_EQ(outcomes.size(), offered.size());
    for (const auto& [id, tokens] : outcomes) {
      ASSERT_TRUE(offered.contains(Action(id)));
      ASSERT_EQ(chance_weight(before, Action(id)), tokens);
    }
  });
}

TEST(RandomGames, DifferentPositionsOfAGameHaveDifferentHashes) {
  std::map<u64, State> seen;
  random_games(5, 0, [&](const State&, Action, const State& after, const Legal&) {
    const auto [entry, is_new] = seen.try_emplace(hash(after), after);
    ASSERT_TRUE(is_new || entry->second == after);
  });
}

TEST(RandomGames, S4_EndInTurnEightAndNeverTurnBack) {
  unsigned ended = 0;
  random_games(125, 2, [&](const State& before, Action, const State& after, const Legal&) {
    ASSERT_GE(after.turn, before.turn);
    ASSERT_LE(after.turn, before.turn + 1);
    ASSERT_EQ(is_over(after), after.phase == Phase::end);
    if (!is_over(after)) return;
    ASSERT_EQ(after.turn, kTurns);
    ASSERT_EQ(legal(after).size(), 0U);
    ++ended;
  });
  EXPECT_EQ(ended, 125U * 8 + 2 * (all_rulesets().size() - 8));
}

TEST(Hash, EqualPositionsByDifferentWaysHaveEqualHashes) {
  // Two workers of one player in other boxes, placed in either order.
  const State s = perft_start(Ruleset::make("aoe3", 2));
  const std::string_view pass_time = "place colonist shipping";
  State one = s;
  play(one, {"place colonist goods", pass_time, "place colonist warfare", pass_time});
  State other = s;
  play(other, {"place colonist warfare", pass_time, "place colonist goods", pass_time});
  EXPECT_TRUE(one == other);
  EXPECT_EQ(hash(one), hash(other));
  EXPECT_EQ(legal(one), legal(other));
}

TEST(Hash, EveryByteCounts) {
  const State s = perft_start(Ruleset::make("aoe3", 5));
  for (std::size_t i = 0; i < sizeof(State); ++i) {
    // The rules count by their content, see below.
    if (i == offsetof(State, rules) || i == offsetof(State, rules) + 1) continue;
    if (i == offsetof(State, seats)) continue;
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &s, sizeof(State));
    bytes[i] ^= 1U;
    State changed = s;
    std::memcpy(&changed, bytes.data(), sizeof(State));
    EXPECT_NE(hash(changed), hash(s)) << i;
    EXPECT_FALSE(changed == s) << i;
  }
}

TEST(Hash, TheRulesCountByTheirContent) {
  std::vector<u64> hashes;
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 2), Ruleset::make("aoe3", 3), empires(2, {"builder", "world"}),
        Ruleset::make("aoe3", 2).on(islands()), Ruleset::make("aoe3", 2).on(Board::world)}) {
    State s = start(Ruleset::make("aoe3", 2));
    s.rules = rules.id();
    hashes.push_back(hash(s));
  }
  std::ranges::sort(hashes);
  EXPECT_EQ(std::ranges::adjacent_find(hashes), hashes.end());
}

TEST(Hash, IsTheSameInEveryProcessAndVersion) {
  EXPECT_EQ(hash(start(Ruleset::make("aoe3", 2))), 0x998b32581fd1c6U);
  EXPECT_EQ(hash(start(empires(5, {"builder", "national", "world"}))), 0x86ad9fa9b7cb41baU);
  EXPECT_EQ(hash(start(Ruleset::make("aoe3", 3).on(islands()))), 0x1254f08ea930acc5U);
}

}  // namespace
}  // namespace carrack::testing
