// Trees of searches as files of JSON lines (`carrack analyse --tree`, `carrack tree`).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/mcts/saved_tree.hpp"

namespace carrack {

/// Limits of a file that is read: bytes, bytes of a line, and nodes.
inline constexpr std::size_t kLargestTreeFile = std::size_t{1} << 30U;
inline constexpr std::size_t kLongestTreeLine = std::size_t{64} << 10U;
inline constexpr std::size_t kMaxTreeNodes = 10'000'000;

/// A header line with what was searched and how, a line for each node, and a footer line with the
/// number of nodes and a hash of all bytes before it. No build and no time is named: equal searches
/// give equal files.
[[nodiscard]] std::string tree_text(const SavedTree& tree);

/// The tree of a file's text. `file` names it in errors. Throws InputError, "FILE:LINE: what", for
/// text that is not such a file, is damaged or has values out of range. A node has at least the
/// visits of its children together, except with transpositions=on, where parents share children.
[[nodiscard]] SavedTree read_tree(std::string_view text, const std::string& file);

/// The node to which the events lead from the root. Throws InputError for an event that no child of
/// the last node has, with the events that there are.
[[nodiscard]] u32 find_node(const SavedTree& tree, const std::vector<std::string>& path);

/// The events from the root to a node.
[[nodiscard]] std::vector<std::string> path_of(const SavedTree& tree, u32 node);

/// The children of all nodes of a tree.
class TreeChildren {
 public:
  explicit TreeChildren(const SavedTree& tree);
  /// The children of a node, the most visited first.
  [[nodiscard]] std::span<const u32> of(u32 node) const;

 private:
  std::vector<u32> first_;     // the place of each node's first child in `children_`, and the end
  std::vector<u32> children_;  // by parent
};

inline constexpr u32 kNoNode = ~u32{0};

/// A node of two trees of one position, or of one of them.
struct NodePair {
  u32 first = kNoNode;  // its number; kNoNode: only the other tree has it
  u32 second = kNoNode;
  double first_share = 0;  // of the visits of the tree's root
  double second_share = 0;
  bool choice_differs = false;  // the most visited children have different events

  [[nodiscard]] double difference() const;  // of the shares, above 0
};

/// Two trees of one position. Trees are written down to some depth and to nodes of some visits;
/// nodes that either tree would not have been written with are not compared.
struct TreeComparison {
  u32 depth = 0;                // the smaller one of the two trees
  u64 min_visits = 0;           // the larger one
  std::vector<NodePair> pairs;  // the largest differences of shares first, then by path
};

/// Compares all nodes of two trees by their paths. Throws InputError for trees of different
/// positions.
[[nodiscard]] TreeComparison compare_trees(const SavedTree& first, const SavedTree& second);

/// The events from the root to a compared node.
[[nodiscard]] std::vector<std::string> path_of(const SavedTree& first, const SavedTree& second,
                                               const NodePair& pair);

}  // namespace carrack
