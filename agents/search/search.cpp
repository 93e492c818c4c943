#include "agents/search/search.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

#include "agents/threads/team.hpp"

namespace carrack {
namespace {

constexpr u64 kMostIterations = 1'000'000'000;
/// The clock is read once in so many playouts.
constexpr u64 kClockInterval = 16;
/// Shared trees: iterations that a thread takes from the budget at once.
constexpr u64 kBatch = 8;
/// The lower bound of final=secure lies so many times 1 / sqrt(visits) below the mean.
constexpr double kSecurity = 0.5;

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

}  // namespace

SearchAgent::SearchAgent(std::string name, const SearchOptions& options)
    : name_(std::move(name)), options_(options) {
  const bool many_trees = options_.parallel == Parallel::root;
  const std::size_t trees = many_trees ? options_.workers : 1;
  const std::size_t workers = options_.parallel == Parallel::tree ? options_.threads : trees;
  SearchOptions each = options_;
  if (many_trees) each.memory = std::max<u64>(options_.memory / trees, 1);
  for (std::size_t i = 0; i < trees; ++i) trees_.push_back(std::make_unique<SearchTree>(each));
  for (std::size_t i = 0; i < workers; ++i) {
    workers_.push_back(std::make_unique<SearchWorker>(each, *trees_[many_trees ? i : 0]));
  }
  constexpr std::size_t kMostOptions = 256;
  report_.options.reserve(kMostOptions);
  report_.principal_variation.reserve(kMostOptions);
  report_.anytime.reserve(64);
  sums_.reserve(kMostOptions);
  kept_sums_.reserve(kMostOptions);
}

Action SearchAgent::choose(const State& s, const Legal& legal, Random& random) {
  const double began = now();
  root_ = {s, legal, 0};
  players_ = s.players();
  mover_ = s.actor;
  report_.anytime.clear();
  prepare(s);
  const u64 key = u64{random.next()} << 32 | random.next();
  const u64 budget = iteration_budget();
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    root_.budget = options_.parallel == Parallel::root ? share(i) : budget;
    workers_[i]->start(root_, Random(key, stream(StreamFamily::rollout, i)));
  }
  if (evaluator_) {
    search_batches(began);
  } else if (options_.parallel == Parallel::root) {
    search_trees();
  } else if (options_.parallel == Parallel::tree) {
    search_shared(began);
  } else {
    search_alone(began);
  }
  write_report(now() - began);
  kept_ = options_.reuse ? workers_[0]->root_cell() : SearchTree::kNone;
  kept_hash_ = hash(s);
  return report_.options.front().action;
}

/// Empty trees, or the part of the last one that the events since have led to.
void SearchAgent::prepare(const State& s) {
  kept_sums_.clear();
  if (kept_ != SearchTree::kNone && kept_hash_ == hash(s) &&
      trees_[0]->first_block(kept_) != SearchTree::kNone) {
    trees_[0]->keep_below(kept_);
    sum_root(kept_sums_);
    return;
  }
  const unsigned roots = options_.opponents == Opponents::separate ? s.players() : 1;
  for (auto& tree : trees_) tree->reset(roots);
}

u64 SearchAgent::iteration_budget() const {
  return options_.iterations == 0 ? kMostIterations : options_.iterations;
}

bool SearchAgent::out_of_time(double began) const {
  return stop_asked() || (options_.seconds > 0 && now() - began >= options_.seconds);
}

void SearchAgent::search_alone(double began) {
  SearchWorker& worker = *workers_[0];
  const u64 budget = iteration_budget();
  const u64 games = options_.parallel == Parallel::leaf ? options_.leaves : 1;
  const u64 interval = std::max<u64>(kClockInterval / games, 1);
  for (u64 done = 0; done * games < budget;) {
    if (done != 0 && done % interval == 0 && out_of_time(began)) break;
    worker.iterate<Alone>();
    if (std::has_single_bit(++done)) note_anytime(done);
  }
}

