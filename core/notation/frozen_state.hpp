// Positions as bytes with a checksum, for pickles. The bytes have one layout and one byte order.
// What comes back from bytes is a position that passes check().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/game/chance.hpp"

namespace carrack {

struct FrozenState {
  std::string bytes;
  /// The board as JSON if it is not the printed one, else empty.
  std::string board;
  /// The tweak as JSON if there is one, else empty.
  std::string tweak;
};

/// A position, and the source of its chance draws if it has one.
struct ThawedState {
  State state;
  std::optional<ChanceSource> chance;
};

[[nodiscard]] FrozenState freeze(const State& s, const std::optional<ChanceSource>& chance);

/// Throws InputError for bytes of another layout, bytes that have been damaged, and bytes that are
/// not a position of the game.
[[nodiscard]] ThawedState thaw(std::string_view bytes, std::string_view board,
                               std::string_view tweak = {});

/// Corrects the checksum of bytes that have been changed, so that tests reach the checks behind it.
/// Bytes too few for a checksum are left as they are.
void seal(std::string& bytes, std::string_view board, std::string_view tweak = {});

}  // namespace carrack
