// Numbers by seat, counted from a player.
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// Appends kMaxPlayers numbers: those of the seats that are played, from seat `first` on, then
/// zeros.
template <typename Numbers>
void append_from_seat(unsigned first, unsigned players, const Numbers& by_seat,
                      std::vector<float>& to) {
  for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
    to.push_back(ahead < players ? static_cast<float>(by_seat[(first + ahead) % players]) : 0);
  }
}

}  // namespace carrack
