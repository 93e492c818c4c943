// Assertions of fuzz targets.
#pragma once

#include <stdexcept>

namespace carrack::testing {

/// Not caught: the exception stops the fuzzer or fails the test.
inline void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::logic_error(otherwise);
}

}  // namespace carrack::testing
