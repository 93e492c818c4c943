#include "agents/search/worker.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "agents/evaluation.hpp"
#include "agents/rollout.hpp"
#include "agents/search/expansion.hpp"
#include "agents/search/team.hpp"

namespace carrack {
namespace {

constexpr u32 kRoot = 1;
constexpr std::size_t kLongestGame = 4096;

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

SearchWorker::SearchWorker(const SearchOptions& options, SearchTree& tree)
    : options_(options), tree_(tree), reward_(options), strategy_(*find_strategy("balanced")) {
  path_.reserve(kMaxDepth * kMaxPlayers);
  moves_.reserve(kLongestGame);
  new_actions_.reserve(256);
  new_priors_.reserve(256);
}

void SearchWorker::start(const SearchRoot& root, Random random, RootSquares& squares) {
  root_ = root;
  random_ = random;
  squares_ = &squares;
  iterations_ = depth_sum_ = deepest_ = 0;
  reward_sum_ = {};
  lowest_.fill(1);
  highest_.fill(0);
  if (options_.uses_action_history()) history_.forget();
  root_policy_.start(options_.root, options_.root_mixing, root.legal.size(), root.budget);
}

unsigned SearchWorker::trees() const {
  return options_.opponents == Opponents::multi ? root_.state.players() : 1;
}

u32 SearchWorker::root_cell() const { return kRoot + tree_of(root_.state.actor); }

unsigned SearchWorker::tree_of(Player p) const {
  switch (options_.opponents) {
    case Opponents::multi: return index(p);
    case Opponents::self: return p == root_.state.actor ? 0 : 1;
    default: return 0;
  }
}

template <typename Access>
void SearchWorker::iterate() {
  State s = root_.state;
  if (has_secrets(s)) resample(s, s.actor, random_);
  Legal legal = root_.legal;
  path_.clear();
  moves_.clear();
  for (unsigned t = 0; t < trees(); ++t) {
    cursor_[t] = kRoot + t;
    in_tree_[t] = true;
    path_.push_back({kRoot + t, 0, 0, 0});
  }
  descend<Access>(s, legal);
  const std::size_t depth = path_.size() - trees();
  depth_sum_ += depth;
  deepest_ = std::max<u64>(deepest_, depth);

  if (options_.implicit > 0) leaf_estimate_ = estimate(s);
  if (options_.parallel == Parallel::leaf) {
    back_up<Access>(play_leaves(s, legal), static_cast<u32>(options_.leaves));
  } else {
    back_up<Access>(play_out(s, legal, random_), 1);
  }
  ++iterations_;
}

/// Down the tree, or every player's own tree, until each has met a node without visits. Chance
/// draws on the way; who has left the tree plays like a playout.
template <typename Access>
void SearchWorker::descend(State& s, Legal& legal) {
  unsigned inside = trees();
  while (inside > 0 && !is_over(s) && path_.size() < kMaxDepth) {
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
      const Action action = playout_move(s, legal, random_);
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
  path_.push_back(
      {child, cursor_[tree], static_cast<u8>(index(mover)), static_cast<u32>(moves_.size())});
  cursor_[tree] = child;
  if constexpr (std::is_same_v<Access, Shared>) Access::add(tree_[child].in_flight, u16{1});
}

/// The best legal child. Legal actions that have no child yet get one, unless the memory is full or
/// another thread is just doing it.
template <typename Access>
u32 SearchWorker::select(u32 parent, const State& s, const Legal& legal) {
  const Player mover = s.actor;
  if (tree_.first_block(parent) == SearchTree::kNone && !expand<Access>(parent, s, legal)) {
    return SearchTree::kNone;
  }
  unsigned width = legal.size();
  if (options_.widening < 1) {
    const double visits = Access::load(tree_[parent].visits) + 1.0;
    width = static_cast<unsigned>(std::ceil(std::pow(visits, options_.widening)));
  }
  if (options_.grave > 0) find_amaf_source<Access>();
  u32 best = SearchTree::kNone;
  u32 unvisited = SearchTree::kNone;
  unsigned met = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  u32 last_header = SearchTree::kNone;
  for (u32 header = tree_.first_block(parent); header != SearchTree::kNone;
       header = tree_.next_block(header)) {
    last_header = header;
    for (u32 child = header + 1; child <= header + tree_.block_size(header); ++child) {
      SearchNode& node = tree_[child];
      if (!legal.contains(Action(node.action))) continue;
      if (met++ >= width) continue;
      Access::add(node.available, 1U);
      const u32 visits = Access::load(node.visits);
      const u32 in_flight = std::is_same_v<Access, Shared> ? Access::load(node.in_flight) : 0U;
      if (visits + in_flight == 0 && options_.first_play < 0) {
        if (unvisited == SearchTree::kNone) unvisited = child;
        continue;
      }
      const float value =
          score<Access>(child, in_flight, visits, Access::load(node.available), mover);
      if (value > best_score) {
        best_score = value;
        best = child;
      }
    }
  }
  if (met < std::min(width, legal.size())) {  // chance has made new actions legal
    collect_missing(tree_, parent, legal, new_actions_);
    order_by_prior(options_, s, random_, strategy_, new_actions_, new_priors_);
    if (tree_.add_children(last_header, new_actions_, new_priors_)) {
      return tree_.next_block(last_header) + 1;
    }
  }
  return unvisited != SearchTree::kNone ? unvisited : best;
}

template <typename Access>
bool SearchWorker::expand(u32 cell, const State& s, const Legal& legal) {
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_by_prior(options_, s, random_, strategy_, new_actions_, new_priors_);
  return tree_.add_children(cell, new_actions_, new_priors_);
}

template <typename Access>
u32 SearchWorker::choose_at_root(const State& s, const Legal& legal) {
  const u32 root = root_cell();
  if (tree_.first_block(root) == SearchTree::kNone && !expand<Access>(root, s, legal)) {
    return SearchTree::kNone;
  }
  return tree_.first_block(root) + 1 + root_policy_.pick(random_);
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
  const float n = static_cast<float>(counted);
  float q = static_cast<float>(std::max(options_.first_play, 0.0));
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

void SearchWorker::note(const State& s, Action action) {
  if (options_.records_moves() && moves_.size() < kLongestGame) {
    moves_.push_back({s.actor, action});
  }
}

Action SearchWorker::playout_move(const State& s, const Legal& legal, Random& random) const {
  const bool at_random = options_.playout == Playout::random ||
                         (options_.epsilon > 0 && random.uniform() < options_.epsilon);
  if (at_random) return legal[random.below(legal.size())];
  if (options_.playout == Playout::mast) return history_.best(s.actor, legal, random);
  return scripted_choice(s, legal, strategy_, random);
}

Rewards SearchWorker::estimate(const State& s) const {
  if (is_over(s)) return reward_.of(s);
  return reward_.of_estimate(expected_vp(s), s.players());
}

/// Out of the tree, to the end of the game or to where the evaluation takes over.
Rewards SearchWorker::play_out(State& s, Legal& legal, Random& random) {
  const bool is_plain = options_.playout == Playout::random && options_.cutoff == 0 &&
                        options_.cutoff_turns == 0 && !options_.records_moves();
  if (is_plain) {
    rollout(s, legal, random);
    return reward_.of(s);
  }
  const u64 last_turn =
      options_.cutoff_turns == 0 ? kTurns : root_.state.turn + options_.cutoff_turns - 1;
  u64 decisions = 0;
  while (!is_over(s) && s.turn <= last_turn) {
    if (is_chance(s)) {
      random_step(s, legal, random);
      continue;
    }
    if (options_.cutoff != 0 && decisions == options_.cutoff) break;
    ++decisions;
    const Action action = playout_move(s, legal, random);
    note(s, action);
    apply(s, action, legal);
  }
  return estimate(s);
}

/// Several games from one leaf, each from a stream of its own, so that threads do not matter.
Rewards SearchWorker::play_leaves(const State& s, const Legal& legal) {
  const u64 key = u64{random_.next()} << 32 | random_.next();
  leaf_rewards_.resize(options_.leaves);
  const auto threads = static_cast<unsigned>(options_.threads);
  run_team(threads, [&](unsigned t) {
    for (u64 i = t; i < options_.leaves; i += threads) {
      Random random(key, stream(StreamFamily::rollout, i));
      State copy = s;
      Legal open = legal;
      leaf_rewards_[i] = play_out(copy, open, random);
    }
  });
  Rewards mean{};
  for (const Rewards& rewards : leaf_rewards_) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) mean[p] += rewards[p];
  }
  for (float& reward : mean) reward /= static_cast<float>(options_.leaves);
  return mean;
}

template <typename Access>
void SearchWorker::back_up(const Rewards& rewards, u32 games) {
  std::array<u64, kMaxPlayers> fixed{};
  const unsigned players = root_.state.players();
  for (unsigned p = 0; p < players; ++p) {
    fixed[p] = to_fixed(rewards[p]) * games;
    reward_sum_[p] += fixed[p];
    lowest_[p] = std::min(lowest_[p], rewards[p]);
    highest_[p] = std::max(highest_[p], rewards[p]);
  }
  const u32 root = root_cell();
  const u32 first = tree_.first_block(root) + 1;
  for (const Step& step : path_) {
    SearchNode& node = tree_[step.cell];
    for (unsigned p = 0; p < players; ++p) Access::add(node.sum[p], fixed[p]);
    Access::add(node.visits, games);
    if (step.parent == 0) continue;  // a root
    if constexpr (std::is_same_v<Access, Shared>) Access::add(node.in_flight, static_cast<u16>(-1));
    if (options_.uses_squares() && step.mover != kChance) {
      const float mine = worth(rewards, nth<Player>(step.mover));
      Access::add(tree_.squares(step.cell), to_fixed(mine * mine) * games);
    }
    if (step.parent == root && step.cell - first < squares_->size()) {
      auto& squares = (*squares_)[step.cell - first];
      for (unsigned p = 0; p < players; ++p) {
        Access::add(squares[p], to_fixed(rewards[p] * rewards[p]) * games);
      }
      if (root_policy_.is_on()) {
        root_policy_.learn(step.cell - first, worth(rewards, root_.state.actor));
      }
    }
  }
  if (options_.uses_amaf()) back_up_amaf<Access>(rewards);
  if (options_.implicit > 0) back_up_implicit<Access>();
  if (options_.uses_action_history()) {
    for (const PlayedMove& move : moves_) {
      history_.add(move.player, move.action, rewards[index(move.player)]);
    }
  }
}

/// All moves as first: every child whose action the same player played later in this game.
template <typename Access>
void SearchWorker::back_up_amaf(const Rewards& rewards) {
  std::array<std::bitset<kActions>, kMaxPlayers> played;
  std::size_t noted = moves_.size();
  for (std::size_t i = path_.size(); i-- > 1;) {
    const Step& step = path_[i];
    if (step.mover == kChance) continue;
    for (; noted > step.played; --noted) {
      const PlayedMove& move = moves_[noted - 1];
      played[index(move.player)].set(move.action.id());
    }
    const auto& later = played[step.mover];
    const u64 mine = to_fixed(worth(rewards, nth<Player>(step.mover)));
    tree_.for_each_child(step.parent, [&](u32 child) {
      if (!later.test(tree_[child].action)) return;
      Access::add(tree_.amaf(child).visits, 1U);
      Access::add(tree_.amaf(child).sum, mine);
    });
  }
}

/// Evaluations by max^n: a node's vector is that of the child best for who moves there.
template <typename Access>
void SearchWorker::back_up_implicit() {
  const auto write = [&](u32 cell, const Implicit& value) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) Access::store(tree_.implicit(cell)[p], value[p]);
  };
  const auto read = [&](u32 cell) {
    Implicit value;
    for (unsigned p = 0; p < kMaxPlayers; ++p) value[p] = Access::load(tree_.implicit(cell)[p]);
    return value;
  };
  if (path_.size() > trees() && Access::load(tree_[path_.back().cell].visits) == 1) {
    write(path_.back().cell, leaf_estimate_);
  }
  for (std::size_t i = path_.size(); i-- > 1;) {
    const Step& step = path_[i];
    if (step.parent == 0 || step.mover == kChance) continue;
    Implicit best = read(step.cell);
    float most = -1;
    tree_.for_each_child(step.parent, [&](u32 child) {
      if (Access::load(tree_[child].visits) == 0) return;
      const Implicit value = read(child);
      if (worth(value, nth<Player>(step.mover)) > most) {
        most = worth(value, nth<Player>(step.mover));
        best = value;
      }
    });
    write(step.parent, best);
  }
}

template void SearchWorker::iterate<Alone>();
template void SearchWorker::iterate<Shared>();

}  // namespace carrack
