// Comma-separated values, RFC 4180.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace carrack {

/// A field, in quotes where it needs them.
[[nodiscard]] std::string csv_field(std::string_view value);
/// The fields as a line with its newline; what is a number already has no need of quotes.
[[nodiscard]] std::string csv_line(std::initializer_list<std::string> fields);

}  // namespace carrack
