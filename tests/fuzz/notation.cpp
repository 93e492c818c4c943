#include "tests/fuzz/notation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::testing::fuzz_notation({reinterpret_cast<const char*>(data), size});
  return 0;
}
