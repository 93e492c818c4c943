// Tweaked figures in play: each kind has its effect, and random games have every invariant.
#include "tests/core/tweaks.hpp"

#include <functional>
#include <map>

#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

Ruleset tweaked_aoe3(std::string_view figures, unsigned players = 2) {
  return tweaked(Ruleset::make("aoe3", players), R"({"name": "x", )" + std::string(figures) + '}');
}

void play_checked_game(Ruleset rules, u64 seed) {
  Random random(seed, 5);
  State s = start(rules);
  while (!is_over(s)) {
    apply(s, random_action(s, legal(s), random));
    ASSERT_NO_THROW(check(s)) << seed;
  }
}

TEST(Tweaks, RandomGamesOfRandomTweaksHaveEveryInvariant) {
  Random random(20, 1);
  for (const Ruleset rules : all_rulesets()) {
    if (random.below(kSanitized ? 40 : 8) != 0) continue;
    const unsigned rarity = random.below(4) == 0 ? 1 : 1 + random.below(30);
    const Ruleset changed = randomly_tweaked(rules, rarity, random);
    play_checked_game(changed, random.next());
    ASSERT_FALSE(HasFatalFailure()) << rules.to_string();
  }
}

TEST(Tweaks, RandomGamesOfExtremesHaveEveryInvariant) {
  Random random(20, 2);
  for (const bool at_most : {false, true}) {
    for (const Ruleset rules :
         {Ruleset::make("aoe3", 2), Ruleset::make("aoe3", 5, {"auction"}),
          empires(6, {"builder", "national"}, {"scouting"}),
          empires(4, {"builder", "national", "world", "auction"}, {"buy_vp"})}) {
      const RulesetWords words(rules.code());
      Tweak tweak{"extreme", {}};
      for (const FigureRow& row : figure_rows()) {
        const bool is_set = row.name[0] == "sets";
        if (!has_figure(words, row) || (is_set && at_most)) continue;
        const FigureRange range = range_of(words, row);
        tweak.changes.push_back({row.id, static_cast<u8>(at_most ? range.most : range.least)});
      }
      for (unsigned game = 0; game < 4; ++game) {
        play_checked_game(rules.tweaked(tweak), random.next());
        ASSERT_FALSE(HasFatalFailure()) << rules.to_string() << at_most;
      }
    }
  }
}

TEST(Tweaks, ATileCostsItsNewPrice) {
  const Ruleset rules = tweaked_aoe3(R"("tiles": {"navigator": {"cost": 7}})");
  Position position(rules, 1);
  position.shows(Tile::navigator).shows(Tile::monastery).money(p1, 8).in_box(Box::buildings, p1);
  State s = position.begin(Phase::buildings);
  EXPECT_EQ(options(s), (std::vector<std::string>{"buy navigator", "pass"}));
  EXPECT_EQ(buildings::price(s, Tile::navigator), 7U);
  play(s, "buy navigator");
  EXPECT_EQ(s.of(p1).money(), 1U);
}

TEST(Tweaks, ATileDearerThanAnyPrintedOneIsNotForEverybody) {
  const Ruleset rules = tweaked_aoe3(R"("tiles": {"navy": {"cost": 99}, "power": {"cost": 40}})");
  Position position(rules, 7);
  position.shows(Tile::navy).shows(Tile::power).money(p1, 50).in_box(Box::buildings, p1);
  EXPECT_EQ(options(position.begin(Phase::buildings)),
            (std::vector<std::string>{"buy power", "pass"}));
}

TEST(Tweaks, TilesScoreTheirNewVp) {
  const Ruleset rules =
      tweaked_aoe3(R"("tiles": {"cartography": {"vp": 9}, "navy": {"vp_each": 7}})");
  Position position(rules, 7);
  position.owns(p1, Tile::cartography).owns(p1, Tile::navy).owns_ships(p1, 2);
  EXPECT_EQ(tiles::final_vp(position.s, p1), 9U + 2 * 7U);
}

