// Tweaks as JSON, in files of their own and in the headers of records:
//
//   {"name": "cheap-mint",
//    "tiles": {"mint": {"cost": 11, "money": 3}, "navy": {"copies": 0}},
//    "counters": {"15": {"natives": 4}},
//    "spaces": {"warfare": 2},
//    "start": {"money": 12, "captain": 1}}
//
// What is not named is as printed. docs/reference/tweaks.md lists all figures.
#pragma once

#include <string>
#include <string_view>

#include "core/game/ruleset.hpp"

namespace carrack {

/// Throws InputError, one line that names what is wrong: text that is not JSON, a key twice,
/// figures that are not known, and values that are not numbers in the range of their figure.
[[nodiscard]] Tweak read_tweak(std::string_view json);

/// The tweak of the rules as JSON on one line, appended to `out`: what differs from the printed
/// rules, in the order of figure_rows().
void append_tweak(std::string& out, Ruleset rules);

/// All figures of the rules in the same format, appended to `out`: what a tweak can begin with. The
/// name is that of their tweak, or `my-tweak`.
void append_figures(std::string& out, Ruleset rules);

}  // namespace carrack
