#include "tests/fuzz/state.hpp"

#include <algorithm>
#include <string>

#include "tests/core/mutants.hpp"

using carrack::testing::mutate;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  carrack::testing::fuzz_state({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

namespace {

/// Replaces the input by a frozen position of the right size and checksum.
std::size_t replace(unsigned char* data, std::size_t most, std::string bytes) {
  carrack::seal(bytes, {});
  const std::size_t size = std::min(most, bytes.size());
  std::copy_n(bytes.begin(), size, data);
  return size;
}

/// The bytes, cut or filled to the size of a frozen position.
std::string sized(const unsigned char* data, std::size_t size) {
  static const std::size_t kSize =
      carrack::freeze(carrack::start(carrack::Ruleset::make("aoe3", 2)), std::nullopt).bytes.size();
  std::string bytes(reinterpret_cast<const char*>(data), size);
  bytes.resize(kSize);
  return bytes;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  carrack::Random random(seed, 0);
  std::string bytes = sized(data, size);
  if (random.below(3) == 0) {
    auto* const state = reinterpret_cast<unsigned char*>(&bytes[carrack::testing::kStateAt]);
    LLVMFuzzerMutate(state, sizeof(carrack::State), sizeof(carrack::State));
  } else {
    mutate(bytes, bytes, random);
  }
  return replace(data, most, std::move(bytes));
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const unsigned char* one, std::size_t one_size,
                                                 const unsigned char* other, std::size_t other_size,
                                                 unsigned char* out, std::size_t most,
                                                 unsigned seed) {
  carrack::Random random(seed, 0);
  std::string bytes = sized(one, one_size);
  const std::string from = sized(other, other_size);
  const std::size_t at = random.below(static_cast<unsigned>(bytes.size()));
  const std::size_t n = 1 + random.below(64);
  bytes.replace(at, std::min(n, bytes.size() - at), from, at, std::min(n, from.size() - at));
  return replace(out, most, std::move(bytes));
}
