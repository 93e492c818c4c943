// The memory of a search: nodes and edges, which threads may share without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agents/report.hpp"
#include "agents/search/game.hpp"
#include "agents/search/options.hpp"
#include "agents/search/transpositions.hpp"

namespace carrack {

/// Rewards are summed as whole multiples of 2^-30: sums are exact in whatever order threads add.
inline constexpr double kRewardUnit = 1 << 30;
/// A loss that is 1 - reward may be just below 0 by rounding, which only a signed number can hold.
[[nodiscard]] inline u64 to_fixed(float reward) {
  return static_cast<u64>(static_cast<std::int64_t>(static_cast<double>(reward) * kRewardUnit));
}
[[nodiscard]] inline float mean_of(u64 sum, u32 visits) {
  return static_cast<float>(static_cast<double>(static_cast<std::int64_t>(sum)) /
                            (kRewardUnit * visits));
}

/// A node, one line of the cache. Its edges stand in blocks, each behind a header. A child gets a
/// node when it is visited for the first time: most edges never need one.
///
///    node                            block of edges
///   | action    2 | in flight 2 |   | header: size, choices, mover, next block |
///   | edges     4 ----------------> | edge: action, prior, child --> node |
///   | visits    4 |                 | edge ...
///   | sum of rewards 6 x 8 |          next
///                                      `--> | header | edge | ...
///
/// The actions that are legal after a sequence of decisions may differ from visit to visit (chance
/// came between); actions that turn up later go into a further block. `action` is written before
/// the node or the block is published by one release-store of its index, and never again; all other
/// fields are counters, which only grow.
struct alignas(64) SearchNode {
  u16 action;
  u16 in_flight;  // iterations that came through it and are not backed up yet; not of hot nodes
  u32 edges;      // the first block
  u32 visits;     // finished
  std::array<u64, kMaxPlayers> sum;
};
static_assert(sizeof(SearchNode) == 64);

/// An edge from a node to a child.
///
/// A child is available if its action is legal and within the width of its parent. UCB and PUCT
/// weigh a child by the number of choices for which it was available: the block's count of choices
/// minus the edge's `missed`. So a choice writes only into the header, not into the lines of all
/// edges, which other threads are reading.
struct Edge {
  u16 action;
  u32 child;    // its node, or kNone
  u32 missed;   // choices for which it was not available; kUnmet if all
  float prior;  // 0 if the options ask for none

  static constexpr u32 kUnmet = ~u32{0};
};
static_assert(sizeof(Edge) == 16);

/// The header of a block of edges. It takes the room of one edge.
struct alignas(16) BlockHeader {
  u32 size;     // edges
  u32 next;     // block, or kNone
  u32 choices;  // how often one of the edges was to be chosen
  u8 mover;     // who chose when it was added: a seat, or kChanceMover
};
static_assert(sizeof(BlockHeader) == sizeof(Edge) && alignof(BlockHeader) <= alignof(SearchNode));

/// The AMAF statistics of a node, kept with rave=.
struct AmafSums {
  u32 visits;
  u64 sum;  // of the reward of the player who could have chosen the action
};
using Implicit = std::array<float, kMaxPlayers>;

// How a thread reads and counts in the memory of a tree.
/// Plain counters: no other thread uses the tree.
struct Alone {
  static constexpr bool kShares = false;
  template <typename T>
  static T load(const T& value) {
    return value;
  }
  template <typename T>
  static void add(T& value, T n) {
    value = static_cast<T>(value + n);
  }
  /// Adds, and returns what was there.
  template <typename T>
  static T count(T& value, T n) {
    const T before = value;
    add(value, n);
    return before;
  }
  template <typename T>
  static void store(T& value, T to) {
    value = to;
  }
};
/// Relaxed atomic counters, for a tree that other threads use too.
struct Shared {
  static constexpr bool kShares = true;
  template <typename T>
  static T load(const T& value) {
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
  }
  template <typename T>
  static void add(T& value, T n) {
    std::atomic_ref<T>(value).fetch_add(n, std::memory_order_relaxed);
  }
  template <typename T>
  static T count(T& value, T n) {
    return std::atomic_ref<T>(value).fetch_add(n, std::memory_order_relaxed);
  }
  template <typename T>
  static void store(T& value, T to) {
    std::atomic_ref<T>(value).store(to, std::memory_order_relaxed);
  }
};

/// An arena of nodes and edges with 32-bit indices; nodes fill it from the front and edges from the
/// back. Memory is reserved once and only touched as it fills, so that nothing is allocated during
/// a search. Once it is full, nothing is added any more.
class SearchTree {
 public:
  static constexpr u32 kNone = 0;
  static constexpr u32 kBusy = ~u32{0};  // a thread is adding a block at this moment

