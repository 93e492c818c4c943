#include "agents/search/worker.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/rollout.hpp"
#include "agents/search/expansion.hpp"
#include "agents/threads/team.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

/// apply() does not look; an illegal action would spoil the position unnoticed.
[[noreturn, gnu::cold]] void fail_illegal(const State& s, Action action) {
  throw std::logic_error("the search tree holds '" + to_notation(action, s.ruleset().board()) +
                         "', which is not legal");
}

constexpr std::size_t kLongestGame = 4096;
constexpr std::size_t kMostOptions = 256;  // more take an allocation

}  // namespace

SearchWorker::SearchWorker(const SearchOptions& options, SearchTree& tree)
    : options_(options),
      tree_(tree),
      buffer_(tree, static_cast<unsigned>(options.threads)),
      reward_(options),
      strategy_(*find_strategy("balanced")),
      pool_(options.diversity),
      adaptation_(options.adapt, static_cast<unsigned>(options.learners)) {
  path_.reserve(kMaxDepth * kMaxPlayers);
  moves_.reserve(kLongestGame);
  option_of_.resize(kActions);
  option_sums_.reserve(kMostOptions);
  root_children_.reserve(kMostOptions);
  new_actions_.reserve(kMostOptions);
  new_priors_.reserve(kMostOptions);
  legal_priors_.reserve(kMostOptions);
}

void SearchWorker::start(const SearchRoot& root, Random random) {
  root_ = root;
  random_ = random;
  option_sums_.assign(root.legal.size(), {});
  root_children_.assign(root.legal.size(), SearchTree::kNone);
  u16 option = 0;
  root.legal.for_each([&](Action action) { option_of_[action.id()] = option++; });
  iterations_ = depth_sum_ = deepest_ = 0;
  reward_sum_ = {};
  lowest_.fill(1);
  highest_.fill(0);
  if (options_.uses_action_history()) history_.forget();
  if (adaptation_.is_on()) adaptation_.forget(root.state.players());
  root_policy_.start(options_.root, options_.root_mixing, root.legal.size(), root.budget);
}

unsigned SearchWorker::trees() const {
  return options_.opponents == Opponents::separate ? root_.state.players() : 1;
}

u32 SearchWorker::root_cell() const { return kRoot + tree_of(root_.state.actor); }

unsigned SearchWorker::tree_of(Player p) const {
  switch (options_.opponents) {
    case Opponents::separate: return index(p);
    case Opponents::self: return p == root_.state.actor ? 0 : 1;
    default: return 0;
  }
}

void SearchWorker::begin(State& s, Legal& legal) {
  s = root_.state;
  if (has_secrets(s)) resample(s, s.actor, random_);
  legal = root_.legal;
  tastes_ = pool_.draw(random_);
  if (adaptation_.is_on()) adaptation_.draw(s.players(), random_);
  worth_ = LambdaReturn(options_.lambda, s.turn);
  path_.clear();
  moves_.clear();
  for (unsigned t = 0; t < trees(); ++t) {
    cursor_[t] = kRoot + t;
    in_tree_[t] = true;
    path_.push_back({kRoot + t, 0, 0, buffer_.is_hot(kRoot + t), 0});
  }
}

template <typename Access>
void SearchWorker::walk(State& s, Legal& legal) {
  begin(s, legal);
  descend<Access>(s, legal);
  const std::size_t depth = path_.size() - trees();
  depth_sum_ += depth;
  deepest_ = std::max<u64>(deepest_, depth);

  if (options_.implicit > 0) leaf_estimate_ = estimate(s).rewards;
}

template <typename Access>
void SearchWorker::iterate() {
  State s;
  Legal legal;
  walk<Access>(s, legal);
  if (options_.parallel == Parallel::leaf) {
    back_up<Access>(play_leaves(s, legal), static_cast<u32>(options_.leaves));
  } else {
    back_up<Access>(play_out(s, legal, worth_, tastes_, random_), 1);
  }
  ++iterations_;
}

void SearchWorker::go_to_leaf(State& s) {
  Legal legal;
  walk<Waiting>(s, legal);
  leaf_is_node_ = options_.chance == ChanceNodes::open || !is_chance(s);
  while (is_chance(s)) random_step(s, legal, random_);
}

void SearchWorker::come_back(const Payoff& payoff) {
  back_up<Waiting>(payoff, 1);
  ++iterations_;
}

void SearchWorker::go_to_root(State& s) {
  Legal legal;
  begin(s, legal);
  leaf_is_node_ = true;
}

