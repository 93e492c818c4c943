// New edges: which, in which order, and with which prior.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "agents/search/tree.hpp"
#include "core/base/elementary.hpp"
#include "core/base/random.hpp"
#include "core/base/softmax.hpp"

namespace carrack {

/// Memory is reserved for this many options of a decision; more need an allocation.
inline constexpr std::size_t kUsualOptions = 256;

/// Whether an edge is that of a legal action. A player's tree may also have edges for what the
/// player has seen, whose numbers are from kActions on.
template <typename G>
[[nodiscard]] bool is_legal_edge(const Edge& edge, const typename G::Legal& legal) {
  return edge.action < G::kActions && legal.contains(typename G::Action(edge.action));
}

/// The legal actions that a node has no edge for.
template <typename G, typename Legal, typename Action>
void collect_missing(const SearchTree& tree, u32 parent, const Legal& legal,
                     std::vector<Action>& actions) {
  Legal missing = legal;
  tree.for_each_edge(parent, [&](u32 edge) {
    if (!is_legal_edge<G>(tree.edge(edge), missing)) return;
    missing.remove(Action(tree.edge(edge).action));
  });
  actions.clear();
  missing.for_each([&](Action action) { actions.push_back(action); });
}

template <typename Action>
void shuffle(std::vector<Action>& actions, Random& random) {
  for (std::size_t i = actions.size(); i > 1; --i) {
    std::swap(actions[i - 1], actions[random.below(static_cast<unsigned>(i))]);
  }
}

/// Sorts both lists by value, best first; equal ones keep their order. The lists are short enough
/// for insertion sort.
template <typename Action>
void sort_by_value(std::vector<Action>& actions, std::vector<float>& values) {
  for (std::size_t i = 1; i < actions.size(); ++i) {
    const float value = values[i];
    const Action action = actions[i];
    std::size_t j = i;
    for (; j > 0 && value > values[j - 1]; --j) {
      values[j] = values[j - 1];
      actions[j] = actions[j - 1];
    }
    values[j] = value;
    actions[j] = action;
  }
}

/// Sorts actions by their values, and turns the values into priors by a softmax.
template <typename Action>
void softmax_by_value(double temperature, std::vector<Action>& actions,
                      std::vector<float>& values) {
  sort_by_value(actions, values);
  softmax(std::span(values), static_cast<float>(temperature));
}

/// Sorts `actions`, some of what is legal, by their logits, and gives each its prior: the softmax
/// of `logits`, one for each action number, over all legal actions. Equal ones are in random order.
template <typename Legal, typename Action>
void order_by_logits(const Legal& legal, std::span<const float> logits, Random& random,
                     std::vector<Action>& actions, std::vector<float>& priors) {
  shuffle(actions, random);
  priors.clear();
  for (const Action action : actions) priors.push_back(logits[id_of(action)]);
  sort_by_value(actions, priors);
  float best = -std::numeric_limits<float>::infinity();
  legal.for_each([&](Action action) { best = std::max(best, logits[id_of(action)]); });
  float total = 0;
  legal.for_each([&](Action action) { total += elementary::exp(logits[id_of(action)] - best); });
  for (float& prior : priors) prior = elementary::exp(prior - best) / total;
}

}  // namespace carrack
