// The options of a search's root: which one an iteration visits if the root does not choose like
// the rest of the tree, and the sums of the iterations through each.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "agents/search/expansion.hpp"
#include "agents/search/game.hpp"
#include "agents/search/gumbel_root.hpp"
#include "agents/search/options.hpp"
#include "agents/search/payoff.hpp"
#include "agents/search/root_policy.hpp"
#include "agents/search/tree.hpp"

namespace carrack {

/// What a search starts from.
template <Game G>
struct SearchRoot {
  typename G::State state{};
  typename G::Legal legal{};
  u64 budget = 0;  // iterations of this worker
  /// One number for each option, in the order of `legal`: Gumbel noise with root=gumbel, else the
  /// shares of the noise in the priors. Empty without noise. The numbers must outlive the search.
  std::span<const double> noise{};
};

/// Sums over one worker's iterations that began with one option of the root, by seat.
struct OptionSums {
  std::array<u64, kMaxPlayers> squares{};  // of the rewards, for standard errors
  std::array<u64, kMaxPlayers> win_shares{};

  OptionSums& operator+=(const OptionSums& other) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      squares[p] += other.squares[p];
      win_shares[p] += other.win_shares[p];
    }
    return *this;
  }
};

/// Chooses among the options of the root, which are numbered in the order of the root's legal
/// actions. In a tree kept from the search before, the root may have other children too.
template <Game G>
class RootChoice {
 public:
  using Action = typename G::Action;

  /// `options` must outlive it.
  explicit RootChoice(const SearchOptions& options) : options_(options) {
    number_of_.resize(G::kActions);
    sums_.reserve(kUsualOptions);
    children_.reserve(kUsualOptions);
    order_.reserve(kUsualOptions);
    priors_.reserve(kUsualOptions);
    gumbel_options_.reserve(kUsualOptions);
  }

  /// Begins a search of `descents` from the root.
  void start(const SearchRoot<G>& root, u64 descents);
  [[nodiscard]] const SearchRoot<G>& root() const { return root_; }

  /// Whether choose() decides which option is visited, rather than the rule of the rest of the
  /// tree.
  [[nodiscard]] bool chooses() const { return options_.root.rule != RootSelection::same; }
  /// Whether take_children() has been called in this search.
  [[nodiscard]] bool has_children() const { return has_children_; }
  /// Gives every option a node. Precondition: the root has an edge for each. False: the memory is
  /// full.
  bool take_children(SearchTree& tree, u32 root_cell);
  /// The child to visit. Precondition: has_children().
  [[nodiscard]] u32 choose(const SearchTree& tree, Random& random);

  /// The most iterations that may begin before the first of them is backed up: with root=gumbel
  /// those of a round, whose results say which options the next one has.
  [[nodiscard]] u64 most_at_once() const {
    const bool has_rounds = options_.root.rule == RootSelection::gumbel;
    return has_rounds ? gumbel_.picks_of_round() : std::numeric_limits<u64>::max();
  }

  /// Mixes the noise into the priors of the options, and sorts both by them.
  void mix_noise(std::vector<Action>& actions, std::vector<float>& priors);

  /// Counts `games` playouts that began with an option. `utility`: what their rewards are worth to
  /// the player who decides at the root.
  template <typename Access>
  void add(Action option, const Payoff& payoff, unsigned players, u32 games, float utility);
  /// The sums of an option. Other threads may be adding meanwhile.
  [[nodiscard]] OptionSums sums_of(Action option) const;

  /// The option that the root's policy has found best. Precondition: there is one, `root=` is on.
  [[nodiscard]] Action best_of_policy() const { return root_.legal[policy_.best()]; }
  /// With root=gumbel: the option's noise.
  [[nodiscard]] double noise_of(Action option) const {
    return root_.noise.empty() ? 0 : root_.noise[number_of_[id_of(option)]];
  }
  /// With root=gumbel: whether the worker has picked no other option more often.
  [[nodiscard]] bool is_most_picked(Action option) const {
    return gumbel_.is_most_picked(number_of_[id_of(option)]);
  }
  /// The prior of an option without noise. Precondition: there is noise, the root is expanded.
  [[nodiscard]] float prior_without_noise(Action option) const {
    return priors_[number_of_[id_of(option)]];
  }

 private:
  [[nodiscard]] unsigned pick_by_gumbel(const SearchTree& tree);

