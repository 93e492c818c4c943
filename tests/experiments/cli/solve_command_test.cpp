// `carrack solve`: exact values of the end of a recorded game, and what is refused.
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

/// `--ply` the given number of events before the end of a record of one game.
std::string near_the_end(const std::string& record, unsigned plies) {
  const auto events = std::ranges::count(record, '\n') - 2;
  return " --ply " + std::to_string(events - plies);
}

TEST_F(CommandLine, SolveGivesTheExactValuesOfALatePosition) {
  const std::string play = "play --players 2 --agent random --games 1 --seed 3 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::string end = "solve " + path("g") + near_the_end(content(path("g")), 6);
  const CommandOutcome run = carrack(end);
  ASSERT_EQ(run.status, 0) << run.err;
  for (const std::string_view word : {"to decide", "best", "value p1", "positions", "chosen: "}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
  const auto json = nlohmann::json::parse(carrack(end + " --agent uct:win=1,margin=0 --json").out);
  const std::size_t me = json["player"] == "p1" ? 0 : 1;
  double best = 0;
  double chosen = -1;
  for (const auto& option : json["options"]) {
    EXPECT_NEAR(option["value"][0].get<double>() + option["value"][1].get<double>(), 1, 1e-6)
        << "shares of a win";
    best = std::max(best, option["value"][me].get<double>());
    if (option["event"] == json["chosen"]) chosen = option["value"][me].get<double>();
  }
  EXPECT_EQ(chosen, best);
  EXPECT_GT(json["positions"], 0);
}

TEST_F(CommandLine, SolveRefusesWhatItCannotSolve) {
  const std::string play = "play --players 3 --agent random --games 1 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::string solve = "solve " + path("g");
  expect_refused(solve + " --max-positions 500",
                 {"not solved after 500 positions", "turn 1 of 8", "later --ply"});
  expect_refused(solve + " --game 2", {"has 1 game;", "2"});
  expect_refused(solve + " --ply 99999", {"no decision at ply 99999"});
  expect_refused(solve + " --agent random", {"random", "mcts or uct"});
  expect_refused(solve + " --agent mcts:win=x", {"win", "x"});
  ASSERT_EQ(carrack(play + path("s") + " --edition empires --variant scouting").status, 0);
  expect_refused("solve " + path("s"), {"scouting", "analyse"});
}

}  // namespace
}  // namespace carrack
