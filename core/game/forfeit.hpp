// An agent that fails in the middle of a game: how it failed, and what becomes of the result.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/game/game.hpp"

namespace carrack {

/// How an agent failed: its program ended or did not start; no answer in time; an illegal action; a
/// message that breaks the protocol.
enum class FailureKind : u8 { crashed, timed_out, illegal, protocol };
inline constexpr std::array<std::string_view, 4> kFailureNames{"crashed", "timed_out", "illegal",
                                                               "protocol"};
[[nodiscard]] constexpr std::string_view name(FailureKind kind) noexcept {
  return kFailureNames[index(kind)];
}
/// Throws InputError for an unknown word.
[[nodiscard]] FailureKind failure_kind(std::string_view word);

/// An agent that failed; its seat was played on at random.
struct Forfeit {
  unsigned seat;  // from 0
  FailureKind kind;
  u32 decision;      // the decision of the game, from 0, at which it failed
  std::string what;  // one line
};

/// Puts all seats that forfeited on one shared rank after all others, which are ranked among
/// themselves. Without forfeits nothing changes.
void rank_forfeits_last(Result& result, std::span<const Forfeit> forfeits, unsigned players);

}  // namespace carrack
