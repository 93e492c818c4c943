// Writes JSON text directly into a string.
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace carrack {

/// Writes one JSON value. It sets the commas; separators are ", " and ": ".
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& open_object() { return open('{'); }
  JsonWriter& close_object() { return close('}'); }
  JsonWriter& open_list() { return open('['); }
  JsonWriter& close_list() { return close(']'); }

  JsonWriter& key(std::string_view name) {
    separate();
    quote(name);
    out_ += ": ";
    needs_comma_ = false;
    return *this;
  }
  JsonWriter& text(std::string_view value) {
    separate();
    quote(value);
    return *this;
  }
  JsonWriter& number(unsigned long long value) {
    separate();
    std::array<char, 20> digits;
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), end);
    return *this;
  }
  /// A number with four digits after the point.
  JsonWriter& decimal(double value) {
    separate();
    std::array<char, 64> digits;
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                    std::chars_format::fixed, 4)
                          .ptr;
    out_.append(digits.data(), end);
    return *this;
  }
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  /// Starts a new line.
  JsonWriter& line() {
    out_ += needs_comma_ ? ",\n" : "\n";
    needs_comma_ = false;
    return *this;
  }
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
  }

 private:
  JsonWriter& open(char bracket) {
    separate();
    out_ += bracket;
    needs_comma_ = false;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_ += bracket;
    needs_comma_ = true;
    return *this;
  }
  void separate() {
    if (needs_comma_) out_ += ", ";
    needs_comma_ = true;
  }
  void quote(std::string_view value) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out_ += '"';
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (byte < 0x20) {
        out_ += "\\u00";
        out_ += kHex[byte >> 4];
        out_ += kHex[byte & 15U];
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace carrack
