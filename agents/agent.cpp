#include "agents/agent.hpp"

#include <set>

namespace carrack {

const Report& Agent::report() const {
  static const Report kEmpty;
  return kEmpty;
}

SingleChoice choose_once(Agent& agent, const State& s, u64 seed) {
  return choose_once(agent, s, legal(s), seed);
}

SingleChoice choose_once(Agent& agent, const State& s, const Legal& among, u64 seed) {
  Random random(seed, stream(StreamFamily::agent));
  State view = s;
  resample(view, view.actor, random);
  const Action action = agent.choose(view, among, random);
  return {view, action};
}

void check_agents_begin(std::span<const std::string> specs, Ruleset rules,
                        const std::atomic<bool>* stop) {
  for (const std::string& spec : std::set<std::string>(specs.begin(), specs.end())) {
    const std::unique_ptr<Agent> agent = make_agent(spec);
    agent->stop_on(stop);
    Random random(0, stream(StreamFamily::agent));
    try {
      agent->begin(rules, nth<Player>(0), random);
    } catch (const AgentFailure&) {  // in a game it would be a forfeit
    } catch (const ChoiceStopped&) {
      return;
    }
  }
}

}  // namespace carrack
