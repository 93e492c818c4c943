#include "agents/search/tree.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <string>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr u64 kMebibyte = u64{1} << 20;
/// The cells that a position takes, about, with its edges: there are fewer positions than cells.
constexpr u64 kCellsAPosition = 4;

SearchOptions without_reuse(SearchOptions options) {
  options.tree.reuse = false;
  options.tree.memory = std::max<u64>(options.tree.memory / 2, 1);
  return options;
}

}  // namespace

SearchTree::SearchTree(const SearchOptions& options)
    : options_(options),
      bytes_per_node_(sizeof(SearchNode) + (options.uses_amaf() ? sizeof(AmafSums) : 0) +
                      (options.uses_squares() ? sizeof(u64) : 0) +
                      (options.uses_implicit() ? sizeof(Implicit) : 0)) {
  if (options.tree.reuse) {  // two trees share the memory
    options_ = without_reuse(options);
    spare_ = std::make_unique<SearchTree>(options_);
  }
  u64 bytes = options_.tree.memory * kMebibyte;
  if (options_.tree.transpositions) {  // their table is a part of the memory
    reserve_transpositions(bytes / bytes_per_node_ / kCellsAPosition);
    bytes -= std::min(transpositions_.bytes(), bytes);
  }
  const u64 wanted = bytes / bytes_per_node_;
  // Edges, of which a cell holds four, are numbered in 32 bits too.
  capacity_ = static_cast<u32>(std::clamp<u64>(wanted, 1024, (kBusy - 1) / 4));
  nodes_ = reserve<SearchNode>(true);
  end_ = reinterpret_cast<Edge*>(nodes_.get() + capacity_);
  amaf_ = reserve<AmafSums>(options.uses_amaf());
  squares_ = reserve<u64>(options.uses_squares());
  implicit_ = reserve<Implicit>(options.uses_implicit());
}

void SearchTree::fail_without_memory() const {
  throw ResourceError("a search tree of " + std::to_string(options_.tree.memory) +
                      " MiB: out of memory");
}

void SearchTree::reserve_transpositions(u64 positions) {
  try {
    transpositions_.reserve(positions);
  } catch (const std::bad_alloc&) {
    fail_without_memory();
  }
}

template <typename T>
SearchTree::Array<T> SearchTree::reserve(bool wanted) {
  if (!wanted) return nullptr;
  constexpr std::size_t kLine = 64;
  const std::size_t bytes = (capacity_ * sizeof(T) + kLine - 1) / kLine * kLine;
  void* const memory = std::aligned_alloc(kLine, bytes);
  if (memory == nullptr) fail_without_memory();
  return Array<T>(static_cast<T*>(memory));
}

void SearchTree::reset(unsigned roots) {
  if (transpositions_.is_on()) transpositions_.forget();
  used_.store(used_of(1 + roots, 1), std::memory_order_relaxed);
  for (u32 cell = 0; cell <= roots; ++cell) clear(cell);
}

void SearchTree::clear(u32 cell) {
  nodes_[cell] = SearchNode{};
  if (amaf_) amaf_[cell] = {};
  if (squares_) squares_[cell] = 0;
  if (implicit_) implicit_[cell] = {};
}

std::optional<u64> SearchTree::allocate(u32 cells, u32 edges) {
  u64 before = used_.load(std::memory_order_relaxed);
  do {
    if (!fits(before, cells, edges)) return std::nullopt;
  } while (!used_.compare_exchange_weak(before, before + used_of(cells, edges),
                                        std::memory_order_relaxed));
  return before;
}

std::optional<u64> SearchTree::begin_block(u32& link, u32 cells, u32 size, u8 mover) {
  const std::atomic_ref<u32> lock(link);
  u32 expected = kNone;
  if (!lock.compare_exchange_strong(expected, kBusy, std::memory_order_acquire)) return {};
  const auto before = allocate(cells, size + 1);
  if (before) {
    header(edges_of(*before)) = {.size = size, .next = kNone, .choices = 0, .mover = mover};
  } else {
    lock.store(kNone, std::memory_order_release);
  }
  return before;
}

u32 SearchTree::begin_node(u32 cell, u16 action) {
  clear(cell);
  nodes_[cell].action = action;
  return cell;
}

// If two threads make the same child, the cell of the second one stays unused.
u32 SearchTree::make_child(u32 edge_index) {
  if (const u32 there = child(edge_index); there != kNone) return there;
  const auto before = allocate(1, 0);
  if (!before) return kNone;
  const u32 cell = begin_node(cells_of(*before), edge(edge_index).action);
  u32 expected = kNone;
  const bool is_first = std::atomic_ref<u32>(edge(edge_index).child)
                            .compare_exchange_strong(expected, cell, std::memory_order_acq_rel);
  return is_first ? cell : expected;
}

bool SearchTree::link_edges(u32 cell, u32 block) {
  u32 expected = kNone;
  return std::atomic_ref<u32>(nodes_[cell].edges)
      .compare_exchange_strong(expected, block, std::memory_order_acq_rel);
}

/// Copies the cell `from` into `into` of another tree. Its link still leads into this tree.
void SearchTree::copy_cell(u32 from, SearchTree& to, u32 into) const {
  to.nodes_[into] = nodes_[from];
  if (amaf_) to.amaf_[into] = amaf_[from];
  if (squares_) to.squares_[into] = squares_[from];
  if (implicit_) to.implicit_[into] = implicit_[from];
}

/// Copies a block and the nodes behind its edges. Returns its index there, or kNone if there is
/// no room.
u32 SearchTree::copy_block(u32 block, SearchTree& to) const {
  const u32 size = block_size(block);
  u32 nodes = 0;
  for (u32 e = block + 1; e <= block + size; ++e) nodes += child(e) != kNone ? 1 : 0;
  const auto before = to.allocate(nodes, size + 1);
  if (!before) return kNone;
  const u32 copy = edges_of(*before);
  u32 cell = cells_of(*before);
  to.header(copy) = header(block);
  to.header(copy).next = kNone;
  for (u32 i = 1; i <= size; ++i) {
    Edge& copied = to.edge(copy + i);
    copied = edge(block + i);
    if (copied.child == kNone) continue;
    copy_cell(copied.child, to, cell);
    copied.child = cell++;
  }
  return copy;
}

/// Cheney's copying algorithm (CACM 1970): the copy serves as the queue. Nodes behind `scan` have
/// links into the new tree, the others still into the old one.
void SearchTree::keep_below(u32 cell) {
  assert(spare_ != nullptr);
  SearchTree& fresh = *spare_;
  fresh.reset(1);
  copy_cell(cell, fresh, 1);
  for (u32 scan = 1; scan < fresh.used(); ++scan) {
    u32 block = published(fresh.nodes_[scan].edges);
    fresh.nodes_[scan].edges = kNone;
    for (u32* link = &fresh.nodes_[scan].edges; block != kNone; block = next_block(block)) {
      *link = copy_block(block, fresh);
      if (*link == kNone) break;
      link = &fresh.header(*link).next;
    }
  }
  const u64 used = fresh.used_.load(std::memory_order_relaxed);
  std::swap(nodes_, fresh.nodes_);
  std::swap(end_, fresh.end_);
  std::swap(amaf_, fresh.amaf_);
  std::swap(squares_, fresh.squares_);
  std::swap(implicit_, fresh.implicit_);
  used_.store(used, std::memory_order_relaxed);
}

}  // namespace carrack
