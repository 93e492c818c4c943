// Agent specs as JSON: {"agent": "mcts", "iterations": 500, "rollout": "random"}.
#pragma once

#include <string>
#include <string_view>

#include "agents/spec.hpp"

namespace carrack {

[[nodiscard]] inline bool is_json_spec(std::string_view text) { return text.starts_with('{'); }

/// The same spec as text, `mcts:iterations=500,rollout=random`. Beside "agent", "variant" is the
/// word without `=` (a strategy); lists become words joined by `+`. Throws InputError for text that
/// is not a JSON object, has no "agent", or has a value that no spec can hold.
[[nodiscard]] std::string spec_from_json(std::string_view text);

/// A spec in either form. `depth` is how many other agents it is inside of.
[[nodiscard]] AgentSpec parse_spec(std::string_view text, unsigned depth = 0);

/// A spec such as `mcts:iterations=500,rollout=random` as one line of JSON, numbers as numbers, all
/// other values as words. Throws InputError for text that is not a spec, and for a key "agent" or
/// "variant".
[[nodiscard]] std::string spec_to_json(std::string_view spec);

}  // namespace carrack
