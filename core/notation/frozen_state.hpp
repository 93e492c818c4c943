// Positions as bytes, for pickles: of one layout and one byte order, with a checksum. What comes
// back from bytes is a position that passes check().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/game/chance.hpp"

namespace carrack {

struct FrozenState {
  std::string bytes;
  /// The board as JSON where it is not the printed one, else empty.
  std::string board;
  /// The tweak as JSON where there is one, else empty.
  std::string tweak;
};

/// A position, and where its chance comes from if it draws itself.
struct ThawedState {
  State state;
  std::optional<ChanceSource> chance;
};

[[nodiscard]] FrozenState freeze(const State& s, const std::optional<ChanceSource>& chance);

/// Throws InputError for bytes of another layout, bytes that have been damaged, and bytes that are
/// not a position of the game.
[[nodiscard]] ThawedState thaw(std::string_view bytes, std::string_view board,
                               std::string_view tweak = {});

/// Makes the checksum right again in bytes that have been changed, so that tests reach what is
/// behind it. Bytes that are too few for one are left as they are.
void seal(std::string& bytes, std::string_view board, std::string_view tweak = {});

}  // namespace carrack
