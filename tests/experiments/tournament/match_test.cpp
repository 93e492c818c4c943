// Matches that are stopped during a long search, and their records.
#include "experiments/tournament/match.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/notation/record.hpp"
#include "tests/experiments/tournament/slow_search.hpp"

namespace carrack {
namespace {

using testing::kSlow;
using testing::stops_soon;

TEST(Match, StopsInTheMiddleOfASearch) {
  MatchOptions options;
  options.rules = Ruleset::make("aoe3", 2);
  options.entrants = kSlow;
  EXPECT_TRUE(stops_soon([&](std::atomic<bool>& stop) {
    const std::size_t games = play_match(
        options, 1,
        [](std::size_t) {
          return Fixture{0, {0, 1}, game_seeds(1, 0)};
        },
        [](const Fixture&, const PlayedGame&) {}, stop);
    EXPECT_EQ(games, 0U);
  }));
}

/// The number of games in a file, each of them complete.
u64 recorded_games(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  RecordReader reader(in, file);
  while (reader.next_game()) {
    while (reader.next_event()) {
    }
  }
  return reader.games();
}

TEST(Match, AnExceptionLeavesTheDeliveredGamesInTheRecord) {
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("carrack-match-" + std::to_string(getpid()) + ".jsonl"))
                               .string();
  MatchOptions options;
  options.rules = Ruleset::make("aoe3", 2);
  options.entrants = {"random", "random"};
  options.record = file;
  const auto play = [&](std::size_t last_fixture, std::size_t last_delivery) {
    std::filesystem::remove(file);
    std::atomic<bool> stop{false};
    std::size_t delivered = 0;
    play_match(
        options, 9,
        [&](std::size_t i) {
          if (i == last_fixture) throw std::runtime_error("no fixture");
          return std::optional(Fixture{i, {0, 1}, game_seeds(1, i)});
        },
        [&](const Fixture&, const PlayedGame&) {
          if (++delivered == last_delivery) throw std::runtime_error("no delivery");
        },
        stop);
  };
  EXPECT_THROW(play(3, 99), std::runtime_error);
  EXPECT_EQ(recorded_games(file), 3U);
  EXPECT_THROW(play(99, 2), std::runtime_error);
  EXPECT_EQ(recorded_games(file), 2U);
  EXPECT_THROW(play(0, 99), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(file)) << "there is no game for it";
  EXPECT_NO_THROW(play(99, 99));
  EXPECT_EQ(recorded_games(file), 9U);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace carrack
