// The memory of a search: nodes in blocks, which threads may share without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

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

/// A node, one line of the cache. Children of a node stand side by side behind a header:
///
///    node                              block of children
///   | action    2 | in flight 2 |     | header: count, next block |
///   | children  4 ------------------> | child | child | child ... |
///   | visits    4 |                         next
///   | missed    4 |                           `--> | header | child | ...
///   | sum of rewards 6 x 8 |
///
/// A child is available where its action is legal and its parent is wide enough for it. How often
/// that was is what UCB and PUCT weigh a child by. It is the header's count of choices less those
/// that the child has missed, so that a choice writes into the header alone and not into the lines
/// of all children, which other threads are reading.
///
/// What is legal after a sequence of decisions may differ from visit to visit (chance came
/// between); what turns up later goes into a further block. `action` is written before the block is
/// published by one release-store of its index, and never again; all other fields only ever count.
struct alignas(64) SearchNode {
  u16 action;     // in a header: the number of children
  u16 in_flight;  // threads on their way through it
  u32 children;   // in a header: the next block
  u32 visits;     // finished; in a header: times that the block was chosen from
  u32 missed;     // of them, those for which it was not available; kUnmet if all
  std::array<u64, kMaxPlayers> sum;

  static constexpr u32 kUnmet = ~u32{0};
};
static_assert(sizeof(SearchNode) == 64);

/// Beside each node, where the options ask for it.
struct AmafSums {
  u32 visits;
  u64 sum;  // of the reward of the player who could have chosen the action
};
using Implicit = std::array<float, kMaxPlayers>;

/// Plain counters, for one thread.
struct Alone {
  static constexpr bool kOverlaps = false;  // iterations do: in_flight is kept
  static constexpr bool kShares = false;    // with other threads
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
/// The same where leaves wait to be judged while other iterations are on their way.
struct Waiting : Alone {
  static constexpr bool kOverlaps = true;
};
/// Relaxed atomic counters, for a shared tree.
struct Shared {
  static constexpr bool kOverlaps = true;
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

/// An arena of nodes with 32-bit indices. Memory is reserved once and only touched as it fills, so
/// that nothing is allocated during a search. When it is full nothing is added any more.
class SearchTree {
 public:
  static constexpr u32 kNone = 0;
  static constexpr u32 kBusy = ~u32{0};  // a thread is just adding a block

  /// Throws ResourceError where there is no such memory.
  explicit SearchTree(const SearchOptions& options);

  /// Forgets everything; `roots` empty roots stand in the cells 1, 2, ...
  void reset(unsigned roots);
  [[nodiscard]] SearchNode& operator[](u32 cell) { return nodes_[cell]; }
  [[nodiscard]] const SearchNode& operator[](u32 cell) const { return nodes_[cell]; }
  [[nodiscard]] float& prior(u32 cell) { return priors_[cell]; }
  [[nodiscard]] float prior(u32 cell) const { return priors_[cell]; }
  [[nodiscard]] AmafSums& amaf(u32 cell) { return amaf_[cell]; }
  [[nodiscard]] u64& squares(u32 cell) { return squares_[cell]; }
  [[nodiscard]] Implicit& implicit(u32 cell) { return implicit_[cell]; }

  /// The first block of a node's children, or kNone.
  [[nodiscard]] u32 first_block(u32 cell) const { return published(nodes_[cell].children); }
  [[nodiscard]] u32 next_block(u32 header) const { return published(nodes_[header].children); }
  [[nodiscard]] unsigned block_size(u32 header) const { return nodes_[header].action; }

  /// Where further children of a node are added: its last header, or the node itself.
  [[nodiscard]] u32 last_owner(u32 cell) const {
    u32 owner = cell;
    for (u32 header = first_block(cell); header != kNone; header = next_block(header)) {
      owner = header;
    }
    return owner;
  }

  /// Calls `visit(cell)` for every child of a node, in their order.
  template <typename Visit>
  void for_each_child(u32 cell, Visit&& visit) const {
    for (u32 header = first_block(cell); header != kNone; header = next_block(header)) {
      for (u32 child = header + 1; child <= header + block_size(header); ++child) visit(child);
    }
  }

  /// Adds a block of children behind `owner` (a node, or the last header of one): their actions,
  /// in order. False: another thread is adding one there, or the memory is full.
  template <typename Actions>
  bool add_children(u32 owner, const Actions& actions, std::span<const float> priors) {
    const u32 header = begin_block(owner, static_cast<u32>(actions.size()));
    if (header == kNone) return false;
    for (u32 i = 0; i < actions.size(); ++i) {
      add_child(header + 1 + i, id_of(actions[i]), priors.empty() ? 0 : priors[i]);
    }
    publish_block(owner, header);
    return true;
  }

  // With transpositions, nodes of one position have the same children.
  /// Gives a node without children those of the position with this hash. False: none are known, or
  /// transpositions are off.
  bool share_children(u32 cell, u64 hash) {
    const u32 block = transpositions_.is_on() ? transpositions_.find(hash) : kNone;
    return block != kNone && block < used() && link_children(cell, block);
  }
  /// The node's children are those of the position with this hash from now on.
  void remember_children(u32 cell, u64 hash) {
    if (!transpositions_.is_on()) return;
    if (const u32 block = first_block(cell); block != kNone) transpositions_.store(hash, block);
  }
  [[nodiscard]] bool has_transpositions() const { return transpositions_.is_on(); }

  /// Makes the tree below `cell` the whole tree.
  void keep_below(u32 cell);

  [[nodiscard]] u32 used() const { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] u32 capacity() const { return capacity_; }
  [[nodiscard]] bool has_room(u32 cells) const { return capacity_ - used() >= cells; }
  [[nodiscard]] u64 bytes() const {
    return u64{used()} * bytes_per_node_ + transpositions_.bytes();
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

  [[nodiscard]] static u32 published(const u32& index) {
    const u32 block = std::atomic_ref<u32>(const_cast<u32&>(index)).load(std::memory_order_acquire);
    return block == kBusy ? kNone : block;
  }
  u32 allocate(u32 cells);
  /// Locks the owner's link and allocates a header and `size` cells; kNone where that fails.
  u32 begin_block(u32 owner, u32 size);
  void add_child(u32 cell, u16 action, float prior);
  void publish_block(u32 owner, u32 header);
  bool link_children(u32 cell, u32 block);
  void clear(u32 cell);
  void copy_cell(u32 from, SearchTree& to, u32 into) const;

  SearchOptions options_;
  u64 bytes_per_node_ = 0;
  u32 capacity_ = 0;
  Array<SearchNode> nodes_;
  Array<float> priors_;
  Array<AmafSums> amaf_;
  Array<u64> squares_;
  Array<Implicit> implicit_;
  TranspositionTable transpositions_;
  std::unique_ptr<SearchTree> spare_;  // what keep_below copies into; with reuse
  /// On a line of its own: threads write it while others read the above.
  alignas(64) std::atomic<u32> used_ = 1;
};

}  // namespace carrack
