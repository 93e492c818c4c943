// Comma-separated values, RFC 4180.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carrack {

/// A field, quoted if necessary.
[[nodiscard]] std::string csv_field(std::string_view value);
/// The fields as a line with a newline; numbers are not quoted.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace carrack
