// A search: budget, threads, the choice at the end and the report. A template over a game and a
// rollout policy. search_impl.hpp has its definitions; include it in the file that instantiates the
// search of a game.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "agents/report.hpp"
#include "agents/search/budget_meter.hpp"
#include "agents/search/gumbel_root.hpp"
#include "agents/search/pruned_policy.hpp"
#include "agents/search/worker.hpp"

namespace carrack {

/// Judges many leaves at once: writes the rewards of each by seat, in [0, 1]. In every leaf a
/// player is to decide. An exception ends the search. `logits` is empty, or has G::kActions numbers
/// for each leaf, one per action; the priors of a leaf are their softmax over the legal actions.
template <Game G>
using BasicBatchEvaluator = std::function<void(std::span<const typename G::State> leaves,
                                               std::span<Rewards> values, std::span<float> logits)>;

/// The size of a batch after `iterations` iterations: at most a quarter of them, so that first
/// results can guide later iterations.
[[nodiscard]] constexpr u64 batch_size(u64 iterations, u64 largest) {
  constexpr u64 kPerSlot = 4;  // iterations before a batch grows by one
  return std::clamp<u64>(iterations / kPerSlot, 1, largest);
}

/// Monte Carlo tree search for n players under chance, as SearchOptions say. Nothing is allocated
/// in an iteration. With a budget of iterations the result depends only on the seed, not on the
/// number of threads, except with parallel=tree.
template <Game G, RolloutPolicy<G> P = UniformRollouts<G>>
class Search {
  static_assert(CompleteGame<G>, "some of a part of the game is missing: see CompleteGame");

 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;
  using Report = BasicReport<Action>;

  /// Throws InputError if the options do not go together, or ask for what the game or its
  /// rollout policy does not have.
  explicit Search(const SearchOptions& options, const P& policy = P());

  /// The action to play. `legal` is G::legal(s) or a part of it; an evaluator with priors needs all
  /// of it. Precondition: a player is to decide.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random);
  /// What the last choice was based on.
  [[nodiscard]] const Report& report() const { return report_; }
  /// With reuse=on, must be called for every event: the tree below the event is kept for the next
  /// choice.
  void observe(const State& before, Action action, const State& after);
  /// The next choice starts from an empty tree.
  void forget() noexcept { kept_ = SearchTree::kNone; }

  /// From now on leaves are not played out: `evaluator` judges them, up to `batch` at a time; at
  /// first fewer, see batch_size(). Leaves that are being judged count as visited. Finished games
  /// have their own rewards. A search throws InputError if the evaluator returns a value outside
  /// [0, 1]. With `priors`, the evaluator also returns logits, which replace the priors of
  /// `prior=`; then the root is judged first, by itself, and a node gets children once it has been
  /// judged. With root=gumbel a batch ends with its round of halving. Throws InputError if the
  /// options have threads or another root policy, or, with `priors`, use no priors.
  void evaluate_with(BasicBatchEvaluator<G> evaluator, std::size_t batch, bool priors = false);

  /// From now on a choice ends early once `flag` is raised, with the best answer so far. The flag
  /// must outlive the choices; null: no choice ends early.
  void stop_on(const std::atomic<bool>* flag) noexcept { stop_flag_ = flag; }

  /// From now on time is read from `clock`: seconds that never go back. The default is the steady
  /// clock of the system. With parallel=tree several threads call `clock` at the same time.
  void read_time_from(std::function<double()> clock) { clock_ = std::move(clock); }

  /// The next choices have this many seconds each, or those of time= if they are fewer. game_time=
  /// needs this: `seconds` is the share of a move. If no time is left (0, below 0, or NaN), a
  /// choice ends as soon as it reads the clock.
  void limit_time(double seconds) {
    constexpr double kLeast = 1e-6;
    const double limit = seconds > kLeast ? seconds : kLeast;
    const double usual = options_.budget.seconds;
    seconds_ = usual > 0 ? std::min(usual, limit) : limit;
    has_share_of_time_ = true;
  }

  /// The next choices have at most this many iterations; 0: as the options say.
  void limit_iterations(u64 iterations) {
    const u64 usual = options_.budget.iterations;
    const bool is_less = usual == 0 || iterations < usual;
    iterations_ = iterations != 0 && is_less ? iterations : usual;
  }

  /// Whether the roots of the next choices have the noise of the options; they have it by default.
  void use_noise(bool use) { uses_noise_ = use; }