TEST(Tweaks, EveryVpForEachThingIsAFigure) {
  for (const FigureRow& row : figure_rows()) {
    if (row.name[2] != "vp_each") continue;
    const auto kind = nth<Tile>(index(row.id) / static_cast<unsigned>(sizeof(TileFigures)));
    const auto worth_at = [&](u8 each) {
      const Ruleset rules = empires(2, {"builder", "world"})
                                .tweaked({"x", {{row.id, each}, {figure_rows()[0].id, 1}}});
      Position position(rules, 7);
      position.owns_ships(p1, 1).owns_good(p1, Good::sugar).owns(p1, kind);
      position.in_region(p1, "caribbean", Worker::soldier);
      position.in_region(p1, "caribbean", Worker::builder);
      position.in_region(p2, "peru", Worker::soldier, 3).in_region(p1, "peru", Worker::colonist);
      position.s.counters.assign(0, index(p1));
      position.s.reason = 1;
      position.s.add_india(Worker::colonist);
      return tiles::final_vp(position.s, p1);
    };
    EXPECT_GT(worth_at(9), worth_at(8)) << row.name[1];
    EXPECT_EQ(worth_at(0), 0U) << row.name[1];
  }
}

TEST(Tweaks, RemovedTilesAreNeverDrawn) {
  const Ruleset rules = tweaked_aoe3(
      R"("tiles": {"settlers": {"copies": 1}, "monastery": {"copies": 0}, "navy": {"copies": 0}})");
  EXPECT_EQ(tile_pool(rules, Age::one).size(),
            tile_pool(Ruleset::make("aoe3", 2), Age::one).size() - 2);
  EXPECT_FALSE(tile_pool(rules, Age::one).contains(only_copy(Tile::monastery)));
  EXPECT_FALSE(tile_pool(rules, Age::three).contains(only_copy(Tile::navy)));
  EXPECT_TRUE(tile_pool(rules, Age::one).kinds().contains(nth<TileCopy>(0)));
  Position position(rules, 1);
  position.s.node = Node::tile;
  EXPECT_FALSE(offers(position.s, "tile monastery"));
  EXPECT_EQ(chance_total(position.s), tile_pool(rules, Age::one).size());
}

/// Money that p1 has after a tile was bought, after the income and after the benefits.
unsigned money_with(Position position, Tile kind, Phase phase) {
  position.owns(p1, kind).money(p1, 0).begin(phase);
  return position.s.of(p1).money();
}

TEST(Tweaks, EveryIncomeOfATileIsAFigure) {
  for (const FigureRow& row : figure_rows()) {
    if (row.name[2] != "money") continue;
    const auto kind = nth<Tile>(index(row.id) / static_cast<unsigned>(sizeof(TileFigures)));
    const auto money_at = [&](u8 each) {
      const Ruleset rules = empires(2, {"builder", "world"})
                                .tweaked({"x", {{row.id, each}, {figure_rows()[0].id, 1}}});
      Position position(rules, 4);
      position.owns_ships(p1, 1).owns_good(p1, Good::sugar).owns_good(p1, Good::gold);
      position.money(p2, 40);
      if (kind == Tile::trading_house) {
        State s = position.owns(p1, kind).begin(Phase::benefits);
        play(s, {"sell gold", "pass"});
        return s.of(p1).money();
      }
      Position buying = position;
      buying.s.phase = Phase::buildings;
      tiles::at_purchase(buying.s, p1, kind);
      return buying.s.of(p1).money() + money_with(position, kind, Phase::income) +
             money_with(position, kind, Phase::benefits);
    };
    EXPECT_GT(money_at(9), money_at(8)) << row.name[1];
  }
}

