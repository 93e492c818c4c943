// Many games between the same entrants, on some threads, recorded in order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/commands/match_options.hpp"
#include "experiments/game_runner.hpp"

namespace carrack {

/// Who sits where in one game: seating[seat] is the number of an entrant.
using Seating = std::vector<unsigned>;

/// One game of a match: its number in the record, its seating, its random numbers.
struct Fixture {
  u64 number = 0;
  Seating seating;
  GameSeeds seeds{};
};

/// Plays `fixture(i)` for i = 0 … games - 1 and hands each result on in that order; the results do
/// not depend on the number of threads. With a record file, the games are in it when this returns,
/// also after an interrupt. Returns how many games were finished. Throws InputError where the file
/// cannot be written.
std::size_t play_match(const MatchOptions& options, const std::vector<std::string>& entrants,
                       std::size_t games, const std::function<Fixture(std::size_t)>& fixture,
                       const std::function<void(const Fixture&, const PlayedGame&)>& deliver);

}  // namespace carrack
