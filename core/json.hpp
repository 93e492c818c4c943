// The one place where JSON text from outside is parsed. Not for the interfaces of other headers,
// which take and give text.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace carrack {

/// Levels of lists and objects inside each other that a JSON text may have. Copies, comparisons and
/// dumps of a JSON value recurse; with this bound they cannot overflow the stack.
inline constexpr int kDeepestJson = 64;

/// The value of a JSON text; `Value` is nlohmann::json or nlohmann::ordered_json. Throws InputError
/// for text that is not JSON, with the line that is wrong, and for one that is nested deeper than
/// kDeepestJson.
template <typename Value = nlohmann::json>
[[nodiscard]] Value parse_json(std::string_view text) {
  const auto check_depth = [](int depth, typename Value::parse_event_t event, Value&) {
    const bool opens =
        event == Value::parse_event_t::object_start || event == Value::parse_event_t::array_start;
    if (opens && depth >= kDeepestJson) {
      throw InputError("JSON nested deeper than " + std::to_string(kDeepestJson) + " levels");
    }
    return true;
  };
  try {
    return Value::parse(text, check_depth);
  } catch (const typename Value::parse_error& error) {
    const std::string_view before = text.substr(0, std::min(error.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    throw InputError("no JSON from line " + std::to_string(line) + " on");
  } catch (const typename Value::exception&) {  // a number beyond the range of a double
    throw InputError("no JSON: a number in it is out of range");
  }
}

}  // namespace carrack
