// `carrack replay --ply`: one position of a game as text.
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/numbers.hpp"
#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

/// The event lines of the last game of a record.
std::vector<nlohmann::json> events_of_last_game(const std::string& record) {
  std::vector<nlohmann::json> events;
  std::istringstream lines(record);
  for (std::string line; std::getline(lines, line);) {
    auto json = nlohmann::json::parse(line);
    if (json.contains("format")) events.clear();
    if (json.contains("event")) events.push_back(std::move(json));
  }
  return events;
}

TEST_F(CommandLine, ReplayShowsOnePositionWithItsOptions) {
  const std::string play = "play --players 2 --agent random --games 2 --seed 3 --trace --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::vector<nlohmann::json> events = events_of_last_game(content(path("g")));
  const std::string replay = "replay " + path("g") + " --game 2 --ply ";
  for (const std::size_t ply : {0U, 60U, 100U}) {
    const CommandOutcome shown = carrack(replay + std::to_string(ply));
    ASSERT_EQ(shown.status, 0) << shown.err;
    EXPECT_NE(shown.out.find("VP if it ended now"), std::string::npos);
    const std::string actor = events[ply]["actor"];
    const std::string where = "\ngame 2, ply " + std::to_string(ply) + ": turn ";
    const std::size_t at = shown.out.find(where);
    ASSERT_NE(at, std::string::npos) << shown.out;
    EXPECT_NE(shown.out.find(", " + actor + " to ", at), std::string::npos) << shown.out;
    std::string options;  // an object from outcome to probability where chance draws
    for (const auto& [key, value] : events[ply]["legal"].items()) {
      options += "  " + (actor == "chance" ? key : value.get<std::string>()) + '\n';
    }
    EXPECT_TRUE(shown.out.ends_with((actor == "chance" ? "draws:\n" : "options:\n") + options))
        << shown.out;
  }
  const CommandOutcome last = carrack(replay + std::to_string(events.size()));
  EXPECT_TRUE(last.out.ends_with(": turn 8, the game is over\n\n")) << last.out;
  expect_refused(replay + std::to_string(events.size() + 1),
                 {"is beyond the end of the game, which has " + counted(events.size(), "event")});
}

}  // namespace
}  // namespace carrack
