// Down the tree: which child, and new children.
#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "agents/search/expansion.hpp"
#include "agents/search/worker.hpp"
#include "core/base/error.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

/// Natural logarithms of small counts, which is what most nodes have.
const std::array<float, 4096>& logarithms() {
  static const std::array<float, 4096> kTable = [] {
    std::array<float, 4096> table{};
    for (std::size_t n = 1; n < table.size(); ++n) {
      table[n] = static_cast<float>(std::log(static_cast<double>(n)));
    }
    return table;
  }();
  return kTable;
}
float logarithm(u32 n) {
  const auto& table = logarithms();
  return n < table.size() ? table[n] : std::log(static_cast<float>(n));
}

template <typename Access>
Rewards mean_rewards(const SearchNode& node, u32 visits) {
  Rewards mean{};
  for (unsigned p = 0; p < kMaxPlayers; ++p) mean[p] = mean_of(Access::load(node.sum[p]), visits);
  return mean;
}

}  // namespace

/// The best legal child. Legal actions that have no child yet get one, unless the memory is full or
/// another thread is just doing it.
template <typename Access>
u32 SearchWorker::select(u32 parent, const State& s, const Legal& legal) {
  const Player mover = s.actor;
  if (tree_.first_block(parent) == SearchTree::kNone &&
      (waits_for_priors_ || !expand<Access>(parent, s, legal))) {
    return SearchTree::kNone;
  }
  if (options_.grave > 0) find_amaf_source<Access>();
  Width width = width_of<Access>(parent, legal);
  u32 best = SearchTree::kNone;
  u32 unvisited = SearchTree::kNone;
  unsigned met = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  u32 last_header = SearchTree::kNone;
  for (u32 header = tree_.first_block(parent); header != SearchTree::kNone;
       header = tree_.next_block(header)) {
    last_header = header;
    const u32 before = count_choice<Access>(header);
    for (u32 child = header + 1; child <= header + tree_.block_size(header); ++child) {
      SearchNode& node = tree_[child];
      u32 missed = Access::load(node.missed);
      const bool is_legal = legal.contains(Action(node.action));
      met += is_legal ? 1 : 0;
      if (!is_legal || !admit(width, child)) {
        if (missed != SearchNode::kUnmet) Access::add(node.missed, 1U);
        continue;
      }
      if (missed == SearchNode::kUnmet) {
        missed = before;
        Access::store(node.missed, missed);
      }
      const u32 visits = Access::load(node.visits);
      const u32 in_flight = Access::kOverlaps ? Access::load(node.in_flight) : 0U;
      if (visits + in_flight == 0 && options_.first_play < 0) {
        if (unvisited == SearchTree::kNone || is_preferred(child, unvisited)) unvisited = child;
        continue;
      }
      // Another thread may have met the child between the two counts.
      const u32 available = std::max(before, missed) + 1 - missed;
      const float value = score<Access>(child, in_flight, visits, available, mover);
      if (value > best_score) {
        best_score = value;
        best = child;
      }
    }
  }
  const u32 chosen = unvisited != SearchTree::kNone ? unvisited : best;
  // Chance has made new ones legal. One with a high prior may come before those that are here.
  const unsigned wanted =
      options_.uses_priors() ? legal.size() : std::min(width.size, legal.size());
  if (met >= wanted) return chosen;
  if (waits_for_priors_) {
    return tree_.has_room(legal.size() + 1) ? SearchTree::kNone : chosen;
  }
  if (!add_missing(parent, last_header, s, legal)) return chosen;
  const u32 added = tree_.next_block(last_header) + 1;
  if (!options_.uses_priors()) return added;
  const bool is_better = unvisited != SearchTree::kNone
                             ? is_preferred(added, unvisited)
                             : best == SearchTree::kNone || options_.first_play < 0 ||
                                   score<Access>(added, 0, 0, 1, mover) > best_score;
  return is_better && is_among_first(added, parent, legal, width.size) ? added : chosen;
}

/// How many children a node tries. Those of one block stand in the order of their priors; where
/// there are several blocks, the lowest prior that is tried is looked up.
template <typename Access>
SearchWorker::Width SearchWorker::width_of(u32 parent, const Legal& legal) {
  Width width{.size = legal.size(), .left = legal.size()};
  if (options_.widening >= 1) return width;
  const double visits = Access::load(tree_[parent].visits) + 1.0;
  width.size = width.left = static_cast<unsigned>(std::ceil(std::pow(visits, options_.widening)));
  const bool has_one_block = tree_.next_block(tree_.first_block(parent)) == SearchTree::kNone;
  if (!options_.uses_priors() || has_one_block) return width;
  legal_priors_.clear();
  tree_.for_each_child(parent, [&](u32 child) {
    if (legal.contains(Action(tree_[child].action))) legal_priors_.push_back(tree_.prior(child));
  });
  if (legal_priors_.size() <= width.size) return width;
  const auto last = legal_priors_.begin() + width.size - 1;
  std::ranges::nth_element(legal_priors_, last, std::ranges::greater{});
  width.lowest_prior = *last;
  width.left = static_cast<unsigned>(std::count(legal_priors_.begin(), last + 1, *last));
  return width;
}

