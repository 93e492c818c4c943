// The optional member `search` of event lines: written, read back, checked in its form.
#include <algorithm>
#include <sstream>

#include "core/notation/notation.hpp"
#include "core/notation/record.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Two options of the first decision of a game, as actions and as text, sorted by text.
struct FirstOptions {
  FirstOptions() {
    State s = start(Ruleset::make("aoe3", 2));
    ChanceSource chance(1);
    while (is_chance(s)) apply(s, chance.draw(s));
    const Legal options = legal(s);
    a = options[0];
    b = options[1];
    if (to_notation(b, s.ruleset().board()) < to_notation(a, s.ruleset().board())) std::swap(a, b);
    text_a = to_notation(a, s.ruleset().board());
    text_b = to_notation(b, s.ruleset().board());
  }
  Action a;
  Action b;
  std::string text_a;
  std::string text_b;
};
const FirstOptions& first_options() {
  static const FirstOptions options;
  return options;
}

/// A record of one game whose first decision carries a note.
std::string record_with_note(const std::vector<SearchNote::Target>& policy_target = {}) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  std::string record;
  RecordWriter writer(record, {rules, {"a", "b"}, 1, 0, "test"}, /*trace=*/false,
                      /*search_values=*/true);
  const SearchNote note{
      .iterations = 7,
      .win_share = {0.375, 0.625},
      .options = {{first_options().b, 4, {0.25, 0.75}}, {first_options().a, 3, {1, 0}}},
      .policy_target = policy_target};
  ChanceSource chance(1);
  bool noted = false;
  State s = start(rules);
  while (!is_over(s)) {
    const State before = s;
    const bool drawn = is_chance(s);
    const Action action = drawn ? chance.draw(s) : legal(s)[0];
    apply(s, action);
    writer.event(before, action, s, drawn || noted ? nullptr : &note);
    noted |= !drawn;
  }
  writer.finish(result(s));
  return record;
}

/// The notes of a record, after reading all of it.
std::vector<SearchNote> notes_of(const std::string& record) {
  std::istringstream in(record);
  RecordReader reader(in, "test");
  std::vector<SearchNote> notes;
  while (reader.next_game()) {
    while (reader.next_event()) {
      if (reader.search()) notes.push_back(*reader.search());
    }
  }
  return notes;
}

TEST(SearchNote, IsReadBackWithItsEventAndNoOther) {
  const std::string record = record_with_note();
  EXPECT_NE(record.find("\"search\": {\"iterations\": 7, \"win_share\": [0.3750, 0.6250], "
                        "\"options\": [{\"option\": \"" +
                        first_options().text_b + "\", \"visits\": 4, \"value\": [0.2500, 0.7500]}"),
            std::string::npos);
  const std::vector<SearchNote> notes = notes_of(record);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].iterations, 7U);
  EXPECT_EQ(notes[0].win_share, (std::vector<double>{0.375, 0.625}));
  ASSERT_EQ(notes[0].options.size(), 2U);
  EXPECT_EQ(notes[0].options[0].visits, 4U);
  EXPECT_EQ(notes[0].options[0].value, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(notes[0].options[1].action, first_options().a);
}

TEST(SearchNote, RecordsWithoutWinSharesAreRead) {
  std::string record = record_with_note();
  constexpr std::string_view kShares = "\"win_share\": [0.3750, 0.6250], ";
  record.erase(record.find(kShares), kShares.size());
  ASSERT_EQ(notes_of(record).size(), 1U);
  EXPECT_TRUE(notes_of(record)[0].win_share.empty());
}

TEST(SearchNote, APolicyTargetIsReadBackInTheOrderOfTheNotation) {
  const std::string record =
      record_with_note({{first_options().b, 0.75}, {first_options().a, 0.25}});
  EXPECT_NE(record.find("\"policy_target\": {\"" + first_options().text_a + "\": 0.2500, \"" +
                        first_options().text_b + "\": 0.7500}}"),
            std::string::npos);
  const std::vector<SearchNote> notes = notes_of(record);
  ASSERT_EQ(notes.size(), 1U);
  ASSERT_EQ(notes[0].policy_target.size(), 2U);
  EXPECT_EQ(notes[0].policy_target[0].action, first_options().a);
  EXPECT_EQ(notes[0].policy_target[0].probability, 0.25);
  EXPECT_EQ(notes[0].policy_target[1].action, first_options().b);
  EXPECT_EQ(record_with_note(notes[0].policy_target), record);
  EXPECT_TRUE(notes_of(record_with_note())[0].policy_target.empty());
  EXPECT_EQ(record_with_note().find("policy_target"), std::string::npos);
}

