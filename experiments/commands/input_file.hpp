// Opening a file that a command is given to read.
#pragma once

#include <fstream>
#include <string>

namespace carrack {

/// Throws InputError, "cannot read FILE: reason", for what is not there or is a directory.
[[nodiscard]] std::ifstream open_input(const std::string& file);

}  // namespace carrack
