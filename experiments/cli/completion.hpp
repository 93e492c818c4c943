// Completion scripts for shells.
#pragma once

#include <string>

#include "experiments/cli/command_tree.hpp"

namespace carrack {

/// A script for bash 4 or later. It does not need the package bash-completion.
[[nodiscard]] std::string bash_completion(const CommandTree& tree);
[[nodiscard]] std::string zsh_completion(const CommandTree& tree);
[[nodiscard]] std::string fish_completion(const CommandTree& tree);

}  // namespace carrack
