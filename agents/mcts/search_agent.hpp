// Monte Carlo tree search as an agent: `mcts` and `uct`.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "agents/agent.hpp"
#include "agents/mcts/options.hpp"
#include "agents/mcts/scripted_rollouts.hpp"
#include "agents/search/search.hpp"

namespace carrack {

extern template class SearchWorker<DiscoveryGame, ScriptedRollouts>;
extern template class Search<DiscoveryGame, ScriptedRollouts>;

using BatchEvaluator = BasicBatchEvaluator<DiscoveryGame>;

/// About how many decisions the player has from here on, with this one. Self-play of the search, in
/// both editions with 2 to 6 players, has 13 decisions a turn on average; 7 or 8 of them are
/// placements.
[[nodiscard]] double decisions_left(const State& s);

class SearchAgent final : public Agent {
 public:
  /// Throws InputError for options that do not go together, ResourceError if there is no memory for
  /// the tree.
  SearchAgent(std::string name, const MctsOptions& options);

  /// Throws InputError for virtual=loss with parallel=none, as choose() does, unless there is an
  /// evaluator: iterations do not overlap then.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool searches() const override { return true; }
  [[nodiscard]] const Report& report() const override { return search_.report(); }
  [[nodiscard]] std::string spec() const override { return spec_with(options_); }
  /// The same with other options. With an evaluator, which no spec can name, it is the text of
  /// MctsOptions::to_string_with_evaluator.
  [[nodiscard]] std::string spec_with(const MctsOptions& options) const;
  [[nodiscard]] bool observes() const override { return options_.search.tree.reuse; }
  void observe(const State& before, Action action, const State& after) override {
    search_.observe(before, action, after);
  }
  void stop_on(const std::atomic<bool>* flag) noexcept override {
    Agent::stop_on(flag);
    search_.stop_on(flag);
  }

  /// See Search::read_time_from.
  void read_time_from(std::function<double()> clock) { search_.read_time_from(std::move(clock)); }
  /// See Search::evaluate_with.
  void evaluate_with(BatchEvaluator evaluator, std::size_t batch, bool priors = false);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const MctsOptions& options() const { return options_; }
  [[nodiscard]] const SearchTree& tree(std::size_t i = 0) const { return search_.tree(i); }
  [[nodiscard]] const SearchWorker<DiscoveryGame, ScriptedRollouts>& worker(
      std::size_t i = 0) const {
    return search_.worker(i);
  }

 private:
  void check_overlap() const;

  const std::string name_;
  const MctsOptions options_;
  Search<DiscoveryGame, ScriptedRollouts> search_;
  bool evaluates_ = false;        // leaves are judged by an evaluator
  bool asks_for_priors_ = false;  // it also gives priors
  double spent_ = 0;              // seconds of this game
};

}  // namespace carrack
