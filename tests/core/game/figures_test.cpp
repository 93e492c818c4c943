// Figures: names, ranges, and what is printed.
#include "core/game/figures.hpp"

#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Figures, EveryFigureHasItsOwnNameAndPlace) {
  std::set<std::string> names;
  std::set<unsigned> places;
  for (const FigureRow& row : figure_rows()) {
    EXPECT_TRUE(names.insert(full_name(row)).second) << full_name(row);
    EXPECT_TRUE(places.insert(index(row.id)).second) << full_name(row);
    EXPECT_LT(index(row.id), sizeof(Figures));
    EXPECT_LE(row.least, row.most);
  }
  EXPECT_TRUE(names.contains("tiles: mint: cost"));
  EXPECT_TRUE(names.contains("sets: three_alike"));
}

TEST(Figures, WhatIsPrintedIsInRange) {
  for (const Ruleset rules : all_rulesets()) {
    const RulesetWords words(rules.code());
    for (const FigureRow& row : figure_rows()) {
      if (!has_figure(words, row)) continue;
      const unsigned printed = figure(rules.figures(), row.id);
      const FigureRange range = range_of(words, row);
      ASSERT_GE(printed, range.least) << rules.to_string() << ' ' << full_name(row);
      ASSERT_LE(printed, range.most) << rules.to_string() << ' ' << full_name(row);
    }
    ASSERT_FALSE(rules.is_tweaked());
    ASSERT_TRUE(rules.tweak().changes.empty());
    ASSERT_TRUE(rules.table().has_printed_sets);
  }
}

TEST(Figures, NamesInTheOrderOfTheRowsStandTogether) {
  std::set<std::string> closed;
  std::string open;
  for (const FigureRow& row : figure_rows()) {
    const std::string group = std::string(row.name[0]) + '/' + std::string(row.name[1]);
    if (group == open) continue;
    EXPECT_TRUE(closed.insert(group).second) << group;
    open = group;
  }
}

TEST(Figures, AFigureIsSetAlone) {
  const Figures printed = Ruleset::make("aoe3", 2).figures();
  for (const FigureRow& row : figure_rows()) {
    Figures changed = printed;
    const u8 value = figure(printed, row.id);
    set_figure(changed, row.id, static_cast<u8>(value + 1));
    EXPECT_EQ(figure(changed, row.id), value + 1);
    EXPECT_FALSE(changed == printed);
    set_figure(changed, row.id, value);
    EXPECT_TRUE(changed == printed);
  }
}

TEST(Figures, RulesWithOneTweakAreOneTable) {
  const Tweak tweak{"x", {{figure_rows()[0].id, 3}}};
  const Ruleset rules = Ruleset::make("aoe3", 2);
  EXPECT_EQ(rules.tweaked(tweak).id(), rules.tweaked(tweak).id());
  EXPECT_NE(rules.tweaked(tweak).id(), rules.tweaked({"y", tweak.changes}).id());
  EXPECT_EQ(rules.tweaked(tweak).tweaked({}), rules);
  EXPECT_EQ(rules.tweaked(tweak).on(Board::world).on(Board::americas), rules.tweaked(tweak));
}

}  // namespace
}  // namespace carrack::testing
