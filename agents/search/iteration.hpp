// One iteration of a search: the way from the root to a leaf, and the game that is played on from
// it.
#pragma once

#include <array>
#include <vector>

#include "agents/search/lambda_return.hpp"
#include "agents/search/playout_adaptation.hpp"
#include "agents/search/rollout_policy.hpp"
#include "agents/search/tree.hpp"

namespace carrack {

/// One decision of a game in a search.
struct PlayedMove {
  u8 seat;
  When when;
  u16 action;
};

/// The data of one iteration. A worker has one; a search with several iterations under way has one
/// for each. The memory is reused.
template <Game G, RolloutPolicy<G> P>
struct Iteration {
  /// A descent ends where its path has this many nodes, those of all trees counted.
  static constexpr std::size_t kMaxDepth = 512;
  static constexpr std::size_t kMaxMoves = 4096;  // recorded of one game

  struct Step {
    u32 cell;
    u32 parent;
    u8 mover;    // who chose the node, or chance; unused at a root
    bool hot;    // updates of the node are buffered, and in_flight is not kept
    u32 played;  // moves recorded before the choice
  };

  Iteration() {
    path.reserve(kMaxDepth * kMaxPlayers);
    moves.reserve(kMaxMoves);
  }

  Random random{0, 0};
  typename P::Seats seats{};
  Learners learners{};
  std::vector<Step> path;
  unsigned depth = 0;  // decisions taken from a tree
  std::vector<PlayedMove> moves;
  std::array<u32, kMaxPlayers> cursor{};    // the last node, by tree
  std::array<bool, kMaxPlayers> in_tree{};  // by tree: whether the iteration is still in it
  unsigned inside = 0;                      // trees in which the iteration still descends
  LambdaReturn lambda_return{1, 1};         // of the way to the leaf
  Rewards leaf_estimate{};
  bool leaf_is_node = true;  // the leaf's actions are those of the path's last node
};

}  // namespace carrack
