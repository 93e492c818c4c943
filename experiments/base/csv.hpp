// Comma-separated values, RFC 4180.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carrack {

/// A field, in quotes where it needs them.
[[nodiscard]] std::string csv_field(std::string_view value);
/// The fields as a line with its newline; what is a number already has no need of quotes.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace carrack
