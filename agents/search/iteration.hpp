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

/// One decision of a game that a search played.
struct PlayedMove {
  u8 seat;
  When when;
  u16 action;
};

/// What belongs to one iteration alone. A worker has one of its own; a search that has several
/// iterations on their way at a time has one for each. Its memory is used again and again.
template <Game G, RolloutPolicy<G> P>
struct Iteration {
  /// A descent ends where its path has this many nodes, those of all trees counted.
  static constexpr std::size_t kMaxDepth = 512;
  static constexpr std::size_t kMaxMoves = 4096;  // recorded of one game

  struct Step {
    u32 cell;
    u32 parent;
    u8 mover;    // who chose it, or chance; of a root: unused
    bool hot;    // its updates are buffered, and in_flight is not kept
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
  std::array<u32, kMaxPlayers> cursor{};    // by tree
  std::array<bool, kMaxPlayers> in_tree{};  // by tree: whether it has not been left
  unsigned inside = 0;                      // trees in which the iteration still descends
  LambdaReturn lambda_return{1, 1};         // of the way to the leaf
  Rewards leaf_estimate{};
  bool leaf_is_node = true;  // its actions are those of the path's last node
};

}  // namespace carrack
