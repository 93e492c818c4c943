// RULES §1: valid rulesets, and errors for the others.
#include "core/game/ruleset.hpp"

#include "core/base/error.hpp"
#include "tests/core/position.hpp"
#include "tests/core/tweaks.hpp"

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

TEST(Ruleset, ATweakNeedsANameThatFilesCanHave) {
  const Ruleset rules = Ruleset::make("aoe3", 3);
  const Tweak tweak =
      tweaked(rules, R"({"name": "dear-navy", "tiles": {"navy": {"cost": 9}}})").tweak();
  EXPECT_EQ(rules.tweaked(tweak).tweak().name, "dear-navy");
  for (const std::string name : {"", "My tweak", "a/b"}) {
    expect_names(complaint([&] {
                   static_cast<void>(rules.tweaked({name, tweak.changes}));
                 }),
                 {"the name of a tweak should have 1 to 32 characters"});
  }
}

TEST(Ruleset, TheWordsCanBeWrittenInPlace) {
  const Words modules{"builder"};
  const Words variants{"buy_vp"};
  EXPECT_EQ(Ruleset::make("empires", 4, {"builder"}, {"buy_vp"}),
            Ruleset::make("empires", 4, modules, variants));
  EXPECT_EQ(Ruleset::make("empires", 4, {"builder"}), Ruleset::make("empires", 4, modules));
}

TEST(Ruleset, S1_TheGameOf2015IsForTwoToSix) {
  for (unsigned players = 2; players <= 6; ++players) {
    EXPECT_EQ(Ruleset::make("empires", players).players(), players);
  }
  EXPECT_EQ(refusal("empires", 7), "edition 'empires' is for 2 to 6 players, not 7");
}

TEST(Ruleset, S1_ModulesOfOtherEditionsAreRefusedByName) {
  for (const std::string module : {"builder", "national"}) {
    const std::string message = refusal("aoe3", 4, {module});
    expect_names(message, {"module '" + module + "'", "'empires'", "'aoe3'"});
    EXPECT_EQ(refusal("aoe3", 4, {"auction", module}), message);
  }
}

TEST(Ruleset, S1_AnyVariantOf2007IsRefusedByName) {
  for (const std::string_view variant : known_variants()) {
    expect_names(refusal("aoe3", 2, {}, {std::string(variant)}), {variant, "'empires'", "'aoe3'"});
  }
}

struct Conflict {
  unsigned players;
  Words modules;
  Words variants;
  std::vector<std::string_view> named;
};

TEST(Ruleset, S1_WhatDoesNotGoTogetherIsRefusedByNameAndReason) {
  const std::vector<Conflict> conflicts{
      {4, {"auction"}, {}, {"'auction'", "'national'"}},
      {4, {"builder", "auction"}, {}, {"'auction'", "'national'"}},
      {3, {}, {"two_player_captains"}, {"'two_player_captains'", "2 players", "3"}},
      {4, {}, {"open_counters", "no_survivors"}, {"'open_counters'", "'no_survivors'"}},
      {4, {}, {"scouting", "open_counters"}, {"'open_counters'", "'scouting'"}},
      {4, {}, {"buy_vp"}, {"'buy_vp'", "'builder'"}},
      {4, {"national"}, {"reduced_luck", "buy_vp"}, {"'buy_vp'", "'builder'"}},
  };
  for (const Conflict& conflict : conflicts) {
    const std::string message =
        refusal("empires", conflict.players, conflict.modules, conflict.variants);
    for (const std::string_view word : conflict.named) expect_names(message, {word});
  }
}

TEST(Ruleset, S1_WhatGoesTogetherIsAccepted) {
  EXPECT_EQ(refusal("empires", 6, {"national", "auction"}), "");
  EXPECT_EQ(refusal("empires", 2, {"builder", "national", "auction"},
                    {"two_player_captains", "reduced_luck", "no_survivors", "scouting", "buy_vp"}),
            "");
  EXPECT_EQ(refusal("empires", 4, {"builder"}, {"open_counters", "reduced_luck", "buy_vp"}), "");
}

