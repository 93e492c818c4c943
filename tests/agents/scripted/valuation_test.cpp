// Fast estimates equal the straightforward ones.
#include "agents/scripted/valuation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "agents/scripted/presence.hpp"
#include "agents/scripted/region_view.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/game/bags.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack {
namespace {

/// Calls `check` at decisions of games of both editions and the world map, half of them random,
/// half played by explorers, which reach the cards.
template <typename Check>
void at_positions(Check&& check) {
  const std::array<std::string, 2> modules{"builder", "world"};
  const std::array rulesets{Ruleset::make("aoe3", 2), Ruleset::make("aoe3", 5),
                            Ruleset::make("empires", 4, modules)};
  for (u64 game = 0; game < 30; ++game) {
    State s = start(rulesets[game % rulesets.size()]);
    Random random(game, 8);
    Legal options = legal(s);
    for (unsigned n = 0; !is_over(s); ++n) {
      if (!is_chance(s) && n % 7 == 0) check(s);
      if (is_chance(s) || game % 2 == 0) {
        random_step(s, options, random);
      } else {
        apply(s, scripted_choice(s, options, *find_strategy("explorer"), random), options);
      }
    }
  }
}

TEST(Valuation, ARegionViewIsACountOfAllRegionsAtOnce) {
  at_positions([](const State& s) {
    for (unsigned p = 0; p < s.players(); ++p) {
      valuation::RegionView regions;
      regions.look_at(s, nth<Player>(p));
      for (const unsigned extra : {0U, 1U, 2U, 5U, 31U, 32U, 2U}) {
        ASSERT_EQ(regions.best_reinforcement(extra),
                  valuation::best_reinforcement(s, nth<Player>(p), extra));
      }
    }
  });
}

TEST(Valuation, ATableHoldsThePresenceOfWorkers) {
  const valuation::Presence& table = valuation::Presence::table();
  for (unsigned mine = 0; mine < 40; ++mine) {
    for (unsigned other = 0; other < 40; ++other) {
      const double lead = static_cast<double>(mine) - other;
      const double first = 1 / (1 + std::exp(-1.6 * (lead - 0.4)));
      const double ready = std::min(1.0, std::max(mine, other) / 3.0);
      const double expected = mine == 0 ? 0 : 1.7 * ready * (6 * first + (1 - first));
      ASSERT_NEAR(table.of(1, mine, other), expected, 1e-12) << mine << " against " << other;
    }
  }
}

TEST(Valuation, SuccessIsTheShareOfTheBagThatAStrengthOvercomes) {
  unsigned decks = 0;
  at_positions([&](const State& s) {
    const bool deck = s.undiscovered() == 0;
    const u32 bag = deck ? card_bag(s) : counter_bag(s);
    if (bag == 0) return;
    decks += deck;
    for (unsigned strength = 0; strength < 12; ++strength) {
      unsigned overcome = 0;
      for_each_bit(bag, [&](unsigned i) {
        const unsigned printed =
            deck ? catalogue::kCardRows[i].discovery.natives : catalogue::kCounterRows[i].natives;
        overcome += tiles::natives(s, s.actor, printed) <= strength;
      });
      ASSERT_EQ(valuation::success(s, strength), static_cast<double>(overcome) / count_bits(bag));
    }
    const unsigned wanted = valuation::wanted_strength(s);
    EXPECT_TRUE(wanted == 6 || valuation::success(s, wanted) >= 0.8);
    if (wanted > 1) {
      EXPECT_LT(valuation::success(s, wanted - 1), 0.8);
    }
  });
  EXPECT_GT(decks, 0U);  // cards were met too
}

TEST(Valuation, ReadsTheFiguresOfTheRuleset) {
  const auto start_of = [](std::string_view figures) {
    const std::string tweak = R"({"name": "x", )" + std::string(figures) + '}';
    State s = start(testing::tweaked(Ruleset::make("aoe3", 2), tweak));
    s.actor = Player{0};
    return s;
  };
  const auto worth = [&](Tile kind, std::string_view figures) {
    return valuation::tile(start_of(figures), Player{0}, kind);
  };
  EXPECT_GT(worth(Tile::taxation, R"("tiles": {"taxation": {"money": 12}})"),
            worth(Tile::taxation, R"("start": {"money": 9})"));
  EXPECT_GT(worth(Tile::cartography, R"("tiles": {"cartography": {"vp": 9}})"),
            worth(Tile::cartography, R"("start": {"money": 9})"));
  for (unsigned i = 0; i < kTiles; ++i) {
    const auto kind = nth<Tile>(i);
    if (catalogue::row(kind).age != Age::one ||
        !tile_pool(Ruleset::make("aoe3", 2), Age::one).contains(only_copy(kind))) {
      continue;
    }
    const std::string figures = "\"tiles\": {\"" + std::string(name(kind)) + "\": {\"vp\": 40}}";
    const double plain = worth(kind, R"("start": {"money": 9})");
    EXPECT_EQ(worth(kind, figures), plain + 40 - catalogue::row(kind).vp) << name(kind);
  }
  std::string harmless = "\"counters\": {";
  for (unsigned i = 0; i < kCounters; ++i) {
    harmless.append(i == 0 ? "" : ", ").append(1, '"').append(std::to_string(i));
    harmless.append("\": {\"natives\": 1}");
  }
  harmless += '}';
  EXPECT_EQ(valuation::wanted_strength(start_of(harmless)), 1U);
  EXPECT_GT(valuation::wanted_strength(start_of(R"("start": {"money": 9})")), 1U);
}

}  // namespace
}  // namespace carrack
