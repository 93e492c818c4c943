// A hash of bytes that is the same in every program and on every machine.
#pragma once

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
  [[nodiscard]] constexpr u64 value() const noexcept { return value_; }

 private:
  u64 value_ = 0xcbf29ce484222325U;
};

}  // namespace carrack
