// SearchWorker: the root, where it does not choose like the rest of the tree. Included by
// search_impl.hpp.
#pragma once

#include "agents/search/expansion.hpp"
#include "agents/search/worker.hpp"

namespace carrack {

/// False: the memory is full, or another thread is adding edges.
template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::give_root_all_children(Random& random, const State& s,
                                                const Legal& legal) {
  const u32 root = root_cell();
  const u32 last = tree_.last_block(root);
  if (!add_missing(random, root, last, s, legal)) return false;
  bool has_all = true;
  root_order_.clear();
  tree_.for_each_edge(root, [&](u32 e) {
    const Action action(tree_.edge(e).action);
    if (!legal.contains(action)) return;
    const u32 child = tree_.make_child(e);
    const unsigned option = option_of_[id_of(action)];
    root_children_[option] = child;
    root_order_.push_back(option);
    if (!gumbel_options_.empty()) {
      gumbel_options_[option].logit = logit_of(tree_.edge(e).prior);
      gumbel_options_[option].noise = noise_of(action);
    }
    has_all = has_all && child != SearchTree::kNone;
  });
  if (options_.root.rule == RootSelection::halving) root_policy_.take_order(root_order_);
  return has_all;
}

template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::choose_at_root(Random& random, const State& s, const Legal& legal) {
  if (root_children_.front() == SearchTree::kNone && !give_root_all_children(random, s, legal)) {
    return SearchTree::kNone;
  }
  if (options_.root.rule == RootSelection::gumbel) return root_children_[pick_by_gumbel()];
  return root_children_[root_policy_.pick(random)];
}

/// Visits and values are those of the tree, with those that reuse=on has kept.
template <Game G, RolloutPolicy<G> P>
unsigned SearchWorker<G, P>::pick_by_gumbel() {
  for (std::size_t i = 0; i < gumbel_options_.size(); ++i) {
    if (root_children_[i] == SearchTree::kNone) continue;  // the memory is full
    const SearchNode& node = tree_[root_children_[i]];
    gumbel_options_[i].visits = node.visits;
    if (node.visits == 0) continue;
    const float value = mean_worth<Alone>(node, node.visits, node.visits, searcher_);
    gumbel_options_[i].value = static_cast<double>(value);
  }
  return gumbel_.pick(gumbel_options_);
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::mix_root_noise() {
  if (root_.noise.empty() || options_.root.rule == RootSelection::gumbel) return;
  const double share = options_.root.noise;
  for (std::size_t i = 0; i < new_actions_.size(); ++i) {
    const unsigned option = option_of_[id_of(new_actions_[i])];
    root_priors_[option] = new_priors_[i];
    new_priors_[i] = static_cast<float>((1 - share) * static_cast<double>(new_priors_[i]) +
                                        share * root_.noise[option]);
  }
  sort_by_value(new_actions_, new_priors_);
}

}  // namespace carrack
