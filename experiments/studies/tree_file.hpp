// Trees of searches as files of JSON lines (`carrack analyse --tree`, `carrack tree`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/mcts/saved_tree.hpp"

namespace carrack {

/// Limits of a file that is read: bytes, and nodes.
inline constexpr std::size_t kLargestTreeFile = std::size_t{1} << 30U;
inline constexpr std::size_t kMaxTreeNodes = 10'000'000;

/// A header line with what was searched and how, a line for each node, and a footer line with the
/// number of nodes and a hash of all bytes before it. No build and no time is named: equal searches
/// give equal files.
[[nodiscard]] std::string tree_text(const SavedTree& tree);

/// The tree of a file's text. `file` names it in errors. Throws InputError, "FILE:LINE: what", for
/// text that is no such file, is damaged or has values out of range.
[[nodiscard]] SavedTree read_tree(std::string_view text, const std::string& file);

/// The node to which the events lead from the root. Throws InputError for an event that no child of
/// the last node has, with the events that there are.
[[nodiscard]] u32 find_node(const SavedTree& tree, const std::vector<std::string>& path);

/// The events from the root to a node.
[[nodiscard]] std::vector<std::string> path_of(const SavedTree& tree, u32 node);

/// A node of two trees of one position, or of one of them.
struct NodePair {
  std::vector<std::string> path;
  const SavedNode* first = nullptr;  // null: only the other tree has it
  const SavedNode* second = nullptr;
  double first_share = 0;  // of the visits of the tree's root
  double second_share = 0;
  bool choice_differs = false;  // the most visited children have different events

  [[nodiscard]] double difference() const;  // of the shares, above 0
};

/// All nodes of two trees by their paths; the largest differences of shares first, then by path.
/// Throws InputError for trees of different positions.
[[nodiscard]] std::vector<NodePair> compare_trees(const SavedTree& first, const SavedTree& second);

}  // namespace carrack