/// Down the tree, or every player's own tree, until each has met a node without visits. Chance
/// draws on the way; who has left the tree plays like a playout.
template <typename Access>
void SearchWorker::descend(State& s, Legal& legal) {
  unsigned inside = trees();
  while (inside > 0 && !is_over(s) && path_.size() < kMaxDepth) {
    if constexpr (!std::is_same_v<Access, Waiting>) meet_turn(s, worth_);
    if (is_chance(s)) {
      const Action drawn = chance_outcome(s, random_.below(chance_total(s)));
      if (options_.chance == ChanceNodes::closed) {
        const u32 child = chance_child<Access>(cursor_[0], drawn);
        if (child == SearchTree::kNone) return;  // the memory is full
        enter<Access>(0, child, nth<Player>(kChance));
      }
      apply(s, drawn, legal);
      continue;
    }
    const Player mover = s.actor;
    const unsigned tree = tree_of(mover);
    if (tree >= trees() || !in_tree_[tree]) {
      const Action action = playout_move(s, legal, tastes_, random_);
      note(s, action);
      apply(s, action, legal);
      continue;
    }
    const u32 node = cursor_[tree];
    const bool at_root = node < kRoot + trees();
    const bool unseen = Access::load(tree_[node].visits) == 0 && !at_root;
    u32 child = SearchTree::kNone;
    if (!unseen) {
      child = node == root_cell() && root_policy_.is_on() ? choose_at_root<Access>(s, legal)
                                                          : select<Access>(node, s, legal);
    }
    if (child == SearchTree::kNone) {
      in_tree_[tree] = false;
      --inside;
      continue;
    }
    const Action action(tree_[child].action);
    if (!legal.contains(action)) [[unlikely]]
      fail_illegal(s, action);
    enter<Access>(tree, child, mover);
    note(s, action);
    apply(s, action, legal);
    if (Access::load(tree_[child].visits) == 0) {
      in_tree_[tree] = false;
      --inside;
    }
  }
}

template <typename Access>
void SearchWorker::enter(unsigned tree, u32 child, Player mover) {
  const bool hot = Access::kShares && buffer_.is_hot(child);
  path_.push_back(
      {child, cursor_[tree], static_cast<u8>(index(mover)), hot, static_cast<u32>(moves_.size())});
  cursor_[tree] = child;
  if (Access::kOverlaps && !hot) Access::add(tree_[child].in_flight, u16{1});
}

void SearchWorker::note(const State& s, Action action) {
  if (options_.records_moves() && moves_.size() < kLongestGame) {
    moves_.push_back({s.actor, s.turn, action});
  }
}

Action SearchWorker::playout_move(const State& s, const Legal& legal, const Tastes& tastes,
                                  Random& random) const {
  const bool at_random = options_.playout == Playout::random ||
                         (options_.epsilon > 0 && random.uniform() < options_.epsilon);
  if (at_random) return legal[random.below(legal.size())];
  if (options_.playout == Playout::mast) return history_.best(s.actor, legal, random);
  const Weights& taste = *tastes[index(s.actor)];
  if (!adaptation_.is_on()) return scripted_choice(s, legal, taste, random);
  return scripted_choice(s, legal, taste, adaptation_.bonus(s.actor, when(s.turn)), random);
}

Payoff SearchWorker::estimate(const State& s) const {
  if (is_over(s)) return reward_.of(s);
  return reward_.of_estimate(expected_vp(s), s.players(), s.turn);
}

u64 SearchWorker::last_turn() const {
  return options_.cutoff_turns == 0 ? kTurns : root_.state.turn + options_.cutoff_turns - 1;
}

// The same in the tree and in a playout, so that the same course of a game is worth the same
// however deep the tree is. Beyond the horizon the leaf alone is evaluated.
void SearchWorker::meet_turn(const State& s, LambdaReturn& worth) const {
  if (s.turn == worth.turn() || !worth.mixes() || s.turn > last_turn()) return;
  worth.pass(s.turn, estimate(s));
}

/// Out of the tree, to the end of the game or to where the evaluation takes over.
Payoff SearchWorker::play_out(State& s, Legal& legal, LambdaReturn worth, const Tastes& tastes,
                              Random& random) {
  const bool is_plain = options_.playout == Playout::random && options_.cutoff == 0 &&
                        options_.cutoff_turns == 0 && !options_.records_moves() && !worth.mixes();
  if (is_plain) {
    rollout(s, legal, random);
    return reward_.of(s);
  }
  const u64 last = last_turn();
  u64 decisions = 0;
  while (!is_over(s) && s.turn <= last) {
    meet_turn(s, worth);
    if (worth.is_complete()) break;
    if (is_chance(s)) {
      random_step(s, legal, random);
      continue;
    }
    if (options_.cutoff != 0 && decisions == options_.cutoff) break;
    ++decisions;
    const Action action = playout_move(s, legal, tastes, random);
    note(s, action);
    apply(s, action, legal);
  }
  return worth.end(estimate(s));
}

/// Several games from one leaf, each from a stream of its own, so that threads do not matter.
Payoff SearchWorker::play_leaves(const State& s, const Legal& legal) {
  const u64 key = u64{random_.next()} << 32 | random_.next();
  leaf_payoffs_.resize(options_.leaves);
  const auto threads = static_cast<unsigned>(options_.threads);
  run_team(threads, [&](unsigned t) {
    for (u64 i = t; i < options_.leaves; i += threads) {
      Random random(key, stream(StreamFamily::rollout, i));
      State copy = s;
      Legal open = legal;
      const Tastes tastes = pool_.draw(random);
      leaf_payoffs_[i] = play_out(copy, open, worth_, tastes, random);
    }
  });
  Payoff mean;
  const float weight = 1 / static_cast<float>(options_.leaves);
  for (const Payoff& payoff : leaf_payoffs_) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      mean.rewards[p] += weight * payoff.rewards[p];
      mean.win_shares[p] += weight * payoff.win_shares[p];
    }
  }
  return mean;
}

template void SearchWorker::iterate<Alone>();
template void SearchWorker::iterate<Shared>();

}  // namespace carrack
