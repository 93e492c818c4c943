// The definitions of Search and SearchWorker, for the one file that instantiates them:
//
//   template class carrack::Search<MyGame, MyRollouts>;
//
// or for all files of a program that is small enough.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "agents/search/search.hpp"
#include "agents/search/search_evaluator_impl.hpp"
#include "agents/search/search_report_impl.hpp"
#include "agents/search/search_root_impl.hpp"
#include "agents/search/worker_back_up_impl.hpp"
#include "agents/search/worker_impl.hpp"
#include "agents/search/worker_score_impl.hpp"
#include "agents/search/worker_select_impl.hpp"
#include "agents/threads/team.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// The clock is read once in this many playouts.
inline constexpr u64 kClockInterval = 16;
/// With a shared tree: how many iterations a thread takes from the budget at once.
inline constexpr u64 kIterationsAtOnce = 8;
/// Seconds on a clock that never goes back.
[[nodiscard]] inline double steady_seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// Why a search of this game cannot do what the options say; nothing if it can.
template <Game G, RolloutPolicy<G> P>
[[nodiscard]] std::optional<std::string> conflict_with_game(const SearchOptions& options) {
  if (auto reason = conflict(options)) return reason;
  if (!P::kHasPolicy && options.needs_policy()) {
    return "rollout=policy and prior=policy need a rollout policy, which the game does not have";
  }
  if (!P::kHasEvaluation && options.needs_evaluation()) {
    return "cutoff=, cutoff_turns=, lambda=, implicit= and prior=evaluation need an evaluation, "
           "which the game does not have";
  }
  if (!HashedGame<G> && options.tree.transpositions) {
    return "transpositions=on needs a hash, which the game does not have";
  }
  if (GameOfChance<G> && options.tree.transpositions && options.tree.chance == ChanceNodes::open) {
    return "transpositions=on needs chance=closed: an open node is more than one position";
  }
  if (!HashedGame<G> && options.tree.reuse)
    return "reuse=on needs a hash, which the game does not have";
  return {};
}

template <Game G, RolloutPolicy<G> P>
Search<G, P>::Search(const SearchOptions& options, const P& policy)
    : options_(options),
      policy_(policy),
      clock_(steady_seconds),
      seconds_(options.budget.seconds),
      iterations_(options.budget.iterations) {
  if (const auto reason = conflict_with_game<G, P>(options)) throw InputError("search: " + *reason);
  const bool many_trees = options_.parallel.kind == Parallel::root;
  const std::size_t trees = many_trees ? options_.parallel.workers : 1;
  const std::size_t workers =
      options_.parallel.kind == Parallel::tree ? options_.parallel.threads : trees;
  SearchOptions each = options_;
  if (many_trees) each.tree.memory = std::max<u64>(options_.tree.memory / trees, 1);
  for (std::size_t i = 0; i < trees; ++i) trees_.push_back(std::make_unique<SearchTree>(each));
  for (std::size_t i = 0; i < workers; ++i) {
    workers_.push_back(
        std::make_unique<SearchWorker<G, P>>(each, policy_, *trees_[many_trees ? i : 0]));
  }
  if (options_.parallel.kind == Parallel::batch) flights_.resize(2 * options_.parallel.batch);
  report_.options.reserve(kUsualOptions);
  report_.principal_variation.reserve(kUsualOptions);
  report_.principal_movers.reserve(kUsualOptions);
  report_.anytime.reserve(64);
  sums_.reserve(kUsualOptions);
  kept_sums_.reserve(kUsualOptions);
}

template <Game G, RolloutPolicy<G> P>
typename G::Action Search<G, P>::choose(const State& s, const Legal& legal, Random& random) {
  if (const unsigned players = G::players(s); players < 2 || players > kMaxPlayers) {
    throw InputError("search: a game has " + std::to_string(players) + " players, expected 2 to " +
                     std::to_string(kMaxPlayers));
  }
  if (options_.budget.game_seconds > 0 && !has_share_of_time_) {
    throw std::logic_error("a search with game_time= needs limit_time() before it chooses");
  }
  const double began = clock_();
  root_ = {s, legal, 0};
  players_ = G::players(s);
  mover_ = G::mover(s);
  report_.anytime.clear();
  prepare(s);
  const u64 key = random.next64();
  draw_noise(key);
  root_.noise = root_noise_;
  const u64 budget = iteration_budget();
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    root_.budget = options_.parallel.kind == Parallel::root ? share(i) : budget;
    workers_[i]->start(root_, Random(key, stream(StreamFamily::rollout, i)));
  }
  if (evaluator_) {
    search_with_evaluator(began, key);
  } else if (options_.parallel.kind == Parallel::root) {
    search_trees();
  } else if (options_.parallel.kind == Parallel::tree) {
    search_shared(began);
  } else if (options_.parallel.kind == Parallel::batch) {
    search_in_batches(began, key);
  } else {
    search_alone(began);
  }
  write_report(clock_() - began);
  // Not with secrets: the searched position is then only one that looks like the true position, and
  // the events that follow are those of the true one.
  const bool keeps = options_.tree.reuse && !has_secrets_in<G>(s);
  kept_ = keeps ? workers_[0]->root_cell() : SearchTree::kNone;
  kept_hash_ = hash_in<G>(s);
  return report_.options.front().action;
}

