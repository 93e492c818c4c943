// Sets of seatings, of which the blocks of a tournament consist.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// The seating of one game: seating[seat] is the index of an entrant.
using Seating = std::vector<unsigned>;

enum class SeatingSet : u8 { rotations, all, balanced, one };
inline constexpr std::array<std::string_view, 4> kSeatingSetNames{"rotations", "all", "balanced",
                                                                  "one"};

/// The n rotations: every entrant has every seat once; neighbours stay the same.
[[nodiscard]] std::vector<Seating> rotated_seatings(unsigned entrants);
/// Every permutation: n! of them.
[[nodiscard]] std::vector<Seating> all_seatings(unsigned entrants);
/// A set in which every entrant has every seat equally often, and every other entrant as the
/// neighbour to the left (the seat after one's own, the last seat before the first) equally often:
/// the rotations of directed Hamiltonian cycles that have every ordered pair equally often. 2, 6,
/// 24, 20 and 60 seatings for 2 to 6 entrants. For 4 and 6, K_n has no decomposition into such
/// cycles (Bermond and Faber, J. Combin. Theory B 21, 1976), and every pair occurs twice as often.
/// Precondition: 2 to 6 entrants.
[[nodiscard]] std::vector<Seating> balanced_seatings(unsigned entrants);

/// `one` is a single seating, in the order of the entrants; it is enough if all are the same agent.
[[nodiscard]] std::vector<Seating> make_seatings(SeatingSet set, unsigned entrants);

}  // namespace carrack
