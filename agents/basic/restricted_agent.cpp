#include "agents/basic/restricted_agent.hpp"

#include <optional>

#include "agents/tile_list.hpp"

namespace carrack {

Legal without(const Legal& legal, TileSet tiles) {
  Legal rest = legal;
  tiles.for_each([&](TileCopy copy) {
    const Action purchase(Verb::buy, index(kind_of(copy)));
    if (rest.contains(purchase)) rest.remove(purchase);
  });
  return rest;
}

RestrictedAgent::RestrictedAgent(std::unique_ptr<Agent> agent, TileSet banned, TileSet forced)
    : agent_(std::move(agent)), banned_(banned), forced_(forced) {}

void RestrictedAgent::begin(Ruleset rules, Player seat, Random& random) {
  check_tiles("restricted", "ban", banned_, rules);
  check_tiles("restricted", "force", forced_, rules);
  agent_->begin(rules, seat, random);
}

Action RestrictedAgent::choose(const State& s, const Legal& legal, Random& random) {
  was_asked_ = s.node != Node::buy;
  if (was_asked_) return agent_->choose(s, legal, random);
  std::optional<Action> due;
  forced_.for_each([&](TileCopy copy) {
    const Action purchase(Verb::buy, index(kind_of(copy)));
    if (!due && legal.contains(purchase)) due = purchase;
  });
  if (due) return *due;
  const Legal allowed = without(legal, banned_);
  if (allowed.size() == 1) return allowed[0];
  was_asked_ = true;
  return agent_->choose(s, allowed, random);
}

const Report& RestrictedAgent::report() const {
  return was_asked_ ? agent_->report() : Agent::report();
}

std::string RestrictedAgent::spec() const {
  std::string keys = listed("ban", banned_) + listed("force", forced_) + ",of=" + agent_->spec();
  keys.front() = ':';
  return "restricted" + keys;
}

}  // namespace carrack
