// Any file is a record that replays, or an InputError.
#pragma once

#include <sstream>
#include <string_view>

#include "core/base/error.hpp"
#include "core/notation/record.hpp"

namespace carrack::testing {

inline void fuzz_record(std::string_view bytes) {
  std::istringstream in{std::string(bytes)};
  RecordReader reader(in, "fuzz");
  try {
    while (reader.next_game()) {
      while (reader.next_event()) check(reader.state());
    }
  } catch (const InputError&) {
  }
}

}  // namespace carrack::testing
