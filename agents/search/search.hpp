// A search: budget, threads, the choice at the end and the report.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "agents/search/worker.hpp"

namespace carrack {

/// Judges leaves, many at once: writes the rewards of each by seat, in [0, 1]. Every leaf waits for
/// a player's decision. What it throws ends the search. `logits` is empty, or has kActions numbers
/// a leaf, one an action id: the prior of a leaf is their softmax over what is legal there.
using BatchEvaluator = std::function<void(std::span<const State> leaves, std::span<Rewards> values,
                                          std::span<float> logits)>;

/// Monte Carlo tree search for n players under chance, as SearchOptions say. Nothing is allocated
/// in an iteration. With one thread, and with independent trees on any number of threads, the
/// result depends on the seed alone.
class SearchAgent final : public Agent {
 public:
  SearchAgent(std::string name, const SearchOptions& options);

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool searches() const override { return true; }
  [[nodiscard]] const Report& report() const override { return report_; }
  [[nodiscard]] std::string spec() const override { return name_ + ':' + options_.to_string(); }
  [[nodiscard]] bool observes() const override { return options_.reuse; }
  void observe(const State& before, Action action, const State& after) override;

  /// From now on leaves are not played out: `batch` of them at a time are judged by `evaluator`,
  /// those that are being judged counting as visited. Finished games are worth what they are.
  /// With `priors`, it is also asked for logits, which take the place of what `prior=` says; then
  /// the root is judged first, by itself, and each node has children once it has been judged.
  /// Throws InputError where the options ask for threads or for a root policy of their own, or,
  /// with priors, have no use for them.
  void evaluate_with(BatchEvaluator evaluator, std::size_t batch, bool priors = false);

  /// The tree of the last choice, as JSON, down to a depth and to nodes of so many visits.
  [[nodiscard]] std::string tree_json(unsigned depth, u32 least_visits, Board board) const;

  [[nodiscard]] const SearchOptions& options() const { return options_; }
  [[nodiscard]] const SearchTree& tree(std::size_t i = 0) const { return *trees_[i]; }
  [[nodiscard]] const SearchWorker& worker(std::size_t i = 0) const { return *workers_[i]; }

 private:
  /// Everything about one root option, of all trees together.
  struct RootSums {
    Action action;
    u64 visits = 0;
    std::array<u64, kMaxPlayers> sum{};
    SearchWorker::OptionSums fresh;  // of this search alone, see kept_sums_
    float prior = kUnknown[0];
  };

  void prepare(const State& s);
  void search_alone(double began);
  void search_shared(double began);
  void search_trees();
  void search_batches(double began);
  /// Of one tree, without threads.
  [[nodiscard]] u64 iteration_budget() const;
  /// Whether to end before the budget of iterations is spent.
  [[nodiscard]] bool out_of_time(double began) const;
  void note_anytime(u64 iterations);

  /// Iterations of one of the independent trees.
  [[nodiscard]] u64 share(std::size_t worker) const;
  void sum_root(std::vector<RootSums>& all) const;
  [[nodiscard]] const RootSums& chosen(const std::vector<RootSums>& sums) const;
  void write_report(double seconds);
  void write_win_shares();
  [[nodiscard]] OptionReport row_of(const RootSums& option) const;
  void write_principal_variation(Action best);

  const std::string name_;
  const SearchOptions options_;
  std::vector<std::unique_ptr<SearchTree>> trees_;
  std::vector<std::unique_ptr<SearchWorker>> workers_;
  BatchEvaluator evaluator_;  // empty: playouts
  bool asks_for_priors_ = false;
  SearchRoot root_;
  Player mover_{0};
  unsigned players_ = 0;
  std::vector<RootSums> sums_;
  std::vector<RootSums> kept_sums_;  // what the root's children had before this search
  u32 kept_ = SearchTree::kNone;     // the node of the events so far, with reuse
  u64 kept_hash_ = 0;
  Report report_;
};

}  // namespace carrack
