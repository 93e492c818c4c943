// Assertions of fuzz targets.
#pragma once

#include <optional>
#include <stdexcept>

#include "core/base/error.hpp"

namespace carrack::testing {

/// Not caught: the exception stops the fuzzer or fails the test.
inline void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::logic_error(otherwise);
}

/// What `read` returns; nothing where it refuses its input.
template <typename Read>
auto read_or_refuse(Read&& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace carrack::testing
