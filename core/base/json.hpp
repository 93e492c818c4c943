// The one place where JSON text from outside is parsed. Interfaces of other headers take and return
// text instead.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace carrack {

/// Levels of lists and objects inside each other that a JSON text may have. Copies, comparisons and
/// dumps of a JSON value recurse; with this bound they cannot overflow the stack.
inline constexpr unsigned kDeepestJson = 64;

/// Members that an object of a JSON text may have. nlohmann::ordered_json looks through all of them
/// for each new one.
inline constexpr unsigned kMostJsonMembers = 1024;

/// Throws InputError if a text has lists and objects nested deeper than kDeepestJson, an object
/// of more than kMostJsonMembers members, or a NUL byte (which the parser takes for its end),
/// whether the text is JSON or not. (A callback of the parser could see all this too, but it makes
/// the parser quadratic.)
void check_json_size(std::string_view text);

/// Throws InputError if an object of a JSON text has a key twice. The parser keeps the last one.
void check_json_keys(std::string_view text);

/// What an error says where a text stops being JSON at byte number `byte` (from 1 on): "not JSON:
/// error at line 5", or "error at byte 5" in a text of one line.
[[nodiscard]] std::string where_json_ends(std::string_view text, std::size_t byte);

/// The value of a JSON text; `Value` is nlohmann::json or nlohmann::ordered_json. Throws InputError
/// for text that is not JSON, with the place of the error, and for text that check_json_size()
/// refuses. Takes time and memory in proportion to the text.
template <typename Value = nlohmann::json>
[[nodiscard]] Value parse_json(std::string_view text) {
  check_json_size(text);
  try {
    return Value::parse(text);
  } catch (const typename Value::parse_error& error) {
    throw InputError(where_json_ends(text, error.byte));
  } catch (const typename Value::exception&) {  // a number beyond the range of a double
    throw InputError("not JSON: a number in it is out of range");
  }
}

}  // namespace carrack
