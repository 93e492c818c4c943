// The optional member `search` of event lines: written, read back, checked in its form.
#include <sstream>

#include "core/notation/record.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// A record of one game whose first decision carries a note.
std::string record_with_note(const std::vector<SearchNote::Target>& policy_target = {}) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  std::string record;
  RecordWriter writer(record, {rules, {"a", "b"}, 1, 0, "test"}, /*trace=*/false,
                      /*search_values=*/true);
  const SearchNote note{.iterations = 7,
                        .win_share = {0.375, 0.625},
                        .options = {{kPass, 4, {0.25, 0.75}}, {Action(Verb::land, 2), 3, {1, 0}}},
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
                        "\"options\": [{\"option\": \"pass\", "
                        "\"visits\": 4, \"value\": [0.2500, 0.7500]}"),
            std::string::npos);
  const std::vector<SearchNote> notes = notes_of(record);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].iterations, 7U);
  EXPECT_EQ(notes[0].win_share, (std::vector<double>{0.375, 0.625}));
  ASSERT_EQ(notes[0].options.size(), 2U);
  EXPECT_EQ(notes[0].options[0].visits, 4U);
  EXPECT_EQ(notes[0].options[0].value, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(notes[0].options[1].action, Action(Verb::land, 2));
}

TEST(SearchNote, RecordsWithoutWinSharesAreRead) {
  std::string record = record_with_note();
  constexpr std::string_view kShares = "\"win_share\": [0.3750, 0.6250], ";
  record.erase(record.find(kShares), kShares.size());
  ASSERT_EQ(notes_of(record).size(), 1U);
  EXPECT_TRUE(notes_of(record)[0].win_share.empty());
}

TEST(SearchNote, APolicyTargetIsReadBackInTheOrderOfTheNotation) {
  const std::string record = record_with_note({{kPass, 0.75}, {Action(Verb::land, 2), 0.25}});
  EXPECT_NE(record.find(R"("policy_target": {"land )"), std::string::npos);
  EXPECT_NE(record.find(R"(": 0.2500, "pass": 0.7500}})"), std::string::npos);
  const std::vector<SearchNote> notes = notes_of(record);
  ASSERT_EQ(notes.size(), 1U);
  ASSERT_EQ(notes[0].policy_target.size(), 2U);
  EXPECT_EQ(notes[0].policy_target[0].action, Action(Verb::land, 2));
  EXPECT_EQ(notes[0].policy_target[0].probability, 0.25);
  EXPECT_EQ(notes[0].policy_target[1].action, kPass);
  EXPECT_EQ(record_with_note(notes[0].policy_target), record);
  EXPECT_TRUE(notes_of(record_with_note())[0].policy_target.empty());
  EXPECT_EQ(record_with_note().find("policy_target"), std::string::npos);
}

TEST(SearchNote, APolicyTargetOfAWrongFormIsRefused) {
  const auto changed = [](std::string_view to) {
    std::string record = record_with_note({{kPass, 0.75}, {Action(Verb::land, 2), 0.25}});
    constexpr std::string_view kFrom = R"("pass": 0.7500)";
    record.replace(record.find(kFrom), kFrom.size(), to);
    return complaint([&] { static_cast<void>(notes_of(record)); });
  };
  expect_names(changed(R"("pass": 0.7)"), {"test:", "policy_target", "0.95", "expected 1"});
  expect_names(changed(R"("pass": 1.75)"), {"policy_target", "'pass'", "from 0 to 1"});
  expect_names(changed(R"("pass": -0.75)"), {"policy_target", "'pass'", "from 0 to 1"});
  expect_names(changed(R"("pass": "0.75")"), {"policy_target", "'pass'", "from 0 to 1"});
  expect_names(changed(R"("jump": 0.75)"), {"jump"});
  std::string list = record_with_note({{kPass, 1}});
  constexpr std::string_view kObject = R"({"pass": 1.0000})";
  list.replace(list.find(kObject), kObject.size(), "[1]");
  expect_names(complaint([&] { static_cast<void>(notes_of(list)); }), {"policy_target", "object"});
}

TEST(SearchNote, OfAWrongFormIsRefused) {
  const auto changed = [](std::string_view from, std::string_view to) {
    std::string record = record_with_note();
    record.replace(record.find(from), from.size(), to);
    return complaint([&] { static_cast<void>(notes_of(record)); });
  };
  expect_names(changed("{\"iterations\": 7", "{\"iterations\": -7"), {"test:", "iterations"});
  expect_names(changed("\"option\": \"pass\"", "\"option\": \"land atlantis\""), {"atlantis"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500]"), {"value", "2"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500, \"x\"]"), {"value", "numbers"});
  expect_names(changed("[0.3750, 0.6250]", "[0.3750]"), {"win_share", "2"});
  expect_names(changed("[0.3750, 0.6250]", "\"even\""), {"win_share", "2"});
  expect_names(changed("[0.2500, 0.7500]", "[0.2500, 1.7500]"), {"value", "from 0 to 1"});
  expect_names(changed("[0.3750, 0.6250]", "[-0.375, 0.6250]"), {"win_share", "from 0 to 1"});
  expect_names(changed("\"visits\": 4", "\"visit\": 4"), {"visits"});
}

}  // namespace
}  // namespace carrack::testing
