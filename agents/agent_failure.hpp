// How an agent can fail in the middle of a game.
#pragma once

#include <stdexcept>
#include <string_view>

#include "core/base/error.hpp"
#include "core/game/forfeit.hpp"

namespace carrack {

/// Thrown by an agent that cannot go on, through no fault of the input. The code that runs the game
/// decides what becomes of the seat (game_runner: a forfeit). The message is limited as that of an
/// InputError.
class AgentFailure : public std::runtime_error {
 public:
  AgentFailure(FailureKind kind, std::string_view what)
      : std::runtime_error(printable(what, kLongestMessage)), kind_(kind) {}
  [[nodiscard]] FailureKind kind() const noexcept { return kind_; }

 private:
  FailureKind kind_;
};

}  // namespace carrack
