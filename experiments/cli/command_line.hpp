// The command line: all commands of `carrack`.
#pragma once

namespace carrack {

/// Runs the command in `argv` (argv[0] is the program) and returns the exit status of the process.
/// Installs the signal handling of interrupt.hpp.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace carrack