/// Whether a legal child is tried; to be asked once of each, in their order.
bool SearchWorker::admit(Width& width, u32 child) const {
  if (width.lowest_prior >= 0) {
    const float prior = tree_.prior(child);
    if (prior != width.lowest_prior) return prior > width.lowest_prior;
  }
  if (width.left == 0) return false;
  --width.left;
  return true;
}

bool SearchWorker::is_preferred(u32 child, u32 other) const {
  return options_.uses_priors() && tree_.prior(child) > tree_.prior(other);
}

/// Whether fewer than `width` legal children have a higher prior.
bool SearchWorker::is_among_first(u32 child, u32 parent, const Legal& legal, unsigned width) const {
  unsigned before = 0;
  tree_.for_each_child(parent, [&](u32 other) {
    if (is_preferred(other, child) && legal.contains(Action(tree_[other].action))) ++before;
  });
  return before < width;
}

/// A block of children behind `owner` for the legal actions that have none, if there are such. A
/// prior is a share of all that is legal now, so that those of different blocks can be compared.
/// False: the memory is full, or another thread is just adding children.
bool SearchWorker::add_missing(u32 parent, u32 owner, const State& s, const Legal& legal) {
  collect_missing(tree_, parent, legal, new_actions_);
  if (new_actions_.empty()) return true;
  if (!options_.uses_priors()) {
    order_by_prior(options_, s, random_, strategy_, new_actions_, new_priors_);
    return tree_.add_children(owner, new_actions_, new_priors_);
  }
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_by_prior(options_, s, random_, strategy_, new_actions_, new_priors_);
  std::bitset<kActions> present;
  tree_.for_each_child(parent, [&](u32 child) { present.set(tree_[child].action); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < new_actions_.size(); ++i) {
    if (present.test(new_actions_[i].id())) continue;
    new_actions_[kept] = new_actions_[i];
    new_priors_[kept++] = new_priors_[i];
  }
  new_actions_.resize(kept);
  new_priors_.resize(kept);
  return tree_.add_children(owner, new_actions_, new_priors_);
}

template <typename Access>
u32 SearchWorker::count_choice(u32 header) {
  if (Access::kShares && buffer_.is_hot(header)) return buffer_.count(header);
  return Access::count(tree_[header].visits, 1U);
}

template <typename Access>
bool SearchWorker::expand(u32 cell, const State& s, const Legal& legal) {
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_by_prior(options_, s, random_, strategy_, new_actions_, new_priors_);
  return tree_.add_children(cell, new_actions_, new_priors_);
}

void SearchWorker::grow(const State& leaf, std::span<const float> logits) {
  if (!leaf_is_node_) return;
  const Legal options = legal(leaf);
  options.for_each([&](Action action) {
    const float logit = logits[action.id()];
    if (std::isfinite(logit)) return;
    throw InputError("the logit of '" + to_notation(action, leaf.ruleset().board()) + "' is " +
                     std::to_string(logit) + ", expected a finite number");
  });
  const u32 cell = path_.back().cell;
  collect_missing(tree_, cell, options, new_actions_);
  if (new_actions_.empty()) return;
  order_by_logits(options, logits, random_, new_actions_, new_priors_);
  tree_.add_children(tree_.last_owner(cell), new_actions_, new_priors_);
}

/// False: the memory is full, or another thread is just adding children.
template <typename Access>
bool SearchWorker::give_root_all_children(const State& s, const Legal& legal) {
  const u32 root = root_cell();
  // The owner first: where another thread adds a block after this, adding one here fails.
  const u32 owner = tree_.last_owner(root);
  if (!add_missing(root, owner, s, legal)) return false;
  tree_.for_each_child(root, [&](u32 child) {
    const Action action(tree_[child].action);
    if (legal.contains(action)) root_children_[option_of_[action.id()]] = child;
  });
  return true;
}

template <typename Access>
u32 SearchWorker::choose_at_root(const State& s, const Legal& legal) {
  if (root_children_.front() == SearchTree::kNone && !give_root_all_children<Access>(s, legal)) {
    return SearchTree::kNone;
  }
  return root_children_[root_policy_.pick(random_)];
}

/// How good a mean value vector looks to who moves.
float SearchWorker::worth(const Rewards& value, Player mover) const {
  if (options_.opponents != Opponents::paranoid) return value[index(mover)];
  const Player me = root_.state.actor;
  return mover == me ? value[index(me)] : 1 - value[index(me)];
}

template <typename Access>
float SearchWorker::score(u32 child, u32 in_flight, u32 visits, u32 available, Player mover) const {
  const SearchNode& node = tree_[child];
  const u32 counted = visits + in_flight;
  const auto n = static_cast<float>(counted);
  auto q = static_cast<float>(std::max(options_.first_play, 0.0));
  if (visits > 0) {
    const bool loses = options_.virtual_play == Virtual::loss;
    q = worth(mean_rewards<Access>(node, loses ? counted : visits), mover);
  }
  if (options_.implicit > 0 && visits > 0) {
    const auto share = static_cast<float>(options_.implicit);
    Rewards backed{};
    for (unsigned p = 0; p < kMaxPlayers; ++p) backed[p] = Access::load(tree_.implicit(child)[p]);
    q = (1 - share) * q + share * worth(backed, mover);
  }
  if (options_.rave > 0) {
    const AmafSums& amaf = tree_.amaf(amaf_cell(child));
    const u32 games = Access::load(amaf.visits);
    if (games > 0) {
      const auto k = static_cast<float>(options_.rave);
      const float beta = std::sqrt(k / (3 * n + k));
      q = (1 - beta) * q + beta * mean_of(Access::load(amaf.sum), games);
    }
  }
  auto c = static_cast<float>(options_.exploration);
  if (options_.scale_exploration) {
    c *= std::max(0.01F, highest_[index(mover)] - lowest_[index(mover)]);
  }
  float explore = 0;
  switch (options_.selection) {
    case Selection::ucb1: explore = std::sqrt(logarithm(available) / std::max(n, 1.0F)); break;
    case Selection::tuned: {
      const float log_over_n = logarithm(available) / std::max(n, 1.0F);
      const float square = visits > 0 ? mean_of(Access::load(tree_.squares(child)), visits) : 0;
      const float variance = square - q * q + std::sqrt(2 * log_over_n);
      explore = std::sqrt(log_over_n * std::clamp(variance, 0.0F, 0.25F)) * 2;
      break;
    }
    case Selection::puct:
      explore = tree_.prior(child) * std::sqrt(static_cast<float>(available)) / (1 + n);
      break;
  }
  float value = q + c * explore;
  if (options_.bias > 0) value += static_cast<float>(options_.bias) * tree_.prior(child) / (n + 1);
  if (options_.history > 0) {
    const float mean = history_.mean(mover, Action(node.action), 0.5F);
    value += static_cast<float>(options_.history) * mean / ((1 - q) * n + 1);
  }
  return value;
}

/// GRAVE: the nearest node above (or the node itself) that has been visited often enough.
template <typename Access>
void SearchWorker::find_amaf_source() {
  amaf_source_ = path_.back().cell;
  for (std::size_t i = path_.size(); i-- > 0;) {
    amaf_source_ = path_[i].cell;
    if (Access::load(tree_[amaf_source_].visits) >= options_.grave) return;
  }
}

/// Where the RAVE values of a child stand: with GRAVE, with the same action above, if it is there.
u32 SearchWorker::amaf_cell(u32 child) const {
  if (options_.grave == 0 || amaf_source_ == path_.back().cell) return child;
  u32 found = child;
  tree_.for_each_child(amaf_source_, [&](u32 other) {
    if (tree_[other].action == tree_[child].action) found = other;
  });
  return found;
}

template <typename Access>
u32 SearchWorker::chance_child(u32 parent, Action drawn) {
  u32 last = parent;
  for (u32 header = tree_.first_block(parent); header != SearchTree::kNone;
       header = tree_.next_block(header)) {
    for (u32 child = header + 1; child <= header + tree_.block_size(header); ++child) {
      if (tree_[child].action == drawn.id()) return child;
    }
    last = header;
  }
  const std::array<Action, 1> only{drawn};
  if (!tree_.add_children(last, only, {})) return SearchTree::kNone;
  return (last == parent ? tree_.first_block(parent) : tree_.next_block(last)) + 1;
}

template u32 SearchWorker::select<Alone>(u32, const State&, const Legal&);
template u32 SearchWorker::select<Waiting>(u32, const State&, const Legal&);
template u32 SearchWorker::select<Shared>(u32, const State&, const Legal&);
template u32 SearchWorker::choose_at_root<Alone>(const State&, const Legal&);
template u32 SearchWorker::choose_at_root<Waiting>(const State&, const Legal&);
template u32 SearchWorker::choose_at_root<Shared>(const State&, const Legal&);
template u32 SearchWorker::chance_child<Alone>(u32, Action);
template u32 SearchWorker::chance_child<Waiting>(u32, Action);
template u32 SearchWorker::chance_child<Shared>(u32, Action);

}  // namespace carrack