  /// Throws ResourceError if there is no such memory.
  explicit SearchTree(const SearchOptions& options);

  /// Forgets everything; `roots` empty roots stand in the cells 1, 2, ...
  void reset(unsigned roots);
  [[nodiscard]] SearchNode& operator[](u32 cell) { return nodes_[cell]; }
  [[nodiscard]] const SearchNode& operator[](u32 cell) const { return nodes_[cell]; }
  [[nodiscard]] Edge& edge(u32 i) { return *(end_ - i); }
  [[nodiscard]] const Edge& edge(u32 i) const { return *(end_ - i); }
  [[nodiscard]] AmafSums& amaf(u32 cell) { return amaf_[cell]; }
  [[nodiscard]] u64& squares(u32 cell) { return squares_[cell]; }
  [[nodiscard]] Implicit& implicit(u32 cell) { return implicit_[cell]; }

  /// The first block of a node's edges, or kNone.
  [[nodiscard]] u32 first_block(u32 cell) const { return published(nodes_[cell].edges); }
  [[nodiscard]] u32 next_block(u32 block) const { return published(header(block).next); }
  /// The edges of a block are the `block_size` ones that follow it.
  [[nodiscard]] unsigned block_size(u32 block) const { return header(block).size; }
  /// How often one of the block's edges was to be chosen.
  [[nodiscard]] u32& choices(u32 block) { return header(block).choices; }
  [[nodiscard]] const u32& choices(u32 block) const { return header(block).choices; }
  /// Who chooses among the block's edges: a seat, or kChanceMover. If that differs from visit to
  /// visit, because chance came between, it is the one for whom the block was added.
  [[nodiscard]] u8 mover(u32 block) const { return header(block).mover; }
  [[nodiscard]] u32 last_block(u32 cell) const {
    u32 last = kNone;
    for (u32 b = first_block(cell); b != kNone; b = next_block(b)) last = b;
    return last;
  }

  /// The node behind an edge, or kNone if there is none: without RAVE, before its first visit.
  [[nodiscard]] u32 child(u32 edge_index) const {
    return std::atomic_ref<u32>(const_cast<u32&>(edge(edge_index).child))
        .load(std::memory_order_acquire);
  }
  /// The same, but the node is made if there is none. kNone: the memory is full.
  u32 make_child(u32 edge_index);

  /// Calls `visit(edge)` for every edge of a node, in their order.
  template <typename Visit>
  void for_each_edge(u32 cell, Visit&& visit) const {
    for (u32 block = first_block(cell); block != kNone; block = next_block(block)) {
      for (u32 e = block + 1; e <= block + block_size(block); ++e) visit(e);
    }
  }
  /// Calls `visit(cell)` for every child that has a node, in the order of the edges. It may have no
  /// visits yet.
  template <typename Visit>
  void for_each_child(u32 cell, Visit&& visit) const {
    for_each_child_with_mover(cell, [&](u32 node, u8) { visit(node); });
  }
  /// The same with `visit(cell, mover)`.
  template <typename Visit>
  void for_each_child_with_mover(u32 cell, Visit&& visit) const {
    for (u32 block = first_block(cell); block != kNone; block = next_block(block)) {
      for (u32 e = block + 1; e <= block + block_size(block); ++e) {
        if (const u32 node = child(e); node != kNone) visit(node, mover(block));
      }
    }
  }

  /// Prefetches the nodes of the first edges of a block, which are scattered in memory.
  void prefetch_children(u32 block, u32 edges) const {
    const u32 end = block + 1 + std::min(edges, block_size(block));
    for (u32 e = block + 1; e < end; ++e) __builtin_prefetch(&nodes_[child(e)]);
  }

  /// Adds a block of edges to a node, behind its block `last` (kNone: it has no block), for the
  /// actions of the mover, in order. False: another thread is adding a block there, or the memory
  /// is full.
  template <typename Actions>
  bool add_edges(u32 cell, u32 last, const Actions& actions, std::span<const float> priors,
                 u8 mover) {
    u32& link = last == kNone ? nodes_[cell].edges : header(last).next;
    const auto size = static_cast<u32>(actions.size());
    // RAVE counts games for children that were never visited.
    const auto before = begin_block(link, amaf_ ? size : 0, size, mover);
    if (!before) return false;
    const u32 block = edges_of(*before);
    for (u32 i = 0; i < size; ++i) {
      edge(block + 1 + i) = {id_of(actions[i]), kNone, Edge::kUnmet,
                             priors.empty() ? 0 : priors[i]};
      if (amaf_) edge(block + 1 + i).child = begin_node(cells_of(*before) + i, id_of(actions[i]));
    }
    std::atomic_ref<u32>(link).store(block, std::memory_order_release);
    return true;
  }

