#include "tests/fuzz/process.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::testing::fuzz_process({reinterpret_cast<const char*>(data), size});
  return 0;
}
