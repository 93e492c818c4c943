// The arrays of examples stay aligned, whatever happens in a game.
#include "experiments/learning/example_arrays.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/error.hpp"
#include "experiments/learning/examples.hpp"
#include "experiments/learning/self_play_examples.hpp"
#include "experiments/learning/value_examples.hpp"
#include "tests/experiments/never_stop.hpp"
#include "tests/experiments/tournament/slow_search.hpp"

namespace carrack::testing {
namespace {

/// The record of a game of two searches.
std::string searched_game(u64 seed) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const std::vector<std::string> agents(2, "mcts:iterations=4");
  std::string text;
  RecordWriter writer(text, {rules, agents, seed, 0, "test"}, false, true);
  const auto agent = make_agent(agents.front());
  const std::vector<Agent*> seats(2, agent.get());
  EXPECT_TRUE(play_game(rules, seats, game_seeds(seed, 0), &writer, kNeverStop));
  return text;
}

/// Its first half, in whole lines.
std::string half_of(const std::string& text) {
  return text.substr(0, text.find('\n', text.size() / 2) + 1);
}

/// The lengths of all arrays.
template <typename Arrays>
std::vector<std::size_t> lengths(const Arrays& examples) {
  std::vector<std::size_t> all;
  Arrays::for_each_array(examples, [&](const auto& array, Rows) { all.push_back(array.size()); });
  return all;
}

/// Calls `add` with a reader at the first game.
template <typename Add>
void with_reader(const std::string& text, Add&& add) {
  std::istringstream in(text);
  RecordReader reader(in, "game");
  ASSERT_TRUE(reader.next_game());
  add(reader);
}

TEST(ExampleArrays, HaveNoExampleOfARecordThatEndsTooEarly) {
  const std::string first = searched_game(1);
  const std::string second = searched_game(2);
  ExampleCollector whole(1, 0);
  ExampleCollector broken(1, 0);
  for (const std::string& text : {first, second}) {
    with_reader(text, [&](RecordReader& reader) { whole.add_game(reader); });
    with_reader(text, [&](RecordReader& reader) { broken.add_game(reader); });
    with_reader(half_of(second),
                [&](RecordReader& reader) { EXPECT_THROW(broken.add_game(reader), InputError); });
  }
  ASSERT_GT(whole.examples().size(), 40U);
  EXPECT_TRUE(is_aligned(broken.examples()));
  EXPECT_EQ(lengths(broken.examples()), lengths(whole.examples()));
  EXPECT_EQ(broken.examples().game, whole.examples().game);
  EXPECT_EQ(broken.examples().target, whole.examples().target);
  EXPECT_EQ(broken.examples().win_share, whole.examples().win_share);
}

TEST(ExampleArrays, OfValuesHaveNoExampleOfARecordThatEndsTooEarly) {
  const std::string text = searched_game(1);
  ValueExampleCollector whole(0.5);
  ValueExampleCollector broken(0.5);
  with_reader(text, [&](RecordReader& reader) { whole.add_game(0, reader, Random(1, 0)); });
  with_reader(half_of(text), [&](RecordReader& reader) {
    EXPECT_THROW(broken.add_game(0, reader, Random(1, 0)), InputError);
  });
  EXPECT_EQ(broken.examples().size(), 0U);
  EXPECT_TRUE(is_aligned(broken.examples()));
  with_reader(text, [&](RecordReader& reader) { broken.add_game(0, reader, Random(1, 0)); });
  EXPECT_EQ(lengths(broken.examples()), lengths(whole.examples()));
  EXPECT_EQ(broken.examples().vp, whole.examples().vp);
}

TEST(ExampleArrays, AreFoundNotToFit) {
  const ExampleGames plan{Ruleset::make("aoe3", 2), {"random", "random"}, 1, 0, 1};
  const SelfPlayExamples played = play_self_play_examples(plan, kNeverStop);
  ASSERT_GT(played.size(), 10U);
  EXPECT_TRUE(is_aligned(played));
  SelfPlayExamples short_of_one = played;
  short_of_one.seat.pop_back();
  EXPECT_FALSE(is_aligned(short_of_one));
  SelfPlayExamples longer = played;
  longer.script.push_back(0);
  EXPECT_FALSE(is_aligned(longer));
  // An example that was begun and left.
  SelfPlayExamples begun = played;
  begun.inputs.push_back(3);
  begun.input_start.push_back(static_cast<i64>(begun.inputs.size()));
  begun.turn.push_back(1);
  keep_first(begun, played.size());
  EXPECT_TRUE(is_aligned(begun));
  EXPECT_EQ(lengths(begun), lengths(played));
  keep_first(begun, 0);
  EXPECT_EQ(lengths(begun), lengths(SelfPlayExamples()));
}

TEST(ExampleGames, StopInTheMiddleOfASearch) {
  const ValueGames plan{{Ruleset::make("aoe3", 2), kSlow, 1, 0, 1}};
  EXPECT_TRUE(stops_soon(
      [&](std::atomic<bool>& stop) { EXPECT_EQ(play_value_examples(plan, stop).size(), 0U); }));
}

}  // namespace
}  // namespace carrack::testing
