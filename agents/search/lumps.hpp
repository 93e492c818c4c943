// What a thread knows of a shared tree and has not told the others yet.
#pragma once

#include <algorithm>
#include <array>

#include "agents/search/tree.hpp"

namespace carrack {

/// Every iteration passes the nodes near the root, and what it writes there takes the line from the
/// other threads, which are about to read it. So a thread tells a busy node of its visits in lumps
/// of about a 32nd of those that the node has: what others see of it lags by no more than that for
/// each thread. Sums stay exact, as lumps are whole; tell() must come before anybody counts.
///
/// The table has one place for each remainder of a cell; who needs a place that another cell has
/// tells the tree of that one first.
class Lumps {
 public:
  /// Visits from which on a node is busy.
  static constexpr u32 kBusy = 32;

  explicit Lumps(SearchTree& tree) : tree_(tree) {}

  [[nodiscard]] bool is_busy(u32 cell) const { return Shared::load(tree_[cell].visits) >= kBusy; }

  /// `games` finished games below a busy node.
  void add(u32 cell, const std::array<u64, kMaxPlayers>& rewards, unsigned players, u32 games) {
    Lump& lump = lump_of(cell);
    for (unsigned p = 0; p < players; ++p) lump.sum[p] += rewards[p];
    lump.visits += games;
    tell_if_large(lump);
  }
  /// One more choice from the block of a busy header. Returns how many there were.
  u32 count(u32 header) {
    Lump& lump = lump_of(header);
    const u32 before = Shared::load(tree_[header].visits) + lump.visits++;
    tell_if_large(lump);
    return before;
  }
  /// Tells the tree everything.
  void tell() {
    for (Lump& lump : lumps_) tell(lump);
  }

 private:
  static constexpr u32 kShare = 32;
  static constexpr std::size_t kPlaces = 256;

  struct alignas(64) Lump {
    u32 cell = SearchTree::kNone;
    u32 visits = 0;
    std::array<u64, kMaxPlayers> sum{};
  };

  Lump& lump_of(u32 cell) {
    Lump& lump = lumps_[cell % kPlaces];
    if (lump.cell != cell) {
      tell(lump);
      lump.cell = cell;
    }
    return lump;
  }
  void tell_if_large(Lump& lump) {
    if (u64{lump.visits} * kShare >= Shared::load(tree_[lump.cell].visits)) tell(lump);
  }
  void tell(Lump& lump) {
    if (lump.visits == 0) return;
    SearchNode& node = tree_[lump.cell];
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      if (lump.sum[p] != 0) Shared::add(node.sum[p], lump.sum[p]);
    }
    Shared::add(node.visits, lump.visits);
    lump.visits = 0;
    lump.sum = {};
  }

  SearchTree& tree_;
  std::array<Lump, kPlaces> lumps_{};
};

}  // namespace carrack
