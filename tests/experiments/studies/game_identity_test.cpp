// What tells recorded games apart.
#include "experiments/studies/game_identity.hpp"

#include <sstream>

#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

GameIdentity identity_of(const std::string& record) {
  std::istringstream in(record);
  RecordReader reader(in, "game");
  EXPECT_TRUE(reader.next_game());
  GameIdentity identity(reader.header());
  State before = reader.state();
  while (reader.next_event()) {
    identity.add(before, reader.action());
    before = reader.state();
  }
  return identity;
}

TEST(GameIdentity, IsNotTheSeedOrTheNumberThatARunGivesAGame) {
  const Recorder recorder({"random", "scripted"});
  const GameIdentity game = identity_of(recorder.game({.block = 2, .number = 2}));
  const GameIdentity copy = identity_of(recorder.game({.block = 2, .number = 4, .seed = 7}));
  EXPECT_EQ(game.content(), copy.content());
  EXPECT_EQ(game.setup(), copy.setup());
}

TEST(GameIdentity, IsTheAgentsAndTheEvents) {
  const Recorder recorder({"random", "scripted"});
  const GameIdentity game = identity_of(recorder.game({}));
  const GameIdentity same_block = identity_of(recorder.game({.variant = 1}));
  EXPECT_NE(game.content(), same_block.content());
  EXPECT_EQ(game.setup(), same_block.setup());
  const GameIdentity other_block = identity_of(recorder.game({.block = 1}));
  EXPECT_NE(game.content(), other_block.content());
  EXPECT_NE(game.setup(), other_block.setup());
  Recorder renamed({"random", "greedy"});
  const std::unique_ptr<Agent> scripted = make_agent("scripted");
  renamed.seat(1, *scripted);  // the same game, by an agent of another name
  const GameIdentity other_agents = identity_of(renamed.game({}));
  EXPECT_NE(game.content(), other_agents.content());
  EXPECT_EQ(game.setup(), other_agents.setup());
}

}  // namespace
}  // namespace carrack