  // With transpositions, nodes of one position have the same edges.
  /// Gives a node without edges those of the position with this hash. False: none are known, or
  /// transpositions are off.
  bool share_edges(u32 cell, u64 hash) {
    const u32 block = transpositions_.is_on() ? transpositions_.find(hash) : kNone;
    return block != kNone && block < used_edges() && link_edges(cell, block);
  }
  /// The node's edges are those of the position with this hash from now on.
  void remember_edges(u32 cell, u64 hash) {
    if (!transpositions_.is_on()) return;
    if (const u32 block = first_block(cell); block != kNone) transpositions_.store(hash, block);
  }
  [[nodiscard]] bool has_transpositions() const { return transpositions_.is_on(); }

  /// Makes the tree below `cell` the whole tree.
  void keep_below(u32 cell);

  /// The number of cells in use: nodes, and the cell 0, which is no node.
  [[nodiscard]] u32 used() const { return cells_of(used_.load(std::memory_order_relaxed)); }
  /// The number of edges in use: edges and headers, and the edge 0, which is no edge.
  [[nodiscard]] u32 used_edges() const { return edges_of(used_.load(std::memory_order_relaxed)); }
  /// Whether a block of `edges` edges can be added.
  [[nodiscard]] bool has_room(u32 edges) const {
    return fits(used_.load(std::memory_order_relaxed), amaf_ ? edges : 0, edges + 1);
  }
  [[nodiscard]] u64 bytes() const {
    return u64{used()} * bytes_per_node_ + u64{used_edges()} * sizeof(Edge) +
           transpositions_.bytes();
  }

 private:
  template <typename T>
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  template <typename T>
  using Array = std::unique_ptr<T[], Free<T>>;  // NOLINT(modernize-avoid-c-arrays): its way
  template <typename T>
  [[nodiscard]] Array<T> reserve(bool wanted);
  void reserve_transpositions(u64 positions);
  [[noreturn]] void fail_without_memory() const;

  [[nodiscard]] BlockHeader& header(u32 block) {
    return *reinterpret_cast<BlockHeader*>(end_ - block);
  }
  [[nodiscard]] const BlockHeader& header(u32 block) const {
    return *reinterpret_cast<const BlockHeader*>(end_ - block);
  }
  [[nodiscard]] static u32 published(const u32& index) {
    const u32 block = std::atomic_ref<u32>(const_cast<u32&>(index)).load(std::memory_order_acquire);
    return block == kBusy ? kNone : block;
  }
  // Both counts of used_ in one word, so that one operation takes from both.
  [[nodiscard]] static u32 cells_of(u64 used) { return static_cast<u32>(used); }
  [[nodiscard]] static u32 edges_of(u64 used) { return static_cast<u32>(used >> 32); }
  [[nodiscard]] static u64 used_of(u32 cells, u32 edges) { return u64{edges} << 32 | cells; }
  [[nodiscard]] bool fits(u64 used, u64 cells, u64 edges) const {
    constexpr u64 kPerCell = sizeof(SearchNode) / sizeof(Edge);
    return kPerCell * (cells_of(used) + cells) + edges_of(used) + edges <= kPerCell * capacity_;
  }
  /// Takes memory for nodes and edges. Returns the former used_, or nothing if the memory is full.
  std::optional<u64> allocate(u32 cells, u32 edges);
  /// Locks the link, and takes memory for nodes, a header and `size` edges. Returns the former
  /// used_, or nothing if it fails.
  std::optional<u64> begin_block(u32& link, u32 cells, u32 size, u8 mover);
  /// Initializes the node in a cell, and returns the cell.
  u32 begin_node(u32 cell, u16 action);
  bool link_edges(u32 cell, u32 block);
  void clear(u32 cell);
  void copy_cell(u32 from, SearchTree& to, u32 into) const;
  u32 copy_block(u32 block, SearchTree& to) const;

  SearchOptions options_;
  u64 bytes_per_node_ = 0;
  u32 capacity_ = 0;
  Array<SearchNode> nodes_;
  Edge* end_ = nullptr;  // of the memory of nodes_
  Array<AmafSums> amaf_;
  Array<u64> squares_;
  Array<Implicit> implicit_;
  TranspositionTable transpositions_;
  std::unique_ptr<SearchTree> spare_;  // what keep_below copies into; with reuse
  /// On a cache line of its own: threads write it while others read the members above.
  alignas(64) std::atomic<u64> used_ = used_of(1, 1);
};

}  // namespace carrack
