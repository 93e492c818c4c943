#include "opponents.hpp"

#include "core/base/error.hpp"
#include "core/notation/notation.hpp"

namespace carrack::python {
namespace {

/// Runs `act()` and adds the agent's name to failures.
template <typename Act>
decltype(auto) naming(const Agent& agent, unsigned seat, Act&& act) {
  try {
    return act();
  } catch (const AgentFailure& failure) {
    throw AgentFailure(failure.kind(),
                       to_string(nth<Player>(seat)) + ", " + agent.spec() + ": " + failure.what());
  }
}

}  // namespace

Opponents::Opponents(std::span<const std::string> specs, unsigned players) {
  const unsigned others = players - 1;
  if (specs.size() != 1 && specs.size() != others) {
    throw InputError(std::to_string(specs.size()) + " opponents, expected " +
                     std::to_string(others) + ", or one for all");
  }
  for (unsigned i = 0; i < others; ++i) {
    agents_.push_back(make_agent(specs[specs.size() == 1 ? 0 : i]));
    if (agents_.back()->observes()) listeners_.push_back(agents_.back().get());
  }
}

void Opponents::begin(Ruleset rules, Player seat, GameSeeds seeds) {
  random_ = agent_streams(seeds);
  by_seat_.fill(nullptr);
  for (unsigned i = 0; i < agents_.size(); ++i) {
    const unsigned at = i < index(seat) ? i : i + 1;
    by_seat_[at] = agents_[i].get();
    naming(*agents_[i], at, [&] { agents_[i]->begin(rules, nth<Player>(at), random_[at]); });
  }
}

Action Opponents::choose(const State& s, const Legal& legal, const std::atomic<bool>& stop) {
  const unsigned seat = index(s.actor);
  Agent& agent = *by_seat_[seat];
  Random& random = random_[seat];
  State view = s;
  if (has_secrets(s)) resample(view, s.actor, random);
  agent.stop_on(&stop);
  return naming(agent, seat, [&] {
    const Action action = agent.choose(view, legal, random);
    // The choice of an interrupted search is discarded.
    if (stop.load(std::memory_order_relaxed)) throw ChoiceStopped();
    if (!legal.contains(action)) {
      throw AgentFailure(FailureKind::illegal,
                         '\'' + to_notation(action, s.ruleset().board()) + "' is not legal");
    }
    return action;
  });
}

void Opponents::observe(const State& before, Action action, const State& after) {
  for (Agent* const agent : listeners_) agent->observe(before, action, after);
}

}  // namespace carrack::python
