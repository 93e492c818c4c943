// Updates of a shared tree that a thread has not written there yet.
#pragma once

#include <array>

#include "agents/search/tree.hpp"

namespace carrack {

/// Every iteration writes to the nodes near the root, and each write invalidates the cache line for
/// the other threads. So a thread writes to a hot node in batches: what all threads together have
/// not written is at most about a 32nd of the visits that the node has. A node is hot if it has at
/// least 32 visits for each thread; virtual visits are not counted there. Sums stay exact: flush()
/// comes before the report. Until then the moments of `anytime` lag behind.
///
/// A cell's place in the table is its index modulo the number of places. If another cell has that
/// place, its entry is flushed first.
class UpdateBuffer {
 public:
  /// The buffer of one of `threads` threads on the tree.
  UpdateBuffer(SearchTree& tree, unsigned threads) : tree_(tree), share_(kShare * threads) {}

  [[nodiscard]] bool is_hot(u32 cell) const { return Shared::load(tree_[cell].visits) >= share_; }
  [[nodiscard]] bool is_hot_block(u32 block) const {
    return Shared::load(tree_.choices(block)) >= share_;
  }

  /// Drops the entries that an interrupted search has left.
  void forget() {
    entries_.fill({});
    choices_.fill({});
  }

  /// Adds `games` finished games below a hot node, and the squares of the mover's rewards if they
  /// are kept.
  void add(u32 cell, const std::array<u64, kMaxPlayers>& rewards, unsigned players, u32 games,
           u64 squares = 0) {
    Entry& entry = entry_of(cell);
    for (unsigned p = 0; p < players; ++p) entry.sum[p] += rewards[p];
    entry.squares += squares;
    entry.visits += games;
    flush_if_large(entry);
  }
  /// Counts one more choice from a hot block. Returns how many there were before.
  u32 count(u32 block) {
    Choices& entry = choices_[block % kPlaces];
    if (entry.block != block) {
      flush(entry);
      entry.block = block;
    }
    const u32 written = Shared::load(tree_.choices(block));
    const u32 before = written + entry.count++;
    if (u64{entry.count} * share_ >= written) flush(entry);
    return before;
  }
  /// Writes everything to the tree.
  void flush() {
    for (Entry& entry : entries_) flush(entry);
    for (Choices& entry : choices_) flush(entry);
  }

 private:
  static constexpr u32 kShare = 32;  // of all threads
  static constexpr std::size_t kPlaces = 256;

  struct alignas(64) Entry {
    u32 cell = SearchTree::kNone;
    u32 visits = 0;
    std::array<u64, kMaxPlayers> sum{};
    u64 squares = 0;
  };

  struct Choices {
    u32 block = SearchTree::kNone;
    u32 count = 0;
  };

  Entry& entry_of(u32 cell) {
    Entry& entry = entries_[cell % kPlaces];
    if (entry.cell != cell) {
      flush(entry);
      entry.cell = cell;
    }
    return entry;
  }
  void flush_if_large(Entry& entry) {
    if (u64{entry.visits} * share_ >= Shared::load(tree_[entry.cell].visits)) flush(entry);
  }
  void flush(Entry& entry) {
    if (entry.visits == 0) return;
    SearchNode& node = tree_[entry.cell];
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      if (entry.sum[p] != 0) Shared::add(node.sum[p], entry.sum[p]);
    }
    if (entry.squares != 0) Shared::add(tree_.squares(entry.cell), entry.squares);
    Shared::add(node.visits, entry.visits);
    entry.visits = 0;
    entry.sum = {};
    entry.squares = 0;
  }

  void flush(Choices& entry) {
    if (entry.count == 0) return;
    Shared::add(tree_.choices(entry.block), entry.count);
    entry.count = 0;
  }

  SearchTree& tree_;
  u32 share_;  // kShare x threads: visits that make a node hot; one in so many may be buffered
  std::array<Entry, kPlaces> entries_{};
  std::array<Choices, kPlaces> choices_{};
};

}  // namespace carrack
