#include "core/base/json.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace carrack {

void check_json_size(std::string_view text) {
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    throw InputError("not JSON: byte " + std::to_string(at + 1) + " is NUL");
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

namespace {

/// Looks for a key that an object has twice.
class KeyChecker : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override {
    open_.emplace_back();
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool key(string_t& name) override {
    if (!open_.back().insert(name).second) {
      throw InputError("duplicate key '" + excerpt(name) + "'");
    }
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    return false;
  }

 private:
  std::vector<std::set<std::string>> open_;  // keys so far, of the objects that are open
};

}  // namespace

void check_json_keys(std::string_view text) {
  check_json_size(text);
  KeyChecker checker;
  nlohmann::json::sax_parse(text, &checker);
}

std::string where_json_ends(std::string_view text, std::size_t byte) {
  if (byte > text.size()) return "not JSON: it ends too early";
  const std::string_view before = text.substr(0, std::max<std::size_t>(byte, 1) - 1);
  if (text.find('\n') == std::string_view::npos) {
    return "not JSON: error at byte " + std::to_string(before.size() + 1);
  }
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return "not JSON: error at line " + std::to_string(line);
}

}  // namespace carrack
