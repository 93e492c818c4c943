// Man pages of the program and its commands, as roff for man(7).
#pragma once

#include <string>

#include "experiments/cli/command_tree.hpp"

namespace carrack {

/// carrack(1), which lists the commands.
[[nodiscard]] std::string program_page(const CommandTree& tree);
/// carrack-COMMAND(1).
[[nodiscard]] std::string command_page(const CommandText& command);

}  // namespace carrack
