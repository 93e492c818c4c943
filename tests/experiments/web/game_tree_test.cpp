// How many decisions a game with its variations may have.
#include "experiments/web/game_tree.hpp"

#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "tests/experiments/web/session_fixture.hpp"
#include "tests/sanitized.hpp"

namespace carrack::web {
namespace {

/// As SessionTest::start(kAoe2, {"human", "human"}).
GameSetup two_people() { return {Ruleset::make("aoe3", 2), {"human", "human"}, 7, 0}; }

/// The decisions of a game to its end, chosen at random.
std::vector<std::string> random_line(Random& random) {
  GameTree game(two_people());
  game.draw();
  std::vector<std::string> events;
  while (!is_over(game.state())) {
    const Legal options = legal(game.state());
    const Action action = options[random.below(options.size())];
    events.push_back(to_notation(action, game.state().ruleset().board()));
    game.play(action);
    game.draw();
  }
  return events;
}

TEST(GameTree, TheLastDecisionIsFollowedByItsDraws) {
  GameTree endless(two_people());
  endless.draw();
  u32 decisions = 0;  // the first that draws follow included
  do {
    endless.play(legal(endless.state())[0]);
    ++decisions;
  } while (!is_chance(endless.state()));
  endless.draw();

  GameTree game(two_people(), decisions);
  game.draw();
  for (u32 n = 0; n < decisions; ++n) game.play(legal(game.state())[0]);
  ASSERT_TRUE(is_chance(game.state()));
  game.draw();
  EXPECT_EQ(game.state(), endless.state());
  const u32 size = game.size();
  const u32 last = game.current();
  EXPECT_THROW(game.check_room(1), InputError);
  EXPECT_THROW(game.play(legal(game.state())[0]), InputError);
  EXPECT_EQ(game.size(), size);
  EXPECT_EQ(game.current(), last);
  EXPECT_EQ(game.line().back(), last);
  game.go_to(0);  // what is in the tree can be played again
  game.draw();
  game.play(legal(game.state())[0]);
  EXPECT_EQ(game.size(), size);
}

TEST_F(SessionTest, ARequestThatFindsNoRoomChangesNothing) {
  if (testing::kSanitized) GTEST_SKIP() << "fills a game";
  start(kAoe2, {"human", "human"});
  Random random(1, 1);
  bool is_full = false;
  while (!is_full) {
    const std::vector<std::string> line = random_line(random);
    Json before = done({{"do", "go"}, {"node", 0}});
    if (!ask({{"do", "branch"}, {"events", line}}).contains("error")) continue;
    ASSERT_TRUE(done({{"do", "view"}}) == before);
    for (const std::string& event : line) {  // one after the other, as far as they have room
      const Json answer = ask({{"do", "play"}, {"event", event}});
      is_full = answer.contains("error");
      if (is_full) break;
      before = answer;
    }
    ASSERT_TRUE(done({{"do", "view"}}) == before);
  }
  u64 decisions = 0;
  const Json nodes = done({{"do", "tree"}})["nodes"];
  for (const Json& node : nodes) decisions += node["actor"] != "chance";
  EXPECT_EQ(decisions, kMaxDecisions);
  const Json end = done({{"do", "go"}, {"node", nodes.back()["node"]}});
  EXPECT_EQ(end["node"], nodes.size());
}

}  // namespace
}  // namespace carrack::web
