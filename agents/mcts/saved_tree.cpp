#include "agents/mcts/saved_tree.hpp"

#include <algorithm>

#include "agents/mcts/search_agent.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

static_assert(kChanceActor == kChanceMover);

class Saving {
 public:
  Saving(const SearchTree& tree, const State& s, SavedTree& saved)
      : tree_(tree), board_(s.ruleset().board()), saved_(saved) {}

  void add(u32 cell, double prior, u32 parent, u32 depth, u8 actor) {
    const auto here = static_cast<u32>(saved_.nodes.size());
    const SearchNode& node = tree_[cell];
    SavedNode& added = saved_.nodes.emplace_back();
    added.parent = parent;
    added.depth = depth;
    if (depth > 0) added.event = DiscoveryGame::seen_text(node.action, board_);
    added.actor = actor;
    added.visits = node.visits;
    added.prior = prior;
    if (node.visits > 0) {
      for (unsigned p = 0; p < saved_.players; ++p) {
        added.value[p] = double{mean_of(node.sum[p], node.visits)};
      }
    }
    if (depth == saved_.depth) return;
    for (u32 block = tree_.first_block(cell); block != SearchTree::kNone;
         block = tree_.next_block(block)) {
      for (u32 e = block + 1; e <= block + tree_.block_size(block); ++e) {
        const u32 child = tree_.child(e);
        if (child == SearchTree::kNone) continue;
        if (tree_[child].visits < std::max<u64>(saved_.min_visits, 1)) continue;
        add(child, double{tree_.edge(e).prior}, here, depth + 1, tree_.mover(block));
      }
    }
  }

 private:
  const SearchTree& tree_;
  Board board_;
  SavedTree& saved_;
};

/// The spec without `threads`, unless the threads share one tree (parallel=tree): then its content
/// depends on them.
std::string spec_of(const SearchAgent& agent) {
  MctsOptions options = agent.options();
  if (options.search.parallel.kind != Parallel::tree) options.search.parallel.threads = 1;
  return agent.spec_with(options);
}

}  // namespace

std::string actor_text(u8 actor) {
  if (actor == kNoActor) return "";
  return actor == kChanceActor ? "chance" : to_string(nth<Player>(actor));
}

std::optional<u8> actor_named(std::string_view text, unsigned players) {
  if (text == actor_text(kChanceActor)) return kChanceActor;
  for (unsigned seat = 0; seat < players; ++seat) {
    if (text == actor_text(static_cast<u8>(seat))) return static_cast<u8>(seat);
  }
  return std::nullopt;
}

SavedTree save_tree(const SearchAgent& agent, const State& s, u64 seed, u32 depth, u64 min_visits) {
  SavedTree saved;
  saved.agent = spec_of(agent);
  saved.player = s.actor;
  saved.players = s.players();
  saved.position = hash(s);
  saved.seed = seed;
  saved.depth = depth;
  saved.min_visits = min_visits;
  Saving(agent.tree(), s, saved).add(agent.worker().root_cell(), 0, 0, 0, kNoActor);
  return saved;
}

}  // namespace carrack
