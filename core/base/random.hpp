// Random numbers that are the same on every compiler and machine, and that any part of a program
// can draw without disturbing another: a counter is encrypted, no generator state is shared.
//
// Philox2x64-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011.
#pragma once

#include <array>
#include <cassert>

#include "core/base/bits.hpp"

namespace carrack {

/// N blocks of 128 bits, the first at (seed, stream, first). Their rounds do not wait for each
/// other: four blocks take little longer than one.
template <std::size_t N>
[[nodiscard]] constexpr std::array<std::array<u64, 2>, N> philox_blocks(u64 seed, u64 stream,
                                                                        u64 first) noexcept {
  std::array<std::array<u64, 2>, N> blocks;
  for (std::size_t i = 0; i < N; ++i) blocks[i] = {first + i, stream};
  for (int round = 0; round < 10; ++round) {
    for (std::array<u64, 2>& x : blocks) {
      const u128 product = u128{0xD2B74407B1CE6E93U} * x[0];
      x = {static_cast<u64>(product >> 64) ^ seed ^ x[1], static_cast<u64>(product)};
    }
    seed += 0x9E3779B97F4A7C15U;
  }
  return blocks;
}

/// The 128-bit block at (seed, stream, index).
[[nodiscard]] constexpr std::array<u64, 2> philox(u64 seed, u64 stream, u64 index) noexcept {
  return philox_blocks<1>(seed, stream, index)[0];
}

/// 64 bits that depend on all three; for seeds of games, agents and the like.
[[nodiscard]] constexpr u64 derive_seed(u64 seed, u64 stream, u64 index) noexcept {
  return philox(seed, stream, index)[0];
}

/// One stream of random numbers, from its beginning.
// Padded to 128 bytes so that array indexing is a shift.
class alignas(64) Random {
 public:
  constexpr Random(u64 seed, u64 stream) noexcept : seed_(seed), stream_(stream) {}

  /// 32 uniform bits.
  [[nodiscard]] constexpr u32 next() noexcept {
    if (used_ == numbers_.size()) [[unlikely]]
      refill();
    return numbers_[used_++];
  }

  /// 64 uniform bits. Not an expression with two draws: their order would be the compiler's choice.
  [[nodiscard]] constexpr u64 next64() noexcept {
    const u64 high = next();
    return high << 32 | next();
  }

  /// Uniform in [0, n), without bias: Lemire, "Fast random integer generation in an interval",
  /// TOMACS 2019. Precondition: n > 0.
  [[nodiscard, gnu::always_inline]] constexpr unsigned below(unsigned n) noexcept {
    assert(n > 0);
    u64 product = u64{next()} * n;
    if (static_cast<u32>(product) < n) [[unlikely]] {
      const u32 threshold = (0U - n) % n;
      while (static_cast<u32>(product) < threshold) product = u64{next()} * n;
    }
    return static_cast<unsigned>(product >> 32);
  }

  /// Uniform in [0, 1), with 32 bits.
  [[nodiscard]] constexpr double uniform() noexcept { return next() * 0x1p-32; }

  /// How often next() was called (modulo 2^64). go_to() continues a stream from there.
  [[nodiscard]] constexpr u64 drawn() const noexcept {
    return kWords * index_ + used_ - numbers_.size();
  }
  /// Puts the stream where it is after `drawn` calls of next(), in constant time.
  constexpr void go_to(u64 drawn) noexcept {
    index_ = drawn / numbers_.size() * kBlocks;
    refill();
    used_ = static_cast<unsigned>(drawn % numbers_.size());
  }

 private:
  static constexpr std::size_t kBlocks = 4;  // blocks made at once
  static constexpr std::size_t kWords = 4;   // words in each block

  /// Kept out of line, so that the draws that need no new blocks stay short.
  [[gnu::noinline]] constexpr void refill() noexcept {
    std::size_t i = 0;
    for (const auto& block : philox_blocks<kBlocks>(seed_, stream_, index_)) {
      for (const u64 word : block) {
        numbers_[i++] = static_cast<u32>(word);
        numbers_[i++] = static_cast<u32>(word >> 32);
      }
    }
    index_ += kBlocks;
    used_ = 0;
  }

  u64 seed_;
  u64 stream_;
  u64 index_ = 0;
  std::array<u32, kWords * kBlocks> numbers_{};
  unsigned used_ = kWords * kBlocks;
};

/// The families of streams under one game's seed. A stream is a family and a number within it, so
/// that two games with one seed stay comparable after their decisions part.
enum class StreamFamily : u8 { game, chance, agent, rollout, seating, noise, examples };
[[nodiscard]] constexpr u64 stream(StreamFamily family, u64 number = 0) noexcept {
  return u64{index(family)} << 56 | number;
}

}  // namespace carrack
