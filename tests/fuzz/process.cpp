// libFuzzer: the lines that a program answers.
#include "tests/fuzz/process.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::fuzz::read_answers({reinterpret_cast<const char*>(data), size});
  return 0;
}
