// What the readers of JSON ask of a value: members that have to be there, of the type they should
// have. Not for the interfaces of other headers, which take and give text.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/types.hpp"

namespace carrack::json_reader {

using Json = nlohmann::json;

/// A member that has to be there.
inline const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw InputError(std::string("no \"") + key + "\"");
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

/// A name as the notation and names of files can have it; `more` are letters beside the usual ones.
inline std::string name_of(const Json& object, const char* key, std::string_view more = {}) {
  constexpr std::size_t kLongest = 32;
  const Json& value = member(object, key);
  std::string name = value.is_string() ? value.get<std::string>() : std::string();
  const bool is_word = std::ranges::all_of(name, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           more.find(c) != std::string_view::npos;
  });
  if (name.empty() || name.size() > kLongest || !is_word) {
    std::string letters = "_";
    for (const char c : more) letters.append(" and ").append(1, c);
    throw InputError(std::string("\"") + key + "\" should be a word of up to " +
                     std::to_string(kLongest) + " small letters, digits and " + letters);
  }
  return name;
}

/// Throws InputError for a key that is not among those known.
inline void check_keys(const Json& object, std::span<const std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) == known.end()) {
      throw InputError(unknown_word("key", key, known));
    }
  }
}

}  // namespace carrack::json_reader
