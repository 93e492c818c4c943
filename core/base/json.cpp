#include "core/base/json.hpp"

#include <algorithm>
#include <array>

namespace carrack {

void check_json_size(std::string_view text) {
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    throw InputError("no JSON: byte " + std::to_string(at + 1) + " is NUL");
  }
  std::array<unsigned, kDeepestJson + 1> members{};  // of the objects that are open, by depth
  unsigned depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;  // the next character is not the end of the string
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson) {
        throw InputError("JSON nested deeper than " + std::to_string(kDeepestJson) + " levels");
      }
      members[depth] = 0;
    } else if (c == ':') {
      if (++members[depth] > kMostJsonMembers) {
        throw InputError("JSON with an object of more than " + std::to_string(kMostJsonMembers) +
                         " members");
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
}

std::string where_json_ends(std::string_view text, std::size_t byte) {
  if (byte > text.size()) return "no JSON: it ends too early";
  const std::string_view before = text.substr(0, std::max<std::size_t>(byte, 1) - 1);
  if (text.find('\n') == std::string_view::npos) {
    return "no JSON from byte " + std::to_string(before.size() + 1) + " on";
  }
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return "no JSON from line " + std::to_string(line) + " on";
}

}  // namespace carrack
