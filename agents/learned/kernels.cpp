// Every loop is written once, in a function that is inlined into one copy for each level of
// instructions. The sums are integers, so the order of additions does not matter.
#include "agents/learned/kernels.hpp"

#include <array>
#include <cassert>
#include <cstring>

#include "core/base/cpu.hpp"

#if defined(__x86_64__)
#define CARRACK_HAS_V3 1
#define CARRACK_V3 [[gnu::target("avx2,bmi,bmi2")]]
#else
#define CARRACK_HAS_V3 0
#endif

namespace carrack::kernels {
namespace {

/// Sixteen sums: a register of AVX2, two of SSE.
using Sums [[gnu::vector_size(32)]] = u16;
constexpr std::size_t kSums = sizeof(Sums) / sizeof(u16);

/// Adds up `kVectors` vectors of each row in registers.
template <std::size_t kVectors>
[[gnu::always_inline]] inline void add_block(std::span<const i16* const> rows, const i16* bias,
                                             std::size_t from, i16* sums) {
  std::array<Sums, kVectors> total;
  for (std::size_t v = 0; v < kVectors; ++v) {
    std::memcpy(&total[v], bias + from + v * kSums, sizeof(Sums));
  }
  for (const i16* const row : rows) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      Sums terms;
      std::memcpy(&terms, row + from + v * kSums, sizeof terms);
      total[v] += terms;
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    std::memcpy(sums + from + v * kSums, &total[v], sizeof(Sums));
  }
}

[[gnu::always_inline]] inline void add_rows_here(std::span<const i16* const> rows, const i16* bias,
                                                 std::span<i16> sums) {
  constexpr std::size_t kVectors = 6;
  std::size_t from = 0;
  for (; from + kVectors * kSums <= sums.size(); from += kVectors * kSums) {
    add_block<kVectors>(rows, bias, from, sums.data());
  }
  for (; from < sums.size(); from += kSums) add_block<1>(rows, bias, from, sums.data());
}

[[gnu::always_inline]] inline i32 dot_here(const i16* a, const i16* b, std::size_t n) {
  i32 sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += i32{a[i]} * i32{b[i]};
  return sum;
}

[[gnu::always_inline]] inline void multiply_here(const i16* weights, const i32* bias,
                                                 std::span<const i16> in, std::span<i32> out) {
  for (std::size_t o = 0; o < out.size(); ++o) {
    out[o] = bias[o] + dot_here(weights + o * in.size(), in.data(), in.size());
  }
}

#if CARRACK_HAS_V3
CARRACK_V3 void add_rows_v3(std::span<const i16* const> rows, const i16* bias,
                            std::span<i16> sums) {
  add_rows_here(rows, bias, sums);
}
CARRACK_V3 i32 dot_v3(const i16* a, const i16* b, std::size_t n) { return dot_here(a, b, n); }
CARRACK_V3 void multiply_v3(const i16* weights, const i32* bias, std::span<const i16> in,
                            std::span<i32> out) {
  multiply_here(weights, bias, in, out);
}
#endif

}  // namespace

void add_rows(std::span<const i16* const> rows, std::span<const i16> bias, std::span<i16> sums) {
  assert(bias.size() == sums.size() && sums.size() % 16 == 0);
#if CARRACK_HAS_V3
  if (cpu::level() >= cpu::Level::v3) return add_rows_v3(rows, bias.data(), sums);
#endif
  add_rows_here(rows, bias.data(), sums);
}

i32 dot(std::span<const i16> a, std::span<const i16> b) {
  assert(a.size() == b.size() && a.size() % 16 == 0);
#if CARRACK_HAS_V3
  if (cpu::level() >= cpu::Level::v3) return dot_v3(a.data(), b.data(), a.size());
#endif
  return dot_here(a.data(), b.data(), a.size());
}

void multiply(std::span<const i16> weights, std::span<const i32> bias, std::span<const i16> in,
              std::span<i32> out) {
  assert(weights.size() == in.size() * out.size() && bias.size() == out.size());
#if CARRACK_HAS_V3
  if (cpu::level() >= cpu::Level::v3) return multiply_v3(weights.data(), bias.data(), in, out);
#endif
  multiply_here(weights.data(), bias.data(), in, out);
}

}  // namespace carrack::kernels
