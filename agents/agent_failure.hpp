// How an agent can fail in the middle of a game.
#pragma once

#include <array>
#include <stdexcept>
#include <string_view>

#include "core/error.hpp"
#include "core/types.hpp"

namespace carrack {

/// What went wrong: its program ended or could not be started, it did not answer in time, it chose
/// what is not legal, it said what the protocol has no room for.
enum class FailureKind : u8 { crashed, timed_out, illegal, protocol };
inline constexpr std::array<std::string_view, 4> kFailureNames{"crashed", "timed_out", "illegal",
                                                               "protocol"};
[[nodiscard]] constexpr std::string_view name(FailureKind kind) noexcept {
  return kFailureNames[index(kind)];
}

/// Thrown by an agent that cannot go on. Its fault, not the input's: whoever plays the game decides
/// what becomes of the seat (game_runner: a forfeit).
/// The message is limited as that of an InputError.
class AgentFailure : public std::runtime_error {
 public:
  AgentFailure(FailureKind kind, std::string_view what)
      : std::runtime_error(printable(what, kLongestMessage)), kind_(kind) {}
  [[nodiscard]] FailureKind kind() const noexcept { return kind_; }

 private:
  FailureKind kind_;
};

}  // namespace carrack