TEST(Ruleset, AllRulesetsAreAllThatMakeAccepts) {
  const std::vector<Ruleset> all = all_rulesets();
  std::size_t accepted = 0;
  for (const std::string_view edition : known_editions()) {
    for (unsigned players = 0; players < 8; ++players) {
      for (unsigned modules = 0; modules < 16; ++modules) {
        for (unsigned variants = 0; variants < 64; ++variants) {
          Words with;
          Words changed;
          for_each_bit(modules, [&](unsigned m) { with.emplace_back(known_modules()[m]); });
          for_each_bit(variants, [&](unsigned v) { changed.emplace_back(known_variants()[v]); });
          if (!refusal(edition, players, with, changed).empty()) continue;
          ++accepted;
          const Ruleset rules = Ruleset::make(edition, players, with, changed);
          EXPECT_EQ(std::ranges::count(all, rules), 1);
          EXPECT_EQ(rules.module_names(), with);
          EXPECT_EQ(rules.variant_names(), changed);
        }
      }
    }
  }
  EXPECT_EQ(all.size(), accepted);
  EXPECT_EQ(accepted, 8U + 180 + 4 * 90 + 120 + 4 * 60);  // the last two: the world map
}

TEST(Ruleset, S1_AnythingUnknownIsRefusedWithTheNearestWord) {
  EXPECT_NE(refusal("aoe", 4).find("unknown edition 'aoe'; did you mean 'aoe3'?"),
            std::string::npos);
  EXPECT_NE(refusal("aoe3", 4, {"action"}).find("'action'; did you mean 'auction'?"),
            std::string::npos);
  EXPECT_EQ(refusal("aoe3", 4, {"chess"}),
            "unknown module 'chess' (known: builder, national, auction, world)");
  EXPECT_NE(refusal("empires", 4, {}, {"scoutin"}).find("did you mean 'scouting'?"),
            std::string::npos);
  EXPECT_NE(refusal("", 4).find("unknown edition ''"), std::string::npos);
  EXPECT_NE(refusal("AOE3", 4), "");
}

TEST(Ruleset, S1_NothingMayBeNamedTwice) {
  EXPECT_EQ(refusal("aoe3", 4, {"auction", "auction"}), "module 'auction' is named twice");
  EXPECT_EQ(refusal("empires", 4, {}, {"scouting", "scouting"}),
            "variant 'scouting' is named twice");
}

TEST(Ruleset, CodesAreDifferentAndLeadBack) {
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(Ruleset(RulesetWords(all[i].code())), all[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i].code(), all[j].code());
  }
}

TEST(Ruleset, OtherCodesAreRefused) {
  unsigned accepted = 0;
  for (unsigned code = 0; code < 1U << 16; ++code) {
    const RulesetWords words(static_cast<u16>(code));
    accepted += complaint([&] { static_cast<void>(Ruleset(words)); }).empty();
  }
  EXPECT_EQ(accepted, all_rulesets().size());
}

TEST(Ruleset, IsNamedByEditionPlayersAndModules) {
  EXPECT_EQ(Ruleset::make("aoe3", 4).to_string(), "aoe3-4");
  EXPECT_EQ(Ruleset::make("aoe3", 2, {"auction"}).to_string(), "aoe3-2+auction");
  EXPECT_EQ(empires(6, {"builder", "national"}, {"scouting"}).to_string(),
            "empires-6+builder+national+scouting");
  EXPECT_EQ(Ruleset::make("aoe3", 5).edition_name(), "aoe3");
  EXPECT_TRUE(Ruleset::make("aoe3", 5).module_names().empty());
}

TEST(Ruleset, EveryKnownWordIsAccepted) {
  for (const std::string_view edition : known_editions()) {
    EXPECT_EQ(Ruleset::make(edition, 2).edition_name(), edition);
  }
}

}  // namespace
}  // namespace carrack::testing
