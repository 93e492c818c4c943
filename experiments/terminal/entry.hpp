// What a person enters at a decision.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/game/game.hpp"

namespace carrack {

enum class PersonsCommand { help, board, tiles, options, hint, quit };

/// One of the options, a command, or why the entry is neither, as a sentence.
using Entry = std::variant<Action, PersonsCommand, std::string>;

/// Reads a line. An option is entered as its number, from 1 in the order of `legal`, as its
/// notation, or as beginnings of the words of its notation that no other option has: `pl col do`
/// for `place colonist dock`. Commands are entered as whole words. Capitals and more spaces do not
/// matter.
[[nodiscard]] Entry read_entry(std::string_view line, const Legal& legal, Board board);

/// The commands, and how options are entered; a line each.
[[nodiscard]] std::string_view help_on_entries();

}  // namespace carrack
