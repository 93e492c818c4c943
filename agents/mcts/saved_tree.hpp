// A part of a search's tree, taken out of the search: for files and comparisons.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"

namespace carrack {

class SearchAgent;
struct State;

/// The actor of an event of a tree: a seat, or one of these.
inline constexpr u8 kChanceActor = 0xFF;
inline constexpr u8 kNoActor = 0xFE;

struct SavedNode {
  u32 parent = 0;       // its index, below the node's own; of the root 0
  u32 depth = 0;        // of the root 0
  std::string event;    // in notation; of the root empty
  u8 actor = kNoActor;  // of the event; the first one if chance decides who acts
  u64 visits = 0;
  double prior = 0;                         // 0 where the search uses none
  std::array<double, kMaxPlayers> value{};  // mean reward by seat, 0 without visits
};

/// "p2" or "chance"; "" for kNoActor.
[[nodiscard]] std::string actor_text(u8 actor);
/// The actor that `text` names, if it is chance or one of `players` players.
[[nodiscard]] std::optional<u8> actor_named(std::string_view text, unsigned players);

/// Nodes in depth-first order, children in the order of their edges. Equal searches give equal
/// trees, whatever the number of threads (not with parallel=tree). With parallel=root it is the
/// first tree; with one tree per player, the tree of the player who decides at the root. With
/// transpositions=on, children that several nodes share are here once for each path to them: a node
/// may have more visits than its parent, and there may be more nodes than in the search.
struct SavedTree {
  std::string agent;  // the spec, without `threads` if results do not depend on it
  Player player{};    // who decides at the root
  unsigned players = 0;
  u64 position = 0;  // hash of the root's position
  u64 seed = 0;      // of the search
  u32 depth = 0;     // no node is deeper
  u64 min_visits = 0;
  std::vector<SavedNode> nodes;
};

/// The tree of the agent's last choice, which was in `s`, down to `depth` and to nodes of
/// `min_visits`, at least 1.
[[nodiscard]] SavedTree save_tree(const SearchAgent& agent, const State& s, u64 seed, u32 depth,
                                  u64 min_visits);

}  // namespace carrack
