#include "core/base/json_difference.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace carrack {
namespace {

using Json = nlohmann::json;

/// Where two JSON values first differ; null if one of them has nothing.
struct Difference {
  std::string path;
  const Json* found = nullptr;
  const Json* expected = nullptr;
};

/// Goes down to the first difference, in time in proportion to the values. (Json::diff() finds all
/// of them, in time that grows with the square of a list.) Precondition: the values differ.
Difference find_difference(const Json& found, const Json& expected, const std::string& path) {
  const auto below = [&](const std::string& part) {
    return path.empty() ? part : path + '/' + part;
  };
  if (found.is_object() && expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      const auto there = found.find(key);
      if (there == found.end()) return {below(key), nullptr, &value};
      if (*there != value) return find_difference(*there, value, below(key));
    }
    for (const auto& [key, value] : found.items()) {
      if (!expected.contains(key)) return {below(key), &value, nullptr};
    }
  }
  if (found.is_array() && expected.is_array()) {
    const std::size_t both = std::min(found.size(), expected.size());
    for (std::size_t i = 0; i < both; ++i) {
      if (found[i] != expected[i]) {
        return find_difference(found[i], expected[i], below(std::to_string(i)));
      }
    }
    const std::string next = below(std::to_string(both));
    if (found.size() > both) return {next, &found[both], nullptr};
    if (expected.size() > both) return {next, nullptr, &expected[both]};
  }
  return {path, &found, &expected};
}

}  // namespace

std::string first_difference(const Json& found, const Json& expected) {
  if (found == expected) return {};
  const Difference difference = find_difference(found, expected, "");
  const auto show = [](const Json* json) {
    return json == nullptr ? std::string("nothing") : excerpt(json->dump());
  };
  return (difference.path.empty() ? "it" : excerpt(difference.path)) + " is " +
         show(difference.found) + ", expected " + show(difference.expected);
}

}  // namespace carrack