TEST(Tweaks, CountersAndCardsBringTheirNewFigures) {
  const Ruleset rules = tweaked_aoe3(
      R"("counters": {"14": {"natives": 1, "plunder": 9, "per_soldier": 6, "vp": 11}},
         "cards": {"china": {"natives": 2, "plunder": 30, "per_soldier": 1, "vp": 12}})");
  Position position(rules, 2);
  position.knows_counter("peru", 14).in_box(Box::discovery, p1, Worker::soldier);
  State s = position.begin(Phase::discovery);
  play(s, "explore peru");
  EXPECT_TRUE(has_bit(s.discovered, index(region("peru"))));
  EXPECT_EQ(s.of(p1).money(), 15U);
  EXPECT_EQ(result(s).breakdown[0].discoveries, 11U);

  Position deck(rules, 7);
  deck.all_discovered().in_box(Box::discovery, p1, Worker::soldier).in_box(Box::discovery, p1);
  s = deck.begin(Phase::discovery);
  play(s, {"explore deck", "send 1 soldier", "send 1 colonist", "card china"});
  EXPECT_EQ(s.of(p1).money(), 31U);
  EXPECT_EQ(result(s).breakdown[0].discoveries, 12U);
}

TEST(Tweaks, BoxesHaveTheirNewSpaces) {
  const Ruleset rules = tweaked_aoe3(
      R"("spaces": {"dock": 1, "goods": 2, "buildings": 1, "warfare": 0, "captain": 0})");
  Position position(rules, 1);
  State s = position.available(p1, Worker::colonist, 5).begin(Phase::placement);
  EXPECT_FALSE(offers(s, "place colonist warfare"));
  EXPECT_FALSE(offers(s, "place colonist captain"));
  play(s, {"place colonist goods", "place colonist dock"});
  EXPECT_FALSE(offers(s, "place colonist dock"));
  EXPECT_TRUE(offers(s, "place colonist goods"));
  play(s, {"place colonist goods", "place colonist buildings"});
  EXPECT_FALSE(offers(s, "place colonist goods"));
  EXPECT_FALSE(offers(s, "place colonist buildings"));
}

TEST(Tweaks, ADockOfElevenSpacesForTwoPlayers) {
  const Ruleset rules = tweaked_aoe3(R"("spaces": {"dock": 11})");
  Position position(rules, 1);
  for (unsigned n = 0; n < 10; ++n) position.in_box(Box::dock, p1);
  position.available(p1, Worker::colonist, 2);
  State s = position.begin(Phase::placement);
  EXPECT_TRUE(offers(s, "place colonist dock"));
  play(s, "place colonist dock");
  EXPECT_FALSE(s.dock[10].empty());
  EXPECT_TRUE(s.dock[dock::kX].empty());
}

TEST(Tweaks, PlayersStartWithTheirNewMoneyAndWorkers) {
  const State s =
      start(tweaked_aoe3(R"("start": {"money": 3, "colonist": 2, "captain": 1, "soldier": 4})"));
  for (const Player p : {p1, p2}) {
    EXPECT_EQ(s.of(p).money(), 3U);
    EXPECT_EQ(s.of(p).available()[Worker::colonist], 2U);
    EXPECT_EQ(s.of(p).available()[Worker::captain], 1U);
    EXPECT_EQ(s.of(p).available()[Worker::soldier], 4U);
    EXPECT_EQ(s.of(p).available().total(), 7U);
  }
}

TEST(Tweaks, ColonistsArriveInTheirNewNumber) {
  State s = start(tweaked_aoe3(R"("turn": {"colonist": 3})"));
  Random random(1, 1);
  while (s.turn == 1 || s.phase != Phase::placement) {
    apply(s, is_chance(s) ? draw_chance(s, random) : legal(s)[0]);
  }
  EXPECT_EQ(s.of(p2).available()[Worker::colonist], 3U);
}

TEST(Tweaks, TrainingAndWarHaveTheirNewPrices) {
  const Ruleset rules = tweaked_aoe3(R"("prices": {"training": 2, "war": 3})");
  Position training(rules, 2);
  State s = training.money(p1, 2).in_box(Box::training, p1).begin(Phase::specialists);
  play(s, "train soldier");
  EXPECT_EQ(s.of(p1).money(), 0U);

  Position war(rules, 2);
  war.money(p1, 3).in_region(p1, "peru", Worker::soldier).in_region(p2, "peru", Worker::colonist);
  s = war.in_box(Box::warfare, p1).begin(Phase::warfare);
  play(s, "war p2");
  EXPECT_EQ(s.of(p1).money(), 0U);
}

