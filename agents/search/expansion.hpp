// New children: which, in which order, and with which prior.
#pragma once

#include <vector>

#include "agents/scripted/scripted.hpp"
#include "agents/search/tree.hpp"

namespace carrack {

/// The legal actions that a node has no child for.
void collect_missing(const SearchTree& tree, u32 parent, const Legal& legal,
                     std::vector<Action>& actions);

/// Puts actions into the order in which they are tried, with their priors: best first where the
/// options name an evaluator, else in random order and without priors.
void order_by_prior(const SearchOptions& options, const State& s, Random& random,
                    const Weights& strategy, std::vector<Action>& actions,
                    std::vector<float>& priors);

/// The same by what an evaluator says of the position: the priors of `actions`, some of what is
/// legal, are those of the softmax of `logits`, one an action id, over all that is legal.
void order_by_logits(const Legal& legal, std::span<const float> logits, Random& random,
                     std::vector<Action>& actions, std::vector<float>& priors);

}  // namespace carrack
