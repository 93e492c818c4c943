// A hash of bytes that is the same in every program and on every machine.
#pragma once

#include <string>
#include <string_view>

#include "core/base/types.hpp"

namespace carrack {

/// FNV-1a of 64 bits.
class Digest {
 public:
  constexpr void add(u8 byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3U; }
  constexpr void add(std::string_view text) noexcept {
    for (const char c : text) add(static_cast<u8>(c));
  }
  /// The bytes of a number, the lowest first.
  constexpr void add(u16 number) noexcept { add_bytes(number, sizeof number); }
  constexpr void add(u64 number) noexcept { add_bytes(number, sizeof number); }
  [[nodiscard]] constexpr u64 value() const noexcept { return value_; }

 private:
  constexpr void add_bytes(u64 number, unsigned bytes) noexcept {
    for (unsigned i = 0; i < bytes; ++i) add(static_cast<u8>(number >> 8 * i));
  }

  u64 value_ = 0xcbf29ce484222325U;
};

/// A number as 16 hexadecimal digits, in lower-case letters.
[[nodiscard]] inline std::string hexadecimal(u64 number) {
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; number >>= 4) {
    digits[i] = "0123456789abcdef"[number & 15U];
  }
  return digits;
}

}  // namespace carrack
