// Subjects of trials and their names.
#include "experiments/trial/subject.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::vector<std::string> names_of(const std::vector<Subject>& subjects) {
  std::vector<std::string> names;
  for (const Subject subject : subjects) names.push_back(to_string(subject));
  return names;
}

TEST(Subject, NamesAreReadAsTheyAreWritten) {
  for (const char* verb : {"buy", "place"}) {
    for (const Subject subject : parse_subjects(verb)) {
      EXPECT_EQ(parse_subject(to_string(subject)), subject);
      EXPECT_EQ(to_string(subject), std::string(verb) + ':' + std::string(name(subject)));
    }
  }
  EXPECT_EQ(parse_subjects("place").size(), kBoxes);
  EXPECT_EQ(parse_subjects("buy").size(), kTiles);
}

TEST(Subject, IsDoneByTheActionsOfItsNotation) {
  const Board board = Board::americas;
  const Subject discovery = parse_subject("place:discovery");
  EXPECT_TRUE(discovery.is_done_by(parse_notation("place colonist discovery", board)));
  EXPECT_TRUE(discovery.is_done_by(parse_notation("place soldier discovery", board)));
  EXPECT_FALSE(discovery.is_done_by(parse_notation("place soldier dock", board)));
  EXPECT_FALSE(discovery.is_done_by(parse_notation("buy navy", board)));
  EXPECT_FALSE(discovery.is_done_by(kPass));
  const Subject navy = parse_subject("buy:navy");
  EXPECT_TRUE(navy.is_done_by(parse_notation("buy navy", board)));
  EXPECT_FALSE(navy.is_done_by(parse_notation("buy mint", board)));
}

TEST(Subject, UnknownWordsAreRefusedWithTheNearest) {
  const auto says = [](const char* text) {
    return complaint([&] { static_cast<void>(parse_subjects(text)); });
  };
  expect_names(says("place:discvery"), {"unknown box 'discvery'; did you mean 'discovery'"});
  expect_names(says("plac:discovery"), {"did you mean 'place'"});
  expect_names(says("discovery"), {"unknown action 'discovery'", "place:discovery"});
  expect_names(says("buy:nayv"), {"did you mean 'navy'"});
  expect_names(says("place:"), {"unknown box ''", "discovery"});
  expect_names(says(""), {"known: buy, place"});
  expect_names(complaint([] { static_cast<void>(parse_subject("place")); }), {"expected one"});
}

TEST(Subject, BoxesAreThoseOfTheRuleset) {
  const std::vector<std::string> always{"place:initiative", "place:dock",      "place:goods",
                                        "place:shipping",   "place:buildings", "place:discovery",
                                        "place:captain",    "place:merchant",  "place:missionary",
                                        "place:soldier",    "place:training",  "place:warfare"};
  EXPECT_EQ(names_of(placements_in(Ruleset::make("aoe3", 4))), always);
  const auto has = [](Ruleset rules, const char* word) {
    const std::vector<Subject> boxes = placements_in(rules);
    return std::ranges::find(boxes, parse_subject(word)) != boxes.end();
  };
  EXPECT_FALSE(has(empires(4), "place:builder"));
  EXPECT_TRUE(has(empires(4, {"builder"}), "place:builder"));
  EXPECT_FALSE(has(empires(4, {"builder"}), "place:india"));
  EXPECT_TRUE(has(empires(4, {"builder", "world"}), "place:india"));
  EXPECT_TRUE(has(empires(4, {"builder", "world"}), "place:mayflower"));
}

TEST(Subject, ThoseThatTheRulesetLacksAreLeftOut) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  const std::vector<Subject> asked{parse_subject("place:dock"), parse_subject("place:builder"),
                                   parse_subject("place:initiative"), parse_subject("place:dock")};
  EXPECT_EQ(names_of(subjects_in(rules, asked)),
            (std::vector<std::string>{"place:initiative", "place:dock"}));
  const std::vector<Subject> tile{parse_subject("buy:navy")};
  expect_names(complaint([&] { static_cast<void>(some_subjects_in(rules, tile, Age::one)); }),
               {"none of the tiles of this trial is of age I: navy is of age III"});
  const std::vector<Subject> none{parse_subject("place:builder")};
  expect_names(complaint([&] { static_cast<void>(some_subjects_in(rules, none)); }),
               {"none of the boxes of this trial is in aoe3-4", "known: initiative, dock"});
}

TEST(Subject, NamedOnesThatCanNeverBeTriedAreRefused) {
  const std::vector<Ruleset> rulesets{Ruleset::make("aoe3", 4), empires(4)};
  const auto says = [&](const char* word, std::optional<Age> age, std::optional<unsigned> turn) {
    const std::vector<Subject> named{parse_subject(word)};
    return complaint([&] { check_named_subjects(named, rulesets, age, turn); });
  };
  EXPECT_EQ(says("buy:navy", std::nullopt, std::nullopt), "");
  EXPECT_EQ(says("buy:navy", Age::three, 8), "");
  EXPECT_EQ(says("buy:plague_1", Age::one, 1), "") << "of one of the rulesets";
  EXPECT_EQ(says("place:dock", std::nullopt, 8), "");
  EXPECT_EQ(says("buy:navy", Age::one, std::nullopt),
            "navy cannot be bought in aoe3-4, empires-4, age I: navy is of age III");
  EXPECT_EQ(says("buy:navy", std::nullopt, 2),
            "navy cannot be bought in aoe3-4, empires-4, turn 2: navy is of age III");
  EXPECT_EQ(says("buy:mint", std::nullopt, std::nullopt),
            "mint cannot be bought in aoe3-4, empires-4");
  expect_names(says("place:builder", std::nullopt, std::nullopt),
               {"builder is not a box of aoe3-4, empires-4 (known: initiative, dock"});
}

}  // namespace
}  // namespace carrack::testing
