#include "agents/mcts/search_agent.hpp"

#include "agents/search/search_impl.hpp"

namespace carrack {

template class SearchWorker<DiscoveryGame, ScriptedRollouts>;
template class Search<DiscoveryGame, ScriptedRollouts>;
template void SearchWorker<DiscoveryGame, ScriptedRollouts>::iterate<Alone>();
template void SearchWorker<DiscoveryGame, ScriptedRollouts>::iterate<Shared>();

SearchAgent::SearchAgent(std::string name, const MctsOptions& options)
    : name_(std::move(name)),
      options_(options),
      search_(options.search, ScriptedRollouts(options.reward, options.diversity)) {}

void SearchAgent::evaluate_with(BatchEvaluator evaluator, std::size_t batch, bool priors) {
  try {
    search_.evaluate_with(std::move(evaluator), batch, priors);
  } catch (const InputError& error) {
    throw InputError("agent '" + name_ + "': " + error.what());
  }
}

}  // namespace carrack
