// Whole games: invariants, masks, copies, hashes, chance, perft.
#include <cstring>
#include <map>

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
        const Action action = is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                                           : options[random.below(options.size())];
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

TEST(Check, FindsWhatIsBroken) {
  State s = perft_start(Ruleset::make("aoe3", 2));
  EXPECT_NO_THROW(check(s));
  const auto broken = [&](auto&& damage) {
    State damaged = s;
    damage(damaged);
    EXPECT_THROW(check(damaged), std::logic_error);
  };
  broken([](State& d) { d.of(p1).add_good(Good::rice); });
  broken([](State& d) { d.of(p1).add_available(Worker::soldier); });
  broken([](State& d) { d.of(p1).add_ship(); });
  broken([](State& d) { d.tiles_low.plane[0] ^= 1; });
  broken([](State& d) { d.set_place(1, d.in_place(0)); });
  broken([](State& d) { d.scratch[0] = 1; });
  broken([](State& d) { d.counters.assign(3, kOnTable); });
  broken([](State& d) { d.spend_deck_age(Age::one); });
}

TEST(ChanceSource, TheNthDrawOfAKindInATurnDoesNotDependOnOtherDecisions) {
  State one = start(Ruleset::make("aoe3", 3));
  State other = one;
  ChanceSource chance_one(5);
  ChanceSource chance_other(5);
  while (is_chance(one)) apply(one, chance_one.draw(one));
  while (is_chance(other)) apply(other, chance_other.draw(other));
  ASSERT_TRUE(one == other);
  // One game explores, the other does not; both see the same new tiles and goods.
  const auto finish_turn = [](State& s, ChanceSource& chance, std::string_view box) {
    while (s.turn == 1) {
      if (is_chance(s)) {
        apply(s, chance.draw(s));
      } else if (s.node == Node::place) {
        const bool open = offers(s, "place colonist " + std::string(box));
        play(s,
             open ? "place colonist " + std::string(box) : std::string("place colonist shipping"));
      } else if (s.node == Node::explore) {
        play(s, options(s).front());
      } else {
        apply(s, legal(s)[legal(s).size() - 1]);
      }
    }
  };
  finish_turn(one, chance_one, "discovery");
  finish_turn(other, chance_other, "shipping");
  EXPECT_FALSE(one == other);
  EXPECT_EQ(one.goods_on_show, other.goods_on_show);
  EXPECT_EQ(tiles_on_show(one), tiles_on_show(other));
}

TEST(Perft, S11_TwelveOneHundredThirtyNineFifteenFiftyEight) {
  const State s = perft_start(Ruleset::make("aoe3", 4));
  EXPECT_EQ(perft(s, 0), 1U);
  EXPECT_EQ(perft(s, 1), 12U);
  EXPECT_EQ(perft(s, 2), 139U);
  EXPECT_EQ(perft(s, 3), 1558U);
}

TEST(Perft, DividesIntoTheSameCount) {
  for (const Ruleset rules : all_rulesets()) {
    const State s = perft_start(rules);
    u64 leaves = 0;
    for (const PerftBranch& branch : perft_divide(s, 2)) leaves += branch.leaves;
    EXPECT_EQ(leaves, perft(s, 2)) << rules.to_string();
  }
}

TEST(Perft, CountsAcrossThePhasesOfATurn) {
  // The last placement of a turn, then resolution: counted one by one with check().
  State s = perft_start(Ruleset::make("aoe3", 2));
  for (int i = 0; i < 9; ++i) {
    play(s, i % 2 == 0 && i < 6 ? "place colonist dock" : "place colonist shipping");
  }
  u64 counted = 0;
  legal(s).for_each([&](Action first) {
    State next = s;
    apply(next, first);
    check(next);
    while (!is_over(next) && is_chance(next)) play(next, options(next).front());
    counted += legal(next).size();
  });
  EXPECT_EQ(perft(s, 2), counted);
}

TEST(RandomGames, S10_OneThousandGamesHaveTheMaskThatLegalGives) {
  random_games(125, 2, [](const State& before, Action, const State& after, const Legal& offered) {
    if (!is_chance(before) && offered.size() != 0) {
      ASSERT_EQ(offered, legal(before));
    }
    ASSERT_TRUE(is_over(after) || legal(after).size() >= 2);
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
