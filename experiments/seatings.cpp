#include "experiments/seatings.hpp"

#include <algorithm>
#include <numeric>

namespace carrack {

std::vector<Seating> balanced_seatings(unsigned entrants) {
  constexpr unsigned kMostPermuted = 4;
  Seating seating(entrants);
  std::iota(seating.begin(), seating.end(), 0U);
  std::vector<Seating> block;
  do {
    block.push_back(seating);
    if (entrants > kMostPermuted) std::rotate(seating.begin(), seating.begin() + 1, seating.end());
  } while (entrants > kMostPermuted ? block.size() < entrants
                                    : std::next_permutation(seating.begin(), seating.end()));
  return block;
}

}  // namespace carrack
