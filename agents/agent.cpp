#include "agents/agent.hpp"

namespace carrack {

const Report& Agent::report() const {
  static const Report kEmpty;
  return kEmpty;
}

SingleChoice choose_once(Agent& agent, const State& s, u64 seed) {
  Random random(seed, stream(StreamFamily::agent));
  State view = s;
  resample(view, view.actor, random);
  const Action action = agent.choose(view, legal(view), random);
  return {view, action};
}

}  // namespace carrack
