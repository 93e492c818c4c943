// Two agents at a table of n: who has which seats.
#pragma once

#include <array>
#include <vector>

#include "experiments/tournament/seatings.hpp"

namespace carrack {

/// A line-up of the agents 0 and 1 and its complement, in which they have changed seats, so that
/// over both games each has every seat once.
using LineUpPair = std::array<Seating, 2>;

/// Every way to give each agent half of the seats, each pair once; at an odd table agent 0 has one
/// seat more in the first line-up and one less in the second. 1, 3, 3, 10, 10 pairs for 2 to 6.
[[nodiscard]] std::vector<LineUpPair> line_up_pairs(unsigned players);

}  // namespace carrack
