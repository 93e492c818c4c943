// Recorded games for the tests of reports.
#pragma once

#include <memory>
#include <sstream>

#include "agents/agent.hpp"
#include "experiments/report/recorded_game.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {

/// The record of a game in which `agent` plays every seat, with the values of searches.
inline std::string record_of(Ruleset rules, u64 seed, const std::string& agent = "random") {
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Agent*> seats;
  for (unsigned i = 0; i < rules.players(); ++i) {
    agents.push_back(make_agent(agent));
    seats.push_back(agents.back().get());
  }
  const RecordHeader header{rules, std::vector<std::string>(rules.players(), agent), seed, 0,
                            "test"};
  std::string text;
  RecordWriter writer(text, header, /*trace=*/false, /*search_values=*/true);
  EXPECT_TRUE(play_game(rules, seats, game_seeds(seed, 0), &writer, std::atomic<bool>{false}));
  return text;
}

/// The first game of a record.
inline RecordedGame game_of(const std::string& record) {
  std::istringstream in(record);
  RecordReader reader(in, "test");
  EXPECT_TRUE(reader.next_game());
  return read_game(reader);
}

inline RecordedGame random_game(Ruleset rules, u64 seed) { return game_of(record_of(rules, seed)); }

}  // namespace carrack::testing
