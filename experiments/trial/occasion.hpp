// The occasions on which a trial forks a game.
#pragma once

#include <array>
#include <string_view>

#include "core/base/types.hpp"

namespace carrack {

/// Which decisions are forked: for each subject and game at most one per occasion.
enum class Occasion : u8 {
  offered,  // the first at which a player could do it: the effect for any player
  chosen    // the first at which an agent chose it: the effect for those who chose it
};
inline constexpr unsigned kOccasions = 2;
inline constexpr std::array kBothOccasions{Occasion::offered, Occasion::chosen};

/// The word for an occasion: `offered` or `bought` for purchases, `open` or `placed` for
/// placements.
[[nodiscard]] std::string_view name(Occasion occasion, bool is_placement) noexcept;

/// The inverse of name(). Throws InputError with the valid names.
[[nodiscard]] Occasion parse_occasion(std::string_view text, bool is_placement);

}  // namespace carrack
