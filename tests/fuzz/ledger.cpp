#include "tests/fuzz/ledger.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::testing::fuzz_ledger({reinterpret_cast<const char*>(data), size});
  return 0;
}
