// The tree of a search as JSON, for pictures and for questions nobody has thought of.
#include <algorithm>

#include "agents/mcts/search_agent.hpp"
#include "core/base/json_writer.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

struct Cut {
  unsigned depth;
  u32 min_visits;
  unsigned players;
  Board board;
};

void write_node(JsonWriter& json, const SearchTree& tree, u32 cell, unsigned depth,
                const Cut& cut) {
  const SearchNode& node = tree[cell];
  json.key("visits").number(node.visits);
  json.key("value").open_list();
  for (unsigned p = 0; p < cut.players; ++p) {
    json.raw(std::to_string(node.visits == 0 ? 0 : mean_of(node.sum[p], node.visits)));
  }
  json.close_list();
  if (depth == cut.depth) return;
  json.key("children").open_list();
  tree.for_each_child(cell, [&](u32 child) {
    if (tree[child].visits < std::max(cut.min_visits, 1U)) return;
    json.open_object();
    json.key("event").text(to_notation(Action(tree[child].action), cut.board));
    write_node(json, tree, child, depth + 1, cut);
    json.close_object();
  });
  json.close_list();
}

}  // namespace

std::string SearchAgent::tree_json(unsigned depth, u32 min_visits, Board board) const {
  std::string text;
  JsonWriter json(text);
  json.open_object();
  json.key("agent").text(spec());
  write_node(json, tree(), worker().root_cell(), 0, {depth, min_visits, players_, board});
  json.close_object();
  return text;
}

}  // namespace carrack