  const SearchOptions& options_;
  SearchRoot<G> root_;
  std::vector<u16> number_of_;  // by action
  std::vector<OptionSums> sums_;
  std::vector<u32> children_;    // cells, kNone if not known yet
  bool has_children_ = false;    // take_children() has been called
  std::vector<unsigned> order_;  // the options in the order of their edges
  std::vector<float> priors_;    // without noise, where there is some
  std::vector<GumbelOption> gumbel_options_;
  RootPolicy policy_;
  GumbelRoot gumbel_;
};

template <Game G>
void RootChoice<G>::start(const SearchRoot<G>& root, u64 descents) {
  root_ = root;
  const unsigned count = root.legal.size();
  sums_.assign(count, {});
  children_.assign(count, SearchTree::kNone);
  has_children_ = false;
  priors_.assign(count, 0);
  u16 number = 0;
  root.legal.for_each([&](Action action) { number_of_[id_of(action)] = number++; });
  policy_.start(options_.root.rule, options_.root.mixing, count, descents);
  if (options_.root.rule != RootSelection::gumbel) return;
  gumbel_options_.assign(count, {});
  gumbel_.start(
      count, options_.root.considered,
      {.visit_offset = options_.root.visit_offset, .value_scale = options_.root.value_scale},
      descents);
}

template <Game G>
bool RootChoice<G>::take_children(SearchTree& tree, u32 root_cell) {
  bool has_all = true;
  has_children_ = true;
  order_.clear();
  tree.for_each_edge(root_cell, [&](u32 e) {
    const Action action(tree.edge(e).action);
    if (!root_.legal.contains(action)) return;
    const u32 child = tree.make_child(e);
    const unsigned option = number_of_[id_of(action)];
    children_[option] = child;
    order_.push_back(option);
    if (!gumbel_options_.empty()) {
      gumbel_options_[option].logit = logit_of(tree.edge(e).prior);
      gumbel_options_[option].noise = noise_of(action);
    }
    has_all = has_all && child != SearchTree::kNone;
  });
  if (options_.root.rule == RootSelection::halving) policy_.take_order(order_);
  return has_all;
}

template <Game G>
u32 RootChoice<G>::choose(const SearchTree& tree, Random& random) {
  if (options_.root.rule == RootSelection::gumbel) return children_[pick_by_gumbel(tree)];
  return children_[policy_.pick(random)];
}

/// Picks by the visits and values of the tree, those that reuse=on has kept included.
template <Game G>
unsigned RootChoice<G>::pick_by_gumbel(const SearchTree& tree) {
  const unsigned mover = G::mover(root_.state);
  for (std::size_t i = 0; i < gumbel_options_.size(); ++i) {
    if (children_[i] == SearchTree::kNone) continue;  // the memory is full
    const SearchNode& node = tree[children_[i]];
    gumbel_options_[i].visits = node.visits;
    if (node.visits == 0) continue;
    gumbel_options_[i].value = static_cast<double>(mean_of(node.sum[mover], node.visits));
  }
  return gumbel_.pick(gumbel_options_);
}

template <Game G>
void RootChoice<G>::mix_noise(std::vector<Action>& actions, std::vector<float>& priors) {
  if (root_.noise.empty() || options_.root.rule == RootSelection::gumbel) return;
  const double share = options_.root.noise;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const unsigned option = number_of_[id_of(actions[i])];
    priors_[option] = priors[i];
    priors[i] = static_cast<float>((1 - share) * static_cast<double>(priors[i]) +
                                   share * root_.noise[option]);
  }
  sort_by_value(actions, priors);
}

template <Game G>
template <typename Access>
void RootChoice<G>::add(Action option, const Payoff& payoff, unsigned players, u32 games,
                        float utility) {
  const unsigned number = number_of_[id_of(option)];
  OptionSums& sums = sums_[number];
  for (unsigned p = 0; p < players; ++p) {
    Access::add(sums.squares[p], to_fixed(payoff.rewards[p] * payoff.rewards[p]) * games);
    Access::add(sums.win_shares[p], to_fixed(payoff.win_shares[p]) * games);
  }
  if (policy_.is_on()) policy_.learn(number, utility);
}

template <Game G>
OptionSums RootChoice<G>::sums_of(Action option) const {
  OptionSums sums;
  const unsigned i = number_of_[id_of(option)];
  // There are no sums before the first search, or if this search has not started yet.
  if (i >= sums_.size()) return sums;
  for (unsigned p = 0; p < kMaxPlayers; ++p) {
    sums.squares[p] = Shared::load(sums_[i].squares[p]);
    sums.win_shares[p] = Shared::load(sums_[i].win_shares[p]);
  }
  return sums;
}

}  // namespace carrack
