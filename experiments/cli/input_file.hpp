// Opening a file that a command is given to read.
#pragma once

#include <fstream>
#include <string>

namespace carrack {

/// Throws InputError, "cannot read FILE: reason", for what is not there or is a directory.
[[nodiscard]] std::ifstream open_input(const std::string& file);
/// The whole of a file. Throws InputError for one of more than `most` bytes too.
[[nodiscard]] std::string read_input(const std::string& file, std::size_t most);

}  // namespace carrack
