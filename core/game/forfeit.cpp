#include "core/game/forfeit.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace carrack {

FailureKind failure_kind(std::string_view word) {
  const auto found = std::ranges::find(kFailureNames, word);
  if (found == kFailureNames.end()) {
    throw InputError(unknown_word("kind of forfeit", word, kFailureNames));
  }
  return nth<FailureKind>(static_cast<unsigned>(found - kFailureNames.begin()));
}

void rank_forfeits_last(Result& result, std::span<const Forfeit> forfeits, unsigned players) {
  if (forfeits.empty()) return;
  std::array<bool, kMaxPlayers> out{};
  for (const Forfeit& forfeit : forfeits) out[forfeit.seat] = true;
  const std::array<u8, kMaxPlayers> played = result.rank;
  for (unsigned seat = 0; seat < players; ++seat) {
    unsigned ahead = 0;
    for (unsigned other = 0; other < players; ++other) {
      if (!out[other] && (out[seat] || played[other] < played[seat])) ++ahead;
    }
    result.rank[seat] = static_cast<u8>(ahead + 1);
  }
}

}  // namespace carrack
