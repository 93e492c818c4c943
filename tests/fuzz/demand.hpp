// What a fuzz target asks of a result.
#pragma once

#include <stdexcept>

namespace carrack::testing {

/// A fuzzer stops at the exception, a test fails with it: nobody catches it.
inline void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::logic_error(otherwise);
}

}  // namespace carrack::testing