/// Gets empty trees ready, or the part of the last tree that the events since have led to.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::prepare(const State& s) {
  kept_sums_.clear();
  // If this search throws, the next one finds nothing kept.
  const u32 kept = std::exchange(kept_, SearchTree::kNone);
  if (kept != SearchTree::kNone && kept_hash_ == hash_in<G>(s) &&
      trees_[0]->first_block(kept) != SearchTree::kNone) {
    trees_[0]->keep_below(kept);
    sum_root(kept_sums_);
    return;
  }
  const unsigned roots = options_.has_many_roots() ? players_ : 1;
  for (auto& tree : trees_) tree->reset(roots);
}

template <Game G, RolloutPolicy<G> P>
u64 Search<G, P>::iteration_budget() const {
  return iterations_ == 0 ? kMaxIterations : iterations_;
}

template <Game G, RolloutPolicy<G> P>
bool Search<G, P>::out_of_time(double began) const {
  return stop_asked() || (seconds_ > 0 && clock_() - began >= seconds_);
}

template <Game G, RolloutPolicy<G> P>
Leaders Search<G, P>::leaders() const {
  Leaders found;
  const SearchTree& tree = *trees_[0];
  tree.for_each_edge(workers_[0]->root_cell(), [&](u32 e) {
    const u32 child = tree.child(e);
    if (child == SearchTree::kNone || !root_.legal.contains(Action(tree.edge(e).action))) return;
    const u64 visits = tree[child].visits;
    if (visits > found.first) {
      found = {visits, found.first};
    } else {
      found.second = std::max(found.second, visits);
    }
  });
  return found;
}

template <Game G, RolloutPolicy<G> P>
bool Search<G, P>::goes_on(BudgetMeter& meter, u64 done, double began) const {
  if (done == 0) return true;
  if (stop_asked()) return false;
  const double spent = seconds_ > 0 ? clock_() - began : 0;
  return !meter.is_over(done, spent, [&] { return leaders(); });
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::search_alone(double began) {
  SearchWorker<G, P>& worker = *workers_[0];
  const u64 games = options_.parallel.kind == Parallel::leaf ? options_.parallel.leaves : 1;
  BudgetMeter meter(budget(), games);
  const u64 interval = std::max<u64>(kClockInterval / games, 1);
  for (u64 done = 0;;) {
    // A short time may end before the first interval.
    const bool asks_early = seconds_ > 0 && done < interval && std::has_single_bit(done);
    const bool asks = done % interval == 0 || asks_early || done * games >= meter.iterations();
    if (asks && !goes_on(meter, done * games, began)) break;
    worker.template iterate<OneByOne>();
    if (std::has_single_bit(++done)) note_anytime(done * games);
  }
}

/// Raises the flag of the other threads if a thread leaves its work by an exception.
class StopOthers {
 public:
  explicit StopOthers(std::atomic<bool>& stop) : stop_(stop) {}
  StopOthers(const StopOthers&) = delete;
  StopOthers& operator=(const StopOthers&) = delete;
  ~StopOthers() {
    if (std::uncaught_exceptions() > before_) stop_.store(true, std::memory_order_relaxed);
  }

 private:
  std::atomic<bool>& stop_;
  int before_ = std::uncaught_exceptions();
};

/// All workers search one tree. They take the budget from a common counter, so that exactly its
/// iterations are played.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::search_shared(double began) {
  const u64 budget = iteration_budget();
  // The first iteration expands the root. A thread that reached the root while another one expands
  // it would have no option to choose.
  workers_[0]->template iterate<Threaded>();
  std::atomic<u64> taken = 1;
  std::atomic<bool> stop = false;
  run_team(static_cast<unsigned>(options_.parallel.threads), [&](unsigned t) {
    u64 next_note = 1;
    const StopOthers stops_others(stop);
    while (!stop.load(std::memory_order_relaxed)) {
      const u64 from = taken.fetch_add(kIterationsAtOnce, std::memory_order_relaxed);
      if (from >= budget) break;
      const u64 to = std::min(from + kIterationsAtOnce, budget);
      for (u64 n = from; n < to; ++n) workers_[t]->template iterate<Threaded>();
      if (out_of_time(began)) stop.store(true, std::memory_order_relaxed);
      if (t == 0 && to >= next_note) {
        note_anytime(to);
        next_note = std::bit_floor(to) * 2;
      }
    }
    workers_[t]->flush();
  });
}

