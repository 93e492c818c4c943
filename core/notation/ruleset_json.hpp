// Rulesets as JSON, as records, ledgers and agents outside of the program carry them:
//
//   {"edition": "empires", "players": 4, "modules": ["builder"], "variants": []}
//
// and, where the board is not the printed one, "board" with the whole of it (board_json.hpp), and
// where figures differ from those printed, "tweak" with these (tweak_json.hpp).
#pragma once

#include <string>
#include <string_view>

#include "core/game/ruleset.hpp"

namespace carrack {

/// The ruleset as JSON on one line, appended to `out`; read_ruleset makes the same one of it.
void append_ruleset(std::string& out, Ruleset rules);

/// Throws InputError for what is missing, of the wrong type, or not a ruleset, and for a key twice;
/// other keys are ignored.
[[nodiscard]] Ruleset read_ruleset(std::string_view json);

}  // namespace carrack
