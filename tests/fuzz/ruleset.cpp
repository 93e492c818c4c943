#include "tests/fuzz/ruleset.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::testing::fuzz_ruleset({reinterpret_cast<const char*>(data), size});
  carrack::forget_custom_rules();
  return 0;
}