/// Every worker on one tree. The budget is taken from a common counter, so that no iteration is
/// played too many or too few.
void SearchAgent::search_shared(double began) {
  const u64 budget = iteration_budget();
  std::atomic<u64> taken = 0;
  std::atomic<bool> stop = false;
  run_team(static_cast<unsigned>(options_.threads), [&](unsigned t) {
    u64 next_note = 1;
    while (!stop.load(std::memory_order_relaxed)) {
      const u64 from = taken.fetch_add(kBatch, std::memory_order_relaxed);
      if (from >= budget) break;
      const u64 to = std::min(from + kBatch, budget);
      for (u64 n = from; n < to; ++n) workers_[t]->iterate<Shared>();
      if (out_of_time(began)) stop.store(true, std::memory_order_relaxed);
      if (t == 0 && to >= next_note) {
        note_anytime(std::bit_floor(to));
        next_note = std::bit_floor(to) * 2;
      }
    }
    workers_[t]->flush();
  });
}

/// Each worker on its own tree with its own share of the budget: threads do not matter.
void SearchAgent::search_trees() {
  const auto threads = static_cast<unsigned>(options_.threads);
  run_team(threads, [&](unsigned t) {
    for (std::size_t i = t; i < workers_.size(); i += threads) {
      if (i != 0 && stop_asked()) break;  // one tree is enough for an answer
      for (u64 n = share(i); n != 0; --n) {
        workers_[i]->iterate<Alone>();
        if (n % kClockInterval == 0 && stop_asked()) break;
      }
    }
  });
}

u64 SearchAgent::share(std::size_t worker) const {
  return options_.iterations / workers_.size() +
         (worker < options_.iterations % workers_.size() ? 1 : 0);
}

void SearchAgent::sum_root(std::vector<RootSums>& all) const {
  all.clear();
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const SearchTree& tree = *trees_[t];
    const u32 root = workers_[t]->root_cell();
    tree.for_each_child(root, [&](u32 child) {
      const SearchNode& node = tree[child];
      if (!root_.legal.contains(Action(node.action))) return;
      auto found = std::ranges::find(all, Action(node.action), &RootSums::action);
      if (found == all.end()) {
        all.emplace_back().action = Action(node.action);
        found = all.end() - 1;
        if (options_.uses_priors()) found->prior = tree.prior(child);
      }
      found->visits += Shared::load(node.visits);
      for (unsigned p = 0; p < kMaxPlayers; ++p) {
        found->sum[p] += Shared::load(node.sum[p]);
      }
      for (std::size_t w = 0; w < workers_.size(); ++w) {
        if (trees_.size() > 1 && w != t) continue;  // a tree each
        found->fresh += workers_[w]->sums_of(Action(node.action));
      }
    });
  }
}

const SearchAgent::RootSums& SearchAgent::chosen(const std::vector<RootSums>& sums) const {
  if (options_.root == RootSelection::halving && trees_.size() == 1) {
    const Action best = workers_[0]->best_of_root_policy();
    const auto found = std::ranges::find(sums, best, &RootSums::action);
    if (found != sums.end()) return *found;  // there is none where the memory was full at once
  }
  const auto merit = [&](const RootSums& option) {
    const auto n = static_cast<double>(option.visits);
    if (n == 0) return -std::numeric_limits<double>::infinity();
    const double mean = static_cast<double>(option.sum[index(mover_)]) / (kRewardUnit * n);
    switch (options_.final_choice) {
      case FinalChoice::max: return mean;
      case FinalChoice::secure: return mean - kSecurity / std::sqrt(n);
      default: return n + mean;  // most visits, the better mean among equals
    }
  };
  return *std::ranges::max_element(
      sums, [&](const RootSums& a, const RootSums& b) { return merit(a) < merit(b); });
}

void SearchAgent::note_anytime(u64 iterations) {
  sum_root(sums_);
  if (!sums_.empty()) report_.anytime.push_back({iterations, chosen(sums_).action});
}

void SearchAgent::observe(const State& before, Action action, const State& after) {
  if (kept_ == SearchTree::kNone) return;
  const bool is_known = kept_hash_ == hash(before);
  const bool is_node = !is_chance(before) || options_.chance == ChanceNodes::closed;
  kept_hash_ = hash(after);
  if (!is_known) {
    kept_ = SearchTree::kNone;
    return;
  }
  if (!is_node) return;
  u32 found = SearchTree::kNone;
  trees_[0]->for_each_child(kept_, [&](u32 child) {
    if ((*trees_[0])[child].action == action.id()) found = child;
  });
  kept_ = found;
}

}  // namespace carrack
