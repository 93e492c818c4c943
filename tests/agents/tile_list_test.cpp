// Tiles in specs, and the rulesets that have them.
#include "agents/tile_list.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "core/notation/tweak_json.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TileSet tiles_in(std::string_view words) {
  AgentSpec spec("x:ban=" + std::string(words));
  return tiles_of(spec, "ban");
}

std::string refusal_of_tiles(std::string_view words, Ruleset rules) {
  return complaint([&] { check_tiles("x", "ban", tiles_in(words), rules); });
}

TEST(TileList, TheRulesetHasTheTilesOfAKey) {
  const Ruleset rules = Ruleset::make("aoe3", 3);
  EXPECT_EQ(refusal_of_tiles("settlers+navy", rules), "");
  expect_names(refusal_of_tiles("navy+mint", rules),
               {"agent 'x', ban=: the tile mint cannot be bought in aoe3-3 (tiles of its age: "
                "indian_allies, ",
                "stables)"});
  EXPECT_EQ(refusal_of_tiles("navy+mint", empires(3, {"builder"})), "");
  expect_names(refusal_of_tiles("mint", empires(3)), {"mint", "empires-3"});
  expect_names(refusal_of_tiles("plague_1", rules), {"plague_1"});
  expect_names(refusal_of_tiles("goa", empires(3, {"builder"})), {"goa", "empires-3+builder"});
}

TEST(TileList, ATileThatATweakHasRemovedMayStandBesideOthers) {
  const Ruleset rules = Ruleset::make("aoe3", 3);
  const auto without = [&](const std::string& tiles) {
    return rules.tweaked(read_tweak(R"({"name": "less", "tiles": {)" + tiles + "}}"));
  };
  const Ruleset no_navy = without(R"("navy": {"copies": 0})");
  EXPECT_EQ(refusal_of_tiles("navy+power", no_navy), "");
  expect_names(refusal_of_tiles("navy", no_navy), {"navy cannot be bought in aoe3-3~less"});
  EXPECT_EQ(refusal_of_tiles("settlers", without(R"("settlers": {"copies": 1})")), "");
}

}  // namespace
}  // namespace carrack::testing
