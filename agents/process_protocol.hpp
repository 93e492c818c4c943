// The lines between carrack and an external agent (PROTOCOL.md). What the agent says is checked
// here before anything else is done with it.
#pragma once

#include <string>
#include <string_view>

#include "core/game.hpp"

namespace carrack {

/// Lines to the program, each with its newline.
[[nodiscard]] std::string hello_line();
[[nodiscard]] std::string newgame_line(Ruleset rules, Player seat, u64 seed);
[[nodiscard]] std::string move_line(const State& s, const Legal& legal, u64 id, double seconds);

/// The name in the answer to a greeting. Throws AgentFailure for any other answer.
[[nodiscard]] std::string name_in(std::string_view answer);
/// The action in the answer to the question `id`. Throws AgentFailure for any other answer, and for
/// an action that is not one of `legal`.
[[nodiscard]] Action action_in(std::string_view answer, u64 id, const State& s, const Legal& legal);

}  // namespace carrack
