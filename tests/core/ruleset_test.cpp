// RULES §1: what may be played, and what the rest is told.
#include "core/ruleset.hpp"

#include "core/error.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

std::string refusal(std::string_view edition, unsigned players, const Words& modules = {},
                    const Words& variants = {}) {
  return complaint([&] { static_cast<void>(Ruleset::make(edition, players, modules, variants)); });
}

TEST(Ruleset, S1_TheGameOf2007IsForTwoToFive) {
  for (unsigned players = 2; players <= 5; ++players) {
    const Ruleset rules = Ruleset::make("aoe3", players);
    EXPECT_EQ(rules.edition(), Edition::aoe3);
    EXPECT_EQ(rules.players(), players);
    EXPECT_EQ(rules.board(), Board::americas);
    for (const Module module :
         {Module::builder, Module::national, Module::auction, Module::world}) {
      EXPECT_FALSE(rules.has(module));
    }
  }
}

TEST(Ruleset, S1_SixPlayersAreRefusedByNumber) {
  EXPECT_EQ(refusal("aoe3", 6), "edition 'aoe3' is for 2 to 5 players, not 6");
  EXPECT_EQ(refusal("aoe3", 1), "edition 'aoe3' is for 2 to 5 players, not 1");
  EXPECT_EQ(refusal("aoe3", 0), "edition 'aoe3' is for 2 to 5 players, not 0");
  EXPECT_EQ(refusal("aoe3", 4'000'000'000U, {}, {}),
            "edition 'aoe3' is for 2 to 5 players, not 4000000000");
}

TEST(Ruleset, S1_ModulesOfOtherEditionsAreRefusedByName) {
  for (const std::string module : {"builder", "national", "world"}) {
    const std::string message = refusal("aoe3", 4, {module});
    EXPECT_NE(message.find("module '" + module + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("edition 'aoe3'"), std::string::npos) << message;
    EXPECT_NE(message.find("(known: auction)"), std::string::npos) << message;
    EXPECT_EQ(refusal("aoe3", 4, {"auction", module}), message);
  }
}

TEST(Ruleset, S1_AnyVariantIsRefusedByName) {
  for (const std::string variant : {"two_player_captains", "reduced_luck", "no_survivors",
                                    "scouting", "open_counters", "buy_vp", "nonsense"}) {
    EXPECT_EQ(refusal("aoe3", 2, {}, {variant}),
              "variant '" + variant + "' is not for edition 'aoe3', which has none");
    EXPECT_EQ(refusal("aoe3", 2, {"auction"}, {variant}), refusal("aoe3", 2, {}, {variant}));
  }
}

TEST(Ruleset, S1_AnythingUnknownIsRefusedWithTheNearestWord) {
  EXPECT_NE(refusal("aoe", 4).find("unknown edition 'aoe'; did you mean 'aoe3'?"),
            std::string::npos);
  EXPECT_NE(refusal("aoe3", 4, {"action"}).find("'action'; did you mean 'auction'?"),
            std::string::npos);
  EXPECT_EQ(refusal("aoe3", 4, {"chess"}),
            "unknown module 'chess' (known: auction) for edition 'aoe3'");
  EXPECT_NE(refusal("", 4).find("unknown edition ''"), std::string::npos);
  EXPECT_NE(refusal("AOE3", 4), "");
}

TEST(Ruleset, S1_NothingMayBeNamedTwice) {
  EXPECT_EQ(refusal("aoe3", 4, {"auction", "auction"}), "module 'auction' is named twice");
}

TEST(Ruleset, CodesAreDifferentAndLeadBack) {
  std::vector<Ruleset> all;
  for (unsigned players = 2; players <= 5; ++players) {
    all.push_back(Ruleset::make("aoe3", players));
    all.push_back(Ruleset::make("aoe3", players, Words{"auction"}));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(Ruleset(all[i].code()), all[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i].code(), all[j].code());
  }
}

TEST(Ruleset, IsNamedByEditionPlayersAndModules) {
  EXPECT_EQ(Ruleset::make("aoe3", 4).to_string(), "aoe3-4");
  EXPECT_EQ(Ruleset::make("aoe3", 2, Words{"auction"}).to_string(), "aoe3-2+auction");
  EXPECT_EQ(Ruleset::make("aoe3", 5).edition_name(), "aoe3");
  EXPECT_TRUE(Ruleset::make("aoe3", 5).module_names().empty());
}

TEST(Ruleset, EveryKnownWordIsAccepted) {
  for (const std::string_view edition : known_editions()) {
    EXPECT_EQ(Ruleset::make(edition, 2).edition_name(), edition);
  }
  for (const std::string_view module : known_modules()) {
    EXPECT_EQ(Ruleset::make("aoe3", 2, Words{std::string(module)}).module_names(),
              Words{std::string(module)});
  }
}

}  // namespace
}  // namespace carrack::testing
