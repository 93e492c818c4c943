// Opening the input files of commands.
#pragma once

#include <fstream>
#include <string>

namespace carrack {

/// Throws InputError, "cannot read FILE: reason", for a missing file, a directory or a ledger.
[[nodiscard]] std::ifstream open_input(const std::string& file);
/// The contents of a file. Also throws InputError for a file of more than `max` bytes.
[[nodiscard]] std::string read_input(const std::string& file, std::size_t max);

}  // namespace carrack