/// The best of all ways to cut a holding into sets, one token after another.
class SetSearch {
 public:
  explicit SetSearch(const Figures& figures) : figures_(figures) {}

  unsigned best(Holding holding) {
    const auto known = best_.find(holding.bits());
    if (known != best_.end()) return known->second;
    unsigned most = 0;
    for (unsigned g = 0; g < kGoods; ++g) {
      const auto good = nth<Good>(g);
      for (const unsigned ship : {0U, 1U}) {
        if (holding.ships() < ship) continue;
        try_set(holding, most, figures_.four_alike, ship, {{good, 4 - ship}});
        try_set(holding, most, figures_.three_alike, ship, {{good, 3 - ship}});
        for (unsigned h = g; h < kGoods; ++h) {
          if (ship != 0) {
            try_set(holding, most, figures_.three_any, 1, {{good, 1}, {nth<Good>(h), 1}});
            continue;
          }
          for (unsigned i = h; i < kGoods; ++i) {
            try_set(holding, most, figures_.three_any, 0,
                    {{good, 1}, {nth<Good>(h), 1}, {nth<Good>(i), 1}});
          }
        }
      }
    }
    best_[holding.bits()] = most;
    return most;
  }

 private:
  void try_set(Holding holding, unsigned& most, unsigned money, unsigned ships,
               std::initializer_list<std::pair<Good, unsigned>> tokens) {
    for (const auto& [good, n] : tokens) {
      if (holding[good] < n) return;
      holding.remove(good, n);
    }
    holding.remove_ships(ships);
    most = std::max(most, money + best(holding));
  }

  const Figures& figures_;
  std::map<u64, unsigned> best_;
};

TEST(Tweaks, SetsBringTheBestOfTheirNewFigures) {
  Random random(4, 1);
  for (unsigned n = 0; n < 150; ++n) {
    const std::string sets = R"("sets": {"three_any": )" + std::to_string(random.below(4)) +
                             R"(, "three_alike": )" + std::to_string(random.below(6)) +
                             R"(, "four_alike": )" + std::to_string(random.below(8)) + '}';
    const Ruleset rules = tweaked_aoe3(sets);
    SetSearch search(rules.figures());
    for (unsigned i = 0; i < 6; ++i) {
      Holding holding;
      for (unsigned tokens = random.below(10); tokens != 0; --tokens) {
        const auto good = nth<Good>(static_cast<unsigned>(random.below(4)));
        if (holding[good] < 6) holding.add(good);
      }
      holding.add_ships(static_cast<unsigned>(random.below(4)));
      ASSERT_EQ(income::best_sets(rules.table(), holding), search.best(holding))
          << sets << ' ' << holding.bits();
    }
  }
}

TEST(Tweaks, TheSameFiguresAreTheSameIncomeByEitherWay) {
  const Ruleset printed = Ruleset::make("aoe3", 4);
  Rules others = printed.table();
  others.has_printed_sets = false;
  Random random(4, 2);
  for (unsigned i = 0; i < 3000; ++i) {
    Holding holding;
    for (unsigned g = 0; g < 11; ++g) {
      holding.add(nth<Good>(g), static_cast<unsigned>(random.below(random.below(7) + 1)));
    }
    holding.add_ships(static_cast<unsigned>(random.below(kShips + 1)));
    ASSERT_EQ(income::best_sets(others, holding), income::best_sets(holding)) << holding.bits();
  }
}

TEST(Tweaks, PositionsOfOtherFiguresHaveOtherHashes) {
  const State printed = start(Ruleset::make("aoe3", 2));
  const State other = start(tweaked_aoe3(R"("tiles": {"navy": {"cost": 19}})"));
  const State third = start(tweaked_aoe3(R"("tiles": {"navy": {"cost": 18}})"));
  EXPECT_NE(hash(printed), hash(other));
  EXPECT_NE(hash(third), hash(other));
}

}  // namespace
}  // namespace carrack::testing
