// Positions to search, and invariants of every search.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents/mcts/search_agent.hpp"
#include "core/tools/rollout.hpp"
#include "tests/sanitized.hpp"

namespace carrack {

inline State midgame(u64 seed, unsigned players = 3, Node node = Node::place, unsigned turn = 5) {
  Random random(seed, 1);
  for (;;) {
    State s = start(Ruleset::make("aoe3", players));
    Legal options = legal(s);
    while (!is_over(s) && (s.turn < turn || s.node != node)) random_step(s, options, random);
    if (!is_over(s)) return s;
  }
}

inline std::unique_ptr<SearchAgent> search(std::string_view spec) {
  std::string searcher(spec);
  if (testing::kSanitized && spec.find("memory=") == std::string_view::npos) {
    // Sanitizers take long to set up large trees.
    searcher += (spec.find(':') == std::string_view::npos ? ":" : ",") + std::string("memory=16");
  }
  std::unique_ptr<Agent> agent = make_agent(searcher);
  auto* const found = dynamic_cast<SearchAgent*>(agent.release());
  return std::unique_ptr<SearchAgent>(found);
}

inline Report report_of(SearchAgent& agent, const State& s, u64 seed = 5) {
  Random random(seed, 6);
  static_cast<void>(agent.choose(s, legal(s), random));
  return agent.report();
}

/// Equal, or both unknown.
inline bool is_same(const BySeat& a, const BySeat& b) {
  return std::ranges::equal(
      a, b, [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

inline void expect_same(const Report& a, const Report& b) {
  ASSERT_EQ(a.options.size(), b.options.size());
  for (std::size_t i = 0; i < a.options.size(); ++i) {
    EXPECT_EQ(a.options[i].action, b.options[i].action);
    EXPECT_EQ(a.options[i].visits, b.options[i].visits);
    EXPECT_TRUE(is_same(a.options[i].value, b.options[i].value));
    EXPECT_TRUE(is_same(a.options[i].standard_error, b.options[i].standard_error));
    EXPECT_TRUE(is_same(a.options[i].win_share, b.options[i].win_share));
    EXPECT_TRUE(is_same({a.options[i].prior, a.options[i].policy_target},
                        {b.options[i].prior, b.options[i].policy_target}));
  }
  EXPECT_EQ(a.principal_variation, b.principal_variation);
  EXPECT_EQ(a.principal_movers, b.principal_movers);
  EXPECT_EQ(a.nodes, b.nodes);
}

/// Visits add up at every node, sums are conserved, and no virtual visits remain.
inline void expect_sound(const SearchAgent& agent, u64 iterations) {
  const SearchTree& tree = agent.tree();
  std::vector<u32> open{agent.worker().root_cell()};
  EXPECT_EQ(tree[open.front()].visits, iterations);
  while (!open.empty()) {
    const u32 cell = open.back();
    open.pop_back();
    u64 visits = 0;
    std::array<u64, kMaxPlayers> sum{};
    for (u32 block = tree.first_block(cell); block != SearchTree::kNone;
         block = tree.next_block(block)) {
      for (u32 e = block + 1; e <= block + tree.block_size(block); ++e) {
        const bool is_met = tree.edge(e).missed != Edge::kUnmet;
        const u32 available = is_met ? tree.choices(block) - tree.edge(e).missed : 0;
        const u32 child = tree.child(e);
        if (child == SearchTree::kNone) continue;
        EXPECT_EQ(tree[child].action, tree.edge(e).action);
        // It may be visited while its block is created, and while another thread reaches it.
        EXPECT_LE(tree[child].visits, available + 2);
      }
    }
    tree.for_each_child(cell, [&](u32 child) {
      EXPECT_EQ(tree[child].in_flight, 0U);
      visits += tree[child].visits;
      for (unsigned p = 0; p < kMaxPlayers; ++p) sum[p] += tree[child].sum[p];
      if (tree[child].visits > 0) open.push_back(child);
    });
    ASSERT_LE(visits, tree[cell].visits);
    for (unsigned p = 0; p < kMaxPlayers; ++p) ASSERT_LE(sum[p], tree[cell].sum[p]);
  }
}

}  // namespace carrack