  [[nodiscard]] const SearchOptions& options() const { return options_; }
  [[nodiscard]] const SearchTree& tree(std::size_t i = 0) const { return *trees_[i]; }
  [[nodiscard]] const SearchWorker<G, P>& worker(std::size_t i = 0) const { return *workers_[i]; }

 private:
  /// Everything about one root option, of all trees together.
  struct RootSums {
    Action action;
    u64 visits = 0;
    std::array<u64, kMaxPlayers> sum{};
    OptionSums fresh;  // of this search, without the visits that reuse=on has kept
    float prior = kUnknown[0];
  };

  /// An iteration from its leaf to the end of its playout.
  struct Flight {
    Iteration<G, P> iteration;
    State leaf{};
    Legal legal{};
    Payoff payoff{};
  };

  /// The budget of this choice: that of the options, within the limits that were set since.
  [[nodiscard]] BudgetOptions budget() const {
    BudgetOptions budget = options_.budget;
    budget.seconds = seconds_;
    budget.iterations = iterations_;
    return budget;
  }
  /// The visits of the two most visited options of the first tree.
  [[nodiscard]] Leaders leaders() const;
  /// Whether the search goes on after `done` iterations.
  [[nodiscard]] bool goes_on(BudgetMeter& meter, u64 done, double began) const;
  void prepare(const State& s);
  void search_alone(double began);
  void search_shared(double began);
  void search_trees();
  void search_in_batches(double began, u64 key);
  void search_with_evaluator(double began, u64 key);
  static void check_values(const State& leaf, const Rewards& values);
  /// The iterations of all threads together, or of one of several trees.
  [[nodiscard]] u64 iteration_budget() const;
  [[nodiscard]] bool stop_asked() const noexcept {
    return stop_flag_ != nullptr && stop_flag_->load(std::memory_order_relaxed);
  }
  /// Whether to end before the budget of iterations is spent.
  [[nodiscard]] bool out_of_time(double began) const;
  void note_anytime(u64 iterations);

  /// The iterations of one of the independent trees.
  [[nodiscard]] u64 share(std::size_t worker) const;
  void sum_root(std::vector<RootSums>& all) const;
  [[nodiscard]] const RootSums& chosen(const std::vector<RootSums>& sums);
  /// Of the options that sequential halving has found best in a tree, the one with the best mean in
  /// all trees; null if the memory was full before any of them was visited.
  [[nodiscard]] const RootSums* chosen_by_halving(const std::vector<RootSums>& sums) const;
  /// Of the options that a tree has picked most often, the one with the best score of root=gumbel;
  /// null if no option has been picked.
  [[nodiscard]] const RootSums* chosen_by_gumbel(const std::vector<RootSums>& sums);
  void draw_noise(u64 key);
  void write_gumbel_options(const std::vector<RootSums>& sums);
  /// Writes policy_targets_, one for each option of sums_; empty if there are no targets.
  void write_policy_targets();
  void write_report(double seconds);
  void write_win_shares();
  [[nodiscard]] BasicOptionReport<Action> row_of(const RootSums& option) const;
  [[nodiscard]] ValueTransform value_transform() const {
    return {.visit_offset = options_.root.visit_offset, .value_scale = options_.root.value_scale};
  }
  void write_principal_variation(Action best);

  const SearchOptions options_;
  const P policy_;
  std::vector<std::unique_ptr<SearchTree>> trees_;
  std::vector<std::unique_ptr<SearchWorker<G, P>>> workers_;
  std::vector<Iteration<G, P>> waiting_;  // several of one worker that are under way
  std::vector<Flight> flights_;           // of parallel=batch: two batches
  BasicBatchEvaluator<G> evaluator_;      // empty: playouts
  std::function<double()> clock_;
  bool asks_for_priors_ = false;
  double seconds_;  // per choice; 0: no limit
  bool has_share_of_time_ = false;
  u64 iterations_;  // per choice; 0: no limit
  const std::atomic<bool>* stop_flag_ = nullptr;
  bool uses_noise_ = true;
  std::vector<double> root_noise_;  // one number for each option, or empty
  std::vector<GumbelOption> gumbel_options_;
  std::vector<VisitedOption> visited_options_;
  std::vector<double> scores_;
  std::vector<double> policy_targets_;
  SearchRoot<G> root_;
  unsigned mover_ = 0;
  unsigned players_ = 0;
  std::vector<RootSums> sums_;
  std::vector<RootSums> kept_sums_;  // what the root's children had before this search
  u32 kept_ = SearchTree::kNone;     // the node of the events so far, with reuse
  u64 kept_hash_ = 0;
  Report report_;
};

}  // namespace carrack
