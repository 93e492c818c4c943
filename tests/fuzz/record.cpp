// libFuzzer: any file is a record that replays, or an InputError.
#include "core/record.hpp"

#include <sstream>

#include "core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  carrack::RecordReader reader(in, "fuzz");
  try {
    while (reader.next_game()) {
      while (reader.next_event()) carrack::check(reader.state());
    }
  } catch (const carrack::InputError&) {
  }
  return 0;
}
