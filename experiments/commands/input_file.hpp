// Opening a record file to read.
#pragma once

#include <fstream>
#include <string>

#include "core/record.hpp"

namespace carrack {

/// Throws InputError, "cannot read FILE: reason", for what is not there or is a directory.
[[nodiscard]] std::ifstream open_record(const std::string& file);

}  // namespace carrack
