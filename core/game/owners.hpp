// Who has the things that exist once: tiles, counters, cards.
#pragma once

#include <array>

#include "core/base/bits.hpp"

namespace carrack {

/// Who has each of a set of things that exist once (tiles, counters, cards): three bit planes, so
/// that one operation yields all that a player owns. Codes 0 to 5 are players, 6 and 7 as named.
template <typename Word>
struct OwnerPlanes {
  std::array<Word, 3> plane;

  [[nodiscard]] constexpr Word held_by(unsigned code) const noexcept {
    Word set = static_cast<Word>(~Word{0});
    for (unsigned b = 0; b < 3; ++b) {
      set &= static_cast<Word>(has_bit(code, b) ? plane[b] : ~plane[b]);
    }
    return set;
  }
  [[nodiscard]] constexpr unsigned holder(unsigned i) const noexcept {
    return unsigned{has_bit(plane[0], i)} | unsigned{has_bit(plane[1], i)} << 1 |
           unsigned{has_bit(plane[2], i)} << 2;
  }
  constexpr void assign(unsigned i, unsigned code) noexcept {
    assign_all(static_cast<Word>(Word{1} << i), code);
  }
  constexpr void assign_all(Word set, unsigned code) noexcept {
    for (unsigned b = 0; b < 3; ++b) {
      plane[b] = static_cast<Word>(has_bit(code, b) ? plane[b] | set : plane[b] & ~set);
    }
  }
};

enum Holder : u8 {
  kInBag = 6,    // face down: counters and cards of the bag, tiles not yet drawn or never to come
  kOnTable = 7,  // tiles on show; counters known in a region or gone; cards known or gone
};

}  // namespace carrack