TEST(SearchNote, APolicyTargetOfAWrongFormIsRefused) {
  const std::string b = "\"" + first_options().text_b + "\": ";
  const auto changed = [&](const std::string& to) {
    std::string record = record_with_note({{first_options().b, 0.75}, {first_options().a, 0.25}});
    const std::string from = b + "0.7500";
    record.replace(record.find(from), from.size(), to);
    return complaint([&] { static_cast<void>(notes_of(record)); });
  };
  expect_names(changed(b + "0.7"), {"test:", "policy_target", "0.95", "expected 1"});
  for (const char* const number : {"1.75", "-0.75", "\"0.75\""}) {
    expect_names(changed(b + number), {"policy_target", first_options().text_b, "from 0 to 1"});
  }
  expect_names(changed(R"("jump": 0.75)"), {"jump"});
  expect_names(changed(R"("pass": 0.75)"), {"test:", "search: option 'pass' is not legal here"});
  std::string list = record_with_note({{first_options().b, 1}});
  const std::string object = "{" + b + "1.0000}";
  list.replace(list.find(object), object.size(), "[1]");
  expect_names(complaint([&] { static_cast<void>(notes_of(list)); }), {"policy_target", "object"});
}

TEST(SearchNote, OfAWrongFormIsRefused) {
  const auto changed = [](std::string_view from, std::string_view to) {
    std::string record = record_with_note();
    record.replace(record.find(from), from.size(), to);
    return complaint([&] { static_cast<void>(notes_of(record)); });
  };
  expect_names(changed("{\"iterations\": 7", "{\"iterations\": -7"), {"test:", "iterations"});
  const std::string option = "\"option\": \"" + first_options().text_b + "\"";
  expect_names(changed(option, "\"option\": \"land atlantis\""), {"atlantis"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500]"), {"value", "2"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500, \"x\"]"), {"value", "numbers"});
  expect_names(changed("[0.3750, 0.6250]", "[0.3750]"), {"win_share", "2"});
  expect_names(changed("[0.3750, 0.6250]", "\"even\""), {"win_share", "2"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500, 1.7500]"), {"value", "from 0 to 1"});
  expect_names(changed("[0.3750, 0.6250]", "[-0.375, 0.6250]"), {"win_share", "from 0 to 1"});
  expect_names(changed("\"visits\": 4", "\"visit\": 4"), {"visits"});
}

/// The options of a note are those of its decision, each once; the error has the line.
TEST(SearchNote, OfOptionsThatTheDecisionDoesNotHaveIsRefused) {
  const std::string record = record_with_note();
  const std::string option = "{\"option\": \"" + first_options().text_b + "\"";
  const std::size_t at = record.find(option);
  const auto line = std::count(record.begin(), record.begin() + static_cast<long>(at), '\n') + 1;
  const auto with = [&](const std::string& text) {
    std::string changed = record;
    changed.replace(at, option.size(), "{\"option\": \"" + text + "\"");
    return complaint([&] { static_cast<void>(notes_of(changed)); });
  };
  const std::string where = "test:" + std::to_string(line) + ": search: option ";
  expect_names(with("pass"), {where + "'pass' is not legal here (expected: "});
  expect_names(with(first_options().text_a),
               {where + "'" + first_options().text_a + "' is listed twice"});
  EXPECT_EQ(with(first_options().text_b), "");
}

/// What searches say of a game is read back, whatever they do not know.
TEST(SearchNote, EveryLegalOptionIsRead) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 3), Ruleset::make("empires", 2)}) {
    std::string record;
    RecordWriter writer(record, {rules, std::vector<std::string>(rules.players(), "a"), 1, 0, ""},
                        /*trace=*/false, /*search_values=*/true);
    ChanceSource chance(1);
    State s = start(rules);
    unsigned noted = 0;
    while (!is_over(s)) {
      const State before = s;
      SearchNote note{.iterations = 1, .win_share = {}, .options = {}};
      const bool drawn = is_chance(s);
      const Legal options = legal(s);
      if (!drawn) {
        options.for_each([&](Action option) {
          note.options.push_back({option, 1, std::vector<double>(rules.players(), 0.5)});
        });
      }
      const Action action = drawn ? chance.draw(s) : options[options.size() - 1];
      apply(s, action);
      writer.event(before, action, s, drawn ? nullptr : &note);
      noted += drawn ? 0 : 1;
    }
    writer.finish(result(s));
    EXPECT_EQ(notes_of(record).size(), noted) << rules.to_string();
  }
}

}  // namespace
}  // namespace carrack::testing
