// The command line: all commands of `carrack`.
#pragma once

namespace carrack {

/// Runs the command that `argv` says (argv[0] is the program) and returns the exit status of the
/// process. From then on signals are handled as interrupt.hpp says.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace carrack
