// Balanced seatings: what a tournament's block is made of.
#pragma once

#include <vector>

#include "experiments/match.hpp"

namespace carrack {

/// The seatings of one block for n entrants: every permutation up to four players, so that seats
/// and neighbours are all balanced; with more, the n rotations, in which everybody has every seat
/// once.
[[nodiscard]] std::vector<Seating> balanced_seatings(unsigned entrants);
/// The n rotations: small blocks, for more of them from as many games; neighbours stay the same.
[[nodiscard]] std::vector<Seating> rotated_seatings(unsigned entrants);

}  // namespace carrack
