// Required members of JSON values, with a check of their type. For .cpp files: interfaces take and
// return text instead.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/name.hpp"
#include "core/base/types.hpp"

namespace carrack::json_reader {

using Json = nlohmann::json;

/// The member `key`. Throws InputError if it is missing, as the functions below do.
inline const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw InputError(std::string("\"") + key + "\" is missing");
  return *found;
}

inline std::string text_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_string()) throw InputError(std::string("\"") + key + "\" is not a string");
  return value.get<std::string>();
}

inline u64 number_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_number_unsigned()) {
    throw InputError(std::string("\"") + key + "\" is not a whole number of at least 0");
  }
  return value.get<u64>();
}

inline std::vector<std::string> words_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  std::vector<std::string> words;
  if (!value.is_array()) throw InputError(std::string("\"") + key + "\" is not a list");
  for (const Json& word : value) {
    if (!word.is_string())
      throw InputError(std::string("\"") + key + "\" is not a list of strings");
    words.push_back(word.get<std::string>());
  }
  return words;
}

/// The member `key`, which has to be a name (check_name()).
inline std::string name_of(const Json& object, const char* key, std::string_view more = {}) {
  const Json& value = member(object, key);
  std::string name = value.is_string() ? value.get<std::string>() : std::string();
  check_name(name, std::string("\"") + key + "\"", more);
  return name;
}

/// Throws InputError for a key that is not in `known`.
inline void check_keys(const Json& object, std::span<const std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) == known.end()) {
      throw InputError(unknown_word("key", key, known));
    }
  }
}

}  // namespace carrack::json_reader
