#include "agents/agent.hpp"

#include <algorithm>
#include <array>

#include "agents/mcts.hpp"
#include "agents/random_agent.hpp"
#include "agents/scripted.hpp"
#include "agents/spec.hpp"
#include "core/error.hpp"

namespace carrack {
namespace {

struct Maker {
  std::string_view name;
  std::unique_ptr<Agent> (*make)(AgentSpec&);
};

std::unique_ptr<Agent> make_random(AgentSpec&) { return std::make_unique<RandomAgent>(); }

std::unique_ptr<Agent> make_scripted(AgentSpec& spec) {
  const std::string_view strategy = spec.variant().empty() ? "balanced" : spec.variant();
  const Weights* weights = find_strategy(strategy);
  if (weights == nullptr) {
    throw InputError("agent 'scripted': " + unknown_word("strategy", strategy, known_strategies()));
  }
  return std::make_unique<ScriptedAgent>(*weights);
}

std::unique_ptr<Agent> make_mcts(AgentSpec& spec) {
  return std::make_unique<MctsAgent>(MctsOptions::from(spec));
}

constexpr std::array<Maker, 3> kMakers{
    {{"random", make_random}, {"scripted", make_scripted}, {"mcts", make_mcts}}};

}  // namespace

const Report& Agent::report() const {
  static const Report kEmpty;
  return kEmpty;
}

std::vector<std::string_view> known_agents() {
  std::vector<std::string_view> names;
  names.reserve(kMakers.size());
  for (const Maker& maker : kMakers) names.push_back(maker.name);
  return names;
}

std::unique_ptr<Agent> make_agent(std::string_view text) {
  AgentSpec spec(text);
  const auto maker = std::ranges::find(kMakers, spec.name(), &Maker::name);
  if (maker == kMakers.end()) {
    throw InputError(unknown_word("agent", spec.name(), known_agents()));
  }
  std::unique_ptr<Agent> agent = maker->make(spec);
  spec.finish();
  return agent;
}

}  // namespace carrack
