#include "agents/mcts/search_agent.hpp"

#include <algorithm>

#include "agents/search/search_impl.hpp"

namespace carrack {

template class SearchWorker<DiscoveryGame, ScriptedRollouts>;
template class Search<DiscoveryGame, ScriptedRollouts>;
template void SearchWorker<DiscoveryGame, ScriptedRollouts>::iterate<OneByOne>();
template void SearchWorker<DiscoveryGame, ScriptedRollouts>::iterate<Threaded>();

namespace {

ScriptedRollouts rollouts_of(const MctsOptions& options) {
  const bool has_value = options.value == Value::network;
  const auto& network = options.network.network;
  return {options.reward,
          options.diversity,
          {.prior = options.network_orders() ? network : nullptr,
           .playouts = options.network_plays() ? network : nullptr,
           .value = has_value ? network : nullptr}};
}

}  // namespace

SearchAgent::SearchAgent(std::string name, const MctsOptions& options)
    : name_(std::move(name)), options_(options), search_(options.search, rollouts_of(options)) {}

std::string SearchAgent::spec_with(const MctsOptions& options) const {
  return name_ + ':' +
         (evaluates_ ? options.to_string_with_evaluator(asks_for_priors_) : options.to_string());
}

double decisions_left(const State& s) {
  constexpr double kPerTurn = 13;
  const double in_this_turn =
      s.phase == Phase::placement ? 5.0 + s.of(s.actor).available().total() : 3.0;
  return kPerTurn * (kTurns - s.turn) + in_this_turn;
}

/// Without an evaluator, descents of parallel=none never overlap.
void SearchAgent::check_overlap() const {
  const ParallelOptions& parallel = options_.search.parallel;
  if (parallel.kind == Parallel::none && parallel.virtual_play == Virtual::loss && !evaluates_) {
    throw InputError("agent '" + name_ + "': virtual=loss needs parallel=tree or batch");
  }
}

void SearchAgent::begin(Ruleset /*rules*/, Player /*seat*/, Random& /*random*/) {
  check_overlap();
  spent_ = 0;
  search_.forget();
}

Action SearchAgent::choose(const State& s, const Legal& legal, Random& random) {
  check_overlap();
  constexpr double kShortest = 1e-6;  // s; every search does one iteration
  const double game = options_.search.budget.game_seconds;
  if (game > 0) search_.limit_time(std::max(kShortest, (game - spent_) / decisions_left(s)));
  if (options_.quick_share > 0) {
    const bool is_quick = random.uniform() < options_.quick_share;
    search_.limit_iterations(is_quick ? options_.quick_iterations : 0);
    search_.use_noise(!is_quick);
  }
  const Action action = search_.choose(s, legal, random);
  spent_ += search_.report().seconds;
  return action;
}

void SearchAgent::evaluate_with(BatchEvaluator evaluator, std::size_t batch, bool priors) {
  try {
    search_.evaluate_with(std::move(evaluator), batch, priors);
    evaluates_ = true;
    asks_for_priors_ = priors;
  } catch (const InputError& error) {
    throw InputError("agent '" + name_ + "': " + error.what());
  }
}

}  // namespace carrack
