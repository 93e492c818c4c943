// Where a JSON value from outside differs from the one that was expected.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace carrack {

/// The first difference: "players/0/money is 12, expected 10"; empty if there is none. Takes time
/// in proportion to the values.
[[nodiscard]] std::string first_difference(const nlohmann::json& found,
                                           const nlohmann::json& expected);

}  // namespace carrack