/// One tree, the same for any number of threads. The iterations of a batch descend one after
/// another, each counted as a visit on its way; their playouts are played at the same time, each
/// from a random stream of its own; they are backed up in their order. While a batch is played, the
/// next one descends: it sees the results up to the batch before the one being played. The first
/// batches are small, so that the first visits of the root are not all spent at once.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::search_in_batches(double began, u64 key) {
  SearchWorker<G, P>& worker = *workers_[0];
  for (Flight& flight : flights_) worker.prepare(flight.iteration, Random(key, 0));
  const std::size_t batch = flights_.size() / 2;
  BudgetMeter meter(budget());
  u64 begun = 0;
  const auto descend = [&](std::span<Flight> flights) {
    for (Flight& flight : flights) {
      flight.iteration.random = Random(key, stream(StreamFamily::rollout, begun++));
      worker.descend(flight.iteration, flight.leaf, flight.legal);
    }
  };
  const auto size_of_next = [&] {
    const u64 size = std::min(batch_size(begun, batch), meter.iterations() - begun);
    return static_cast<std::size_t>(size);
  };
  std::span<Flight> played(flights_.data(), size_of_next());
  descend(played);
  u64 next_note = 1;
  for (u64 done = 0; !played.empty();) {
    // Once all have begun, is_over() is asked when all are done.
    const bool begins = begun < meter.iterations() && goes_on(meter, done, began);
    Flight* const other_half =
        played.data() == flights_.data() ? &flights_[batch] : flights_.data();
    const std::span<Flight> next(other_half, begins ? size_of_next() : 0);
    std::atomic<std::size_t> taken = 0;
    run_team(static_cast<unsigned>(options_.parallel.threads), [&](unsigned t) {
      if (t == 0) descend(next);
      for (std::size_t i = taken++; i < played.size(); i = taken++) {
        Flight& flight = played[i];
        flight.payoff = worker.play_out(flight.iteration, flight.leaf, flight.legal);
      }
    });
    for (const Flight& flight : played) worker.back_up(flight.iteration, flight.payoff);
    done += played.size();
    if (done >= next_note) {
      note_anytime(done);
      next_note = std::bit_floor(done) * 2;
    }
    played = next;
    if (played.empty() && done == begun && goes_on(meter, done, began)) {
      played = {flights_.data(), size_of_next()};
      descend(played);
    }
  }
}

/// Each worker searches its own tree with its own share of the budget: results do not depend on
/// threads.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::search_trees() {
  const auto threads = static_cast<unsigned>(options_.parallel.threads);
  run_team(threads, [&](unsigned t) {
    for (std::size_t i = t; i < workers_.size(); i += threads) {
      if (i != 0 && stop_asked()) break;  // one tree is enough for an answer
      for (u64 n = share(i); n != 0; --n) {
        workers_[i]->template iterate<OneByOne>();
        if (n % kClockInterval == 0 && stop_asked()) break;
      }
    }
  });
}

template <Game G, RolloutPolicy<G> P>
u64 Search<G, P>::share(std::size_t worker) const {
  return iterations_ / workers_.size() + (worker < iterations_ % workers_.size() ? 1 : 0);
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::sum_root(std::vector<RootSums>& all) const {
  all.clear();
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const SearchTree& tree = *trees_[t];
    const u32 root = workers_[t]->root_cell();
    tree.for_each_edge(root, [&](u32 e) {
      const Action action(tree.edge(e).action);
      if (!root_.legal.contains(action)) return;
      auto found = std::ranges::find(all, action, &RootSums::action);
      if (found == all.end()) {
        all.emplace_back().action = action;
        found = all.end() - 1;
        if (options_.uses_priors()) found->prior = tree.edge(e).prior;
      }
      if (const u32 child = tree.child(e); child != SearchTree::kNone) {
        const SearchNode& node = tree[child];
        found->visits += Shared::load(node.visits);
        for (unsigned p = 0; p < kMaxPlayers; ++p) {
          found->sum[p] += Shared::load(node.sum[p]);
        }
      }
      for (std::size_t w = 0; w < workers_.size(); ++w) {
        if (trees_.size() > 1 && w != t) continue;  // a tree each
        found->fresh += workers_[w]->root_choice().sums_of(action);
      }
    });
  }
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::note_anytime(u64 iterations) {
  sum_root(sums_);
  if (!sums_.empty()) report_.anytime.push_back({iterations, chosen(sums_).action});
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::observe(const State& before, Action action, const State& after) {
  if (kept_ == SearchTree::kNone) return;
  const bool is_known = kept_hash_ == hash_in<G>(before) && !has_secrets_in<G>(after);
  const bool is_node = !is_chance_in<G>(before) || options_.tree.chance == ChanceNodes::closed;
  kept_hash_ = hash_in<G>(after);
  if (!is_known) {
    kept_ = SearchTree::kNone;
    return;
  }
  if (!is_node) return;
  const u16 event = is_chance_in<G>(before) ? seen_in<G>(before, action, mover_) : id_of(action);
  u32 found = SearchTree::kNone;
  trees_[0]->for_each_child(kept_, [&](u32 child) {
    if ((*trees_[0])[child].action == event) found = child;
  });
  kept_ = found;
}

}  // namespace carrack
