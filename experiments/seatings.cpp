#include "experiments/seatings.hpp"

#include <algorithm>
#include <numeric>

namespace carrack {

std::vector<Seating> rotated_seatings(unsigned entrants) {
  Seating seating(entrants);
  std::iota(seating.begin(), seating.end(), 0U);
  std::vector<Seating> block;
  for (unsigned i = 0; i < entrants; ++i) {
    block.push_back(seating);
    std::rotate(seating.begin(), seating.begin() + 1, seating.end());
  }
  return block;
}

std::vector<Seating> balanced_seatings(unsigned entrants) {
  constexpr unsigned kMostPermuted = 4;
  if (entrants > kMostPermuted) return rotated_seatings(entrants);
  Seating seating(entrants);
  std::iota(seating.begin(), seating.end(), 0U);
  std::vector<Seating> block;
  do {
    block.push_back(seating);
  } while (std::next_permutation(seating.begin(), seating.end()));
  return block;
}

}  // namespace carrack
