// Finds the children of positions that a search has already met on another path.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "core/base/random.hpp"

namespace carrack {

/// Maps a position's hash to its first block of children, for threads that share a tree. A position
/// whose entry is overwritten is no longer recognised; nothing else is lost. One entry is a word:
/// 31 bits of a key and the block. Two different positions are taken for one with a probability of
/// 2^-29 divided by the number of entries; then they share statistics, but never their legal
/// actions.
class TranspositionTable {
 public:
  static constexpr u32 kNone = 0;

  /// Room for at least `positions`. Throws std::bad_alloc.
  void reserve(u64 positions) {
    entries_ = std::vector<std::atomic<u64>>(std::bit_ceil(std::max<u64>(positions, kBucket)));
  }
  [[nodiscard]] bool is_on() const { return !entries_.empty(); }
  [[nodiscard]] u64 bytes() const { return entries_.size() * sizeof(u64); }
  void forget() {
    for (auto& entry : entries_) entry.store(0, std::memory_order_relaxed);
  }

  [[nodiscard]] u32 find(u64 hash) const {
    const Place place = place_of(hash);
    for (std::size_t i = 0; i < kBucket; ++i) {
      const u64 entry = entries_[place.first + i].load(std::memory_order_acquire);
      if (entry >> 32 == place.key) return static_cast<u32>(entry);
    }
    return kNone;
  }
  void store(u64 hash, u32 block) {
    const Place place = place_of(hash);
    std::size_t into =
        (place.key >> 1U) % kBucket;  // overwritten if all are taken; bit 0 is always set
    for (std::size_t i = 0; i < kBucket; ++i) {
      const u64 entry = entries_[place.first + i].load(std::memory_order_relaxed);
      if (entry != 0 && entry >> 32 != place.key) continue;
      into = i;
      break;
    }
    entries_[place.first + into].store(u64{place.key} << 32 | block, std::memory_order_release);
  }

 private:
  static constexpr std::size_t kBucket = 4;
  struct Place {
    std::size_t first;
    u32 key;
  };
  [[nodiscard]] Place place_of(u64 hash) const {
    const u64 mixed = derive_seed(hash, 0, 0);
    const std::size_t first = (mixed & (entries_.size() - 1)) & ~(kBucket - 1);
    return {first, static_cast<u32>(mixed >> 32) | 1U};
  }

  std::vector<std::atomic<u64>> entries_;
};

}  // namespace carrack
