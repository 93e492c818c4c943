#include "experiments/tournament/seatings.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace carrack {
namespace {

void add_rotations(std::vector<Seating>& block, Seating cycle) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    block.push_back(cycle);
    std::rotate(cycle.begin(), cycle.begin() + 1, cycle.end());
  }
}

Seating in_order(unsigned entrants) {
  Seating seating(entrants);
  std::iota(seating.begin(), seating.end(), 0U);
  return seating;
}

}  // namespace

std::vector<Seating> rotated_seatings(unsigned entrants) {
  std::vector<Seating> block;
  add_rotations(block, in_order(entrants));
  return block;
}

std::vector<Seating> all_seatings(unsigned entrants) {
  Seating seating = in_order(entrants);
  std::vector<Seating> block;
  do {
    block.push_back(seating);
  } while (std::next_permutation(seating.begin(), seating.end()));
  return block;
}

std::vector<Seating> balanced_seatings(unsigned entrants) {
  assert(entrants >= 2 && entrants <= kMaxPlayers);
  if (entrants == 4) return all_seatings(entrants);
  std::vector<Seating> block;
  if (entrants == 6) {
    // Walecki's zigzag 0, 1, 4, 2, 3 over Z5 has the differences 1, 3, 3, 1; moved by 0 to 4 and
    // closed through a sixth point it has every unordered pair twice, read both ways every ordered
    // pair twice.
    for (unsigned moved = 0; moved < 5; ++moved) {
      Seating cycle{5};
      for (const unsigned point : {0U, 1U, 4U, 2U, 3U}) cycle.push_back((point + moved) % 5);
      add_rotations(block, cycle);
      add_rotations(block, Seating(cycle.rbegin(), cycle.rend()));
    }
    return block;
  }
  // n is prime: steps of 1, 2, … n - 1 around the table.
  for (unsigned step = 1; step < entrants; ++step) {
    Seating cycle;
    for (unsigned i = 0; i < entrants; ++i) cycle.push_back(i * step % entrants);
    add_rotations(block, cycle);
  }
  return block;
}

std::vector<Seating> make_seatings(SeatingSet set, unsigned entrants) {
  switch (set) {
    case SeatingSet::rotations: return rotated_seatings(entrants);
    case SeatingSet::all: return all_seatings(entrants);
    case SeatingSet::balanced: return balanced_seatings(entrants);
    case SeatingSet::one: return {rotated_seatings(entrants).front()};
  }
  return {};
}

}  // namespace carrack
