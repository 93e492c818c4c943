#include "agents/search/tree.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <string>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr u64 kMebibyte = u64{1} << 20;
/// A header and a few children: positions are fewer than cells.
constexpr u64 kCellsAPosition = 4;

SearchOptions without_reuse(SearchOptions options) {
  options.tree.reuse = false;
  options.tree.memory = std::max<u64>(options.tree.memory / 2, 1);
  return options;
}

}  // namespace

SearchTree::SearchTree(const SearchOptions& options)
    : options_(options),
      bytes_per_node_(sizeof(SearchNode) + (options.uses_priors() ? sizeof(float) : 0) +
                      (options.uses_amaf() ? sizeof(AmafSums) : 0) +
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
  capacity_ = static_cast<u32>(std::clamp<u64>(wanted, 1024, kBusy - 1));
  nodes_ = reserve<SearchNode>(true);
  priors_ = reserve<float>(options.uses_priors());
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
  used_.store(1 + roots, std::memory_order_relaxed);
  for (u32 cell = 0; cell <= roots; ++cell) clear(cell);
}

void SearchTree::clear(u32 cell) {
  nodes_[cell] = SearchNode{};
  if (priors_) priors_[cell] = 0;
  if (amaf_) amaf_[cell] = {};
  if (squares_) squares_[cell] = 0;
  if (implicit_) implicit_[cell] = {};
}

u32 SearchTree::allocate(u32 cells) {
  u32 first = used_.load(std::memory_order_relaxed);
  do {
    if (capacity_ - first < cells) return kNone;
  } while (!used_.compare_exchange_weak(first, first + cells, std::memory_order_relaxed));
  return first;
}

u32 SearchTree::begin_block(u32 owner, u32 size) {
  const std::atomic_ref<u32> link(nodes_[owner].children);
  u32 expected = kNone;
  if (!link.compare_exchange_strong(expected, kBusy, std::memory_order_acquire)) return kNone;
  const u32 header = allocate(size + 1);
  if (header == kNone) {
    link.store(kNone, std::memory_order_release);
    return kNone;
  }
  clear(header);
  nodes_[header].action = static_cast<u16>(size);
  return header;
}

void SearchTree::add_child(u32 cell, u16 action, float prior) {
  clear(cell);
  nodes_[cell].action = action;
  nodes_[cell].missed = SearchNode::kUnmet;
  if (priors_) priors_[cell] = prior;
}

void SearchTree::publish_block(u32 owner, u32 header) {
  std::atomic_ref<u32>(nodes_[owner].children).store(header, std::memory_order_release);
}

bool SearchTree::link_children(u32 cell, u32 block) {
  u32 expected = kNone;
  return std::atomic_ref<u32>(nodes_[cell].children)
      .compare_exchange_strong(expected, block, std::memory_order_acq_rel);
}

/// Copies the cell `from` into `into` of another tree. Its link still leads into this tree.
void SearchTree::copy_cell(u32 from, SearchTree& to, u32 into) const {
  to.nodes_[into] = nodes_[from];
  if (priors_) to.priors_[into] = priors_[from];
  if (amaf_) to.amaf_[into] = amaf_[from];
  if (squares_) to.squares_[into] = squares_[from];
  if (implicit_) to.implicit_[into] = implicit_[from];
}

/// Cheney's way of copying (CACM 1970): the copy is its own queue. Cells behind `scan` have links
/// into the new tree, the others still into the old one.
void SearchTree::keep_below(u32 cell) {
  assert(spare_ != nullptr);
  SearchTree& fresh = *spare_;
  fresh.reset(1);
  copy_cell(cell, fresh, 1);
  for (u32 scan = 1; scan < fresh.used(); ++scan) {
    const u32 header = published(fresh.nodes_[scan].children);
    u32 block = kNone;
    if (header != kNone) block = fresh.allocate(block_size(header) + 1);
    fresh.nodes_[scan].children = block;
    if (block == kNone) continue;
    for (u32 i = 0; i <= block_size(header); ++i) copy_cell(header + i, fresh, block + i);
  }
  const u32 used = fresh.used();
  std::swap(nodes_, fresh.nodes_);
  std::swap(priors_, fresh.priors_);
  std::swap(amaf_, fresh.amaf_);
  std::swap(squares_, fresh.squares_);
  std::swap(implicit_, fresh.implicit_);
  used_.store(used, std::memory_order_relaxed);
}

}  // namespace carrack
