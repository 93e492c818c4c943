// Distribution of n seats between two agents.
#pragma once

#include <array>
#include <vector>

#include "experiments/tournament/seatings.hpp"

namespace carrack {

/// A line-up of agents 0 and 1 and its complement with swapped seats, so that each agent has every
/// seat once over both games.
using LineUpPair = std::array<Seating, 2>;

/// All ways to give each agent half of the seats, each pair once; with an odd number of seats agent
/// 0 has one seat more in the first line-up and one less in the second. 1, 3, 3, 10, 10 pairs for 2
/// to 6 seats.
[[nodiscard]] std::vector<LineUpPair> line_up_pairs(unsigned players);

}  // namespace carrack
