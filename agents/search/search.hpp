// A search: budget, threads, the choice at the end and the report. A template over a game and a
// rollout policy; its definitions stand in search_impl.hpp, which is included where a search of a
// game is instantiated.
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

/// Judges leaves, many at once: writes the rewards of each by seat, in [0, 1]. Every leaf waits for
/// a player's decision. What it throws ends the search. `logits` is empty, or has G::kActions
/// numbers a leaf, one an action: the prior of a leaf is their softmax over what is legal there.
template <Game G>
using BasicBatchEvaluator = std::function<void(std::span<const typename G::State> leaves,
                                               std::span<Rewards> values, std::span<float> logits)>;

/// How many iterations a batch has after so many: at most a quarter of these, so that the results
/// of the first ones can guide the others.
[[nodiscard]] constexpr u64 batch_size(u64 iterations, u64 largest) {
  constexpr u64 kPerSlot = 4;  // iterations before a batch grows by one
  return std::clamp<u64>(iterations / kPerSlot, 1, largest);
}

/// Monte Carlo tree search for n players under chance, as SearchOptions say. Nothing is allocated
/// in an iteration. With a budget of iterations the result depends on the seed alone, on any number
/// of threads, but for parallel=tree.
template <Game G, RolloutPolicy<G> P = UniformRollouts<G>>
class Search {
  static_assert(CompleteGame<G>, "some of a part of the game is missing: see CompleteGame");

 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;
  using Report = BasicReport<Action>;

  /// Throws InputError where the options do not go together, or ask for what the game or its
  /// rollout policy does not have.
  explicit Search(const SearchOptions& options, const P& policy = P());

  /// The action to play. `legal` is G::legal(s) or a part of it; an evaluator with priors needs all
  /// of it. Precondition: a player is to decide.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random);
  /// What the last choice was based on.
  [[nodiscard]] const Report& report() const { return report_; }
  /// With reuse=on, to be told of every event: the tree below it is kept for the next choice.
  void observe(const State& before, Action action, const State& after);
  /// The next choice starts from an empty tree.
  void forget() noexcept { kept_ = SearchTree::kNone; }

  /// From now on leaves are not played out: `evaluator` judges them, up to `batch` at a time; at
  /// first fewer, see batch_size(). Leaves that are being judged count as visited. Finished games
  /// are worth what they are. Of its values, InputError is thrown for what is not from 0 to 1.
  /// With `priors`, it is also asked for logits, which take the place of what `prior=` says; then
  /// the root is judged first, by itself, and each node has children once it has been judged.
  /// With root=gumbel a batch ends with its round of halving. Throws InputError where the options
  /// ask for threads or another root policy, or, with priors, have no use for them.
  void evaluate_with(BasicBatchEvaluator<G> evaluator, std::size_t batch, bool priors = false);

  /// From now on a choice ends early once `flag` is raised, with what it has found out. The flag
  /// must outlive the choices; null for never.
  void stop_on(const std::atomic<bool>* flag) noexcept { stop_flag_ = flag; }

  /// From now on time is read from `clock`: seconds that never go back. Without one, it is the
  /// steady clock of the system. With parallel=tree its threads call it at the same time.
  void read_time_from(std::function<double()> clock) { clock_ = std::move(clock); }

  /// The next choices have so many seconds each, or those of time= if they are fewer: a share of
  /// the seconds of a game, which game_time= needs. Where no time is left (0, below 0, or not a
  /// number), a choice ends as soon as the clock is looked at.
  void limit_time(double seconds) {
    constexpr double kLeast = 1e-6;
    const double limit = seconds > kLeast ? seconds : kLeast;
    const double usual = options_.budget.seconds;
    seconds_ = usual > 0 ? std::min(usual, limit) : limit;
    has_share_of_time_ = true;
  }

  /// The next choices have at most so many iterations; 0: as the options say.
  void limit_iterations(u64 iterations) {
    const u64 usual = options_.budget.iterations;
    const bool is_less = usual == 0 || iterations < usual;
    iterations_ = iterations != 0 && is_less ? iterations : usual;
  }

  /// Whether the roots of the next choices have noise where the options say so. They have, unless
  /// told otherwise.
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
    OptionSums fresh;  // of this search only, without the visits that reuse=on has kept
    float prior = kUnknown[0];
  };

  /// An iteration from its leaf to the end of its playout.
  struct Flight {
    Iteration<G, P> iteration;
    State leaf{};
    Legal legal{};
    Payoff payoff{};
  };

  /// The budget of this choice: the options, with the limits that were set since.
  [[nodiscard]] BudgetOptions budget() const {
    BudgetOptions budget = options_.budget;
    budget.seconds = seconds_;
    budget.iterations = iterations_;
    return budget;
  }
  /// The two most visited options, of the first tree.
  [[nodiscard]] Leaders leaders() const;
  /// Whether the search goes on after so many iterations.
  [[nodiscard]] bool goes_on(BudgetMeter& meter, u64 done, double began) const;
  void prepare(const State& s);
  void search_alone(double began);
  void search_shared(double began);
  void search_trees();
  void search_in_batches(double began, u64 key);
  void search_with_evaluator(double began, u64 key);
  static void check_values(const State& leaf, const Rewards& values);
  /// Iterations of all threads, or of one of several trees.
  [[nodiscard]] u64 iteration_budget() const;
  [[nodiscard]] bool stop_asked() const noexcept {
    return stop_flag_ != nullptr && stop_flag_->load(std::memory_order_relaxed);
  }
  /// Whether to end before the budget of iterations is spent.
  [[nodiscard]] bool out_of_time(double began) const;
  void note_anytime(u64 iterations);

  /// Iterations of one of the independent trees.
  [[nodiscard]] u64 share(std::size_t worker) const;
  void sum_root(std::vector<RootSums>& all) const;
  [[nodiscard]] const RootSums& chosen(const std::vector<RootSums>& sums);
  /// Of the options that sequential halving has found best in a tree, the one with the best mean in
  /// all trees; null if the memory was full before any of them was visited.
  [[nodiscard]] const RootSums* chosen_by_halving(const std::vector<RootSums>& sums) const;
  /// Of the options that a tree has picked most often, the one with the best score of root=gumbel;
  /// null where none has been picked.
  [[nodiscard]] const RootSums* chosen_by_gumbel(const std::vector<RootSums>& sums);
  void draw_noise(u64 key);
  void write_gumbel_options(const std::vector<RootSums>& sums);
  /// Writes policy_targets_, one an option of sums_; empty where there are none.
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
  std::vector<Iteration<G, P>> waiting_;  // several of one worker, on their way at a time
  std::vector<Flight> flights_;           // of parallel=batch: two batches
  BasicBatchEvaluator<G> evaluator_;      // empty: playouts
  std::function<double()> clock_;
  bool asks_for_priors_ = false;
  double seconds_;  // a choice; 0: no limit
  bool has_share_of_time_ = false;
  u64 iterations_;  // the same
  const std::atomic<bool>* stop_flag_ = nullptr;
  bool uses_noise_ = true;
  std::vector<double> root_noise_;  // one number an option, or none
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
