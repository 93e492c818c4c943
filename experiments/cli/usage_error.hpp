// Explains what is wrong with a command line, in one line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace carrack {

/// The line for an error of CLI11, or for --help and --version beside unknown words.
[[nodiscard]] std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                                  char** argv);

/// Whether a command line with --help has unknown words. Commands written in Python check their
/// own.
[[nodiscard]] bool has_unknown_words(const CLI::App& app);

/// "--agent: expected a value before --games", for an option with another one of the command where
/// its value should be, which CLI11 would take for the value. Empty if there is none.
[[nodiscard]] std::string missing_value(const CLI::App& app, int argc, char** argv);

}  // namespace carrack
