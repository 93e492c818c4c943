// Trees of searches as pictures.
#pragma once

#include <string>

#include "agents/mcts/saved_tree.hpp"

namespace carrack {

/// An icicle of the part of a tree below `root`, 1200 units wide: a row for each level, a node as
/// wide as its share of the visits of `root`, children by visits. The colour is that of the player
/// who decides at the root of the tree, fuller for more reward, from the least to the most among
/// the visited children of `root`. Nodes are `<g data-node='7'>`; those that would be too narrow to
/// see are left out. Precondition: `root` is a node of the tree.
[[nodiscard]] std::string tree_svg(const SavedTree& tree, u32 root);

}  // namespace carrack
