#include "agents/search/expansion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/placement_value.hpp"

namespace carrack {
namespace {

void write_values(Prior prior, const State& s, const Weights& strategy,
                  const std::vector<Action>& actions, std::vector<float>& values) {
  values.clear();
  if (prior == Prior::evaluation) {
    for (const Action action : actions) values.push_back(one_ply_value(s, action));
    return;
  }
  const PlacementValues placements(s, strategy);
  for (const Action action : actions) {
    values.push_back(static_cast<float>(
        action.is(Verb::place) ? placements.of(action) : option_value(s, action, strategy)));
  }
}

void shuffle(std::vector<Action>& actions, Random& random) {
  for (std::size_t i = actions.size(); i > 1; --i) {
    std::swap(actions[i - 1], actions[random.below(static_cast<unsigned>(i))]);
  }
}

/// Both lists by value, best first; equals stay as they are. Few enough for insertion.
void sort_by_value(std::vector<Action>& actions, std::vector<float>& values) {
  for (std::size_t i = 1; i < actions.size(); ++i) {
    for (std::size_t j = i; j > 0 && values[j] > values[j - 1]; --j) {
      std::swap(values[j], values[j - 1]);
      std::swap(actions[j], actions[j - 1]);
    }
  }
}

}  // namespace

void collect_missing(const SearchTree& tree, u32 parent, const Legal& legal,
                     std::vector<Action>& actions) {
  Legal missing = legal;
  tree.for_each_child(parent, [&](u32 child) {
    const Action action(tree[child].action);
    if (missing.contains(action)) missing.remove(action);
  });
  actions.clear();
  missing.for_each([&](Action action) { actions.push_back(action); });
}

void order_by_prior(const SearchOptions& options, const State& s, Random& random,
                    const Weights& strategy, std::vector<Action>& actions,
                    std::vector<float>& priors) {
  shuffle(actions, random);
  priors.clear();
  if (!options.uses_priors()) return;
  write_values(options.prior, s, strategy, actions, priors);
  sort_by_value(actions, priors);
  const float best = priors.front();
  float total = 0;
  for (float& prior : priors) {
    prior = std::exp((prior - best) / static_cast<float>(options.prior_temperature));
    total += prior;
  }
  for (float& prior : priors) prior /= total;
}

void order_by_logits(const Legal& legal, std::span<const float> logits, Random& random,
                     std::vector<Action>& actions, std::vector<float>& priors) {
  shuffle(actions, random);
  priors.clear();
  for (const Action action : actions) priors.push_back(logits[action.id()]);
  sort_by_value(actions, priors);
  float best = -std::numeric_limits<float>::infinity();
  legal.for_each([&](Action action) { best = std::max(best, logits[action.id()]); });
  float total = 0;
  legal.for_each([&](Action action) { total += std::exp(logits[action.id()] - best); });
  for (float& prior : priors) prior = std::exp(prior - best) / total;
}

}  // namespace carrack
