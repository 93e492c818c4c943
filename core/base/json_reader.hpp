// What the readers of JSON ask of a value: members that have to be there, of the type they should
// have. Not for the interfaces of other headers, which take and give text.
#pragma once

#include <string>
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
  if (!value.is_string()) throw InputError(std::string("\"") + key + "\" is no text");
  return value.get<std::string>();
}

inline u64 number_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_number_unsigned()) {
    throw InputError(std::string("\"") + key + "\" is no whole number from 0 on");
  }
  return value.get<u64>();
}

inline std::vector<std::string> words_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  std::vector<std::string> words;
  if (!value.is_array()) throw InputError(std::string("\"") + key + "\" is no list");
  for (const Json& word : value) {
    if (!word.is_string()) throw InputError(std::string("\"") + key + "\" is no list of words");
    words.push_back(word.get<std::string>());
  }
  return words;
}

}  // namespace carrack::json_reader
