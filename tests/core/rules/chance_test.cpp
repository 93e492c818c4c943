// RULES §2: contents of bags, probabilities of draws, and common random numbers.
#include "core/game/chance.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Tokens of a good that no player has, and that are neither on a region nor on show.
unsigned unseen(const State& s, unsigned good) {
  unsigned tokens = boards::kAmericas.tokens()[good];
  for (unsigned p = 0; p < s.players(); ++p) tokens -= s.player[p].good(nth<Good>(good));
  tokens -= s.goods_on_show.count(nth<Good>(good));
  for (unsigned r = 0; r < 9; ++r) {
    tokens -= has_bit(s.region_tokens, r) && index(boards::kAmericas.regions()[r].good) == good;
  }
  return tokens;
}

/// Copies of a tile that can still come, by the age drawn for (the next one once the old has left).
unsigned unseen(const State& s, Tile kind, Age age) {
  const TileRow& row = catalogue::row(kind);
  if ((row.sets & kAoe3) == 0 || row.age != age) return 0;
  unsigned copies = kind == Tile::settlers ? 2 : 1;
  const auto gone = [&](TileSet set) {
    set.for_each([&](TileCopy copy) { copies -= kind_of(copy) == kind; });
  };
  for (unsigned p = 0; p < s.players(); ++p) gone(s.tiles_of(nth<Player>(p)));
  gone(tiles_on_show(s));
  return copies;
}

unsigned expected_weight(const State& s, Action outcome) {
  const auto taken = [](const auto& planes, unsigned i) { return planes.holder(i) != kInBag; };
  switch (s.node) {
    case Node::good: return unseen(s, outcome.argument(Verb::good));
    case Node::cargo: return unseen(s, outcome.argument(Verb::cargo));
    case Node::tile: {
      const bool next_age = s.phase == Phase::refresh && s.turn % 3 == 0;
      return unseen(s, nth<Tile>(outcome.argument(Verb::tile)),
                    nth<Age>(index(s.age()) + (next_age ? 1U : 0U)));
    }
    case Node::expedition_card: return taken(s.cards, outcome.argument(Verb::card)) ? 0 : 1;
    case Node::order:
    case Node::starter: return 1;
    default: return taken(s.counters, outcome.argument(Verb::counter)) ? 0 : 1;
  }
}

TEST(Chance, S2_WeightsAreWhatIsLeftAndSumToTheTotal) {
  for (u64 game = 0; game < 80; ++game) {
    const std::vector<std::string> modules(game % 2, "auction");
    State s = start(Ruleset::make("aoe3", 2 + game / 2 % 4, modules));
    Random random(game, 5);
    while (!is_over(s)) {
      if (is_chance(s)) {
        unsigned sum = 0;
        legal(s).for_each([&](Action outcome) {
          ASSERT_EQ(chance_weight(s, outcome), expected_weight(s, outcome));
          ASSERT_GT(chance_weight(s, outcome), 0U);
          sum += chance_weight(s, outcome);
        });
        ASSERT_EQ(sum, chance_total(s));
      }
      apply(s, legal(s)[random.below(legal(s).size())]);
    }
  }
}

TEST(Chance, S2_NothingThatIsLeftIsMissing) {
  for (u64 game = 0; game < 40; ++game) {
    State s = start(Ruleset::make("aoe3", 2 + game % 4));
    Random random(game, 6);
    for (; !is_over(s); apply(s, legal(s)[random.below(legal(s).size())])) {
      if (!is_chance(s) || s.node == Node::order) continue;
      const Legal offered = legal(s);
      const Verb verb = offered[0].verb();
      const unsigned most = verb == Verb::good || verb == Verb::cargo ? 11 : 16;
      const unsigned kinds = verb == Verb::tile ? kTiles : most;
      for (unsigned i = 0; i < kinds; ++i) {
        ASSERT_EQ(offered.contains(Action(verb, i)), expected_weight(s, Action(verb, i)) != 0);
      }
    }
  }
}

/// The draws of one kind until the next decision.
std::vector<Action> draws(State s, ChanceSource chance, Node kind) {
  std::vector<Action> drawn;
  while (is_chance(s)) {
    const Node node = s.node;
    const Action outcome = chance.draw(s);
    if (node == kind) drawn.push_back(outcome);
    apply(s, outcome);
  }
  return drawn;
}

TEST(ChanceSource, DrawsOfOneKindDoNotMoveThoseOfAnother) {
  const State both = Position(2).begin(Phase::refresh);
  Position stocked(2);
  for (const Tile kind : {Tile::settlers, Tile::navigator, Tile::monastery, Tile::conquistadors,
                          Tile::trading_post}) {
    stocked.shows(kind);
  }
  const State goods_only = stocked.begin(Phase::refresh);
  ASSERT_EQ(goods_only.node, Node::good);
  for (u64 seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(draws(both, ChanceSource(seed), Node::good),
              draws(goods_only, ChanceSource(seed), Node::good));
  }
}

TEST(ChanceSource, EachTurnStartsItsOwnDraws) {
  const State first = Position(2, 1).begin(Phase::refresh);
  const State second = Position(2, 2).begin(Phase::refresh);
  unsigned same = 0;
  for (u64 seed = 0; seed < 50; ++seed) {
    ChanceSource used(seed);
    for (int i = 0; i < 3; ++i) static_cast<void>(used.draw(first));
    EXPECT_EQ(draws(second, used, Node::tile), draws(second, ChanceSource(seed), Node::tile));
    same += draws(first, ChanceSource(seed), Node::tile) ==
            draws(second, ChanceSource(seed), Node::tile);
  }
  EXPECT_LT(same, 5U);
}

TEST(ChanceSource, ASeedIsAGame) {
  std::vector<u64> endings;
  for (const u64 seed : {1U, 1U, 2U, 3U}) {
    ChanceSource chance(seed);
    State s = start(Ruleset::make("aoe3", 3));
    while (!is_over(s)) apply(s, is_chance(s) ? chance.draw(s) : legal(s)[0]);
    endings.push_back(hash(s));
  }
  EXPECT_EQ(endings[0], endings[1]);
  EXPECT_NE(endings[0], endings[2]);
  EXPECT_NE(endings[2], endings[3]);
}

TEST(ChanceSource, DrawsInProportionToTokens) {
  const State s = Position(2, 8).owns(p1, Tile::west_indies_co).begin(Phase::benefits);
  constexpr unsigned kDraws = 37'000;  // 37 tokens of eleven kinds
  ASSERT_EQ(chance_total(s), 37U);
  std::array<unsigned, 11> drawn{};
  for (u64 seed = 0; seed < kDraws; ++seed) {
    ++drawn.at(ChanceSource(seed).draw(s).argument(Verb::cargo));
  }
  // Chi-square with ten degrees of freedom stays below 29.6 in 999 of 1,000 runs; this is one.
  double chi_square = 0;
  for (unsigned g = 0; g < drawn.size(); ++g) {
    const double expected = 1000.0 * chance_weight(s, Action(Verb::cargo, g));
    chi_square += (drawn[g] - expected) * (drawn[g] - expected) / expected;
  }
  EXPECT_LT(chi_square, 29.6);
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

}  // namespace
}  // namespace carrack::testing
