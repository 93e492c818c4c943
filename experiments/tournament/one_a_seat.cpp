#include "experiments/tournament/one_a_seat.hpp"

#include "core/base/error.hpp"

namespace carrack {

std::vector<std::string> one_a_seat(std::vector<std::string> agents, Ruleset rules) {
  const unsigned seats = rules.players();
  if (agents.size() == 1) agents.resize(seats, agents.front());
  if (agents.size() == seats) return agents;
  throw InputError(std::to_string(agents.size()) + " agents for the " + std::to_string(seats) +
                   " seats of " + rules.to_string() + "; expected " + std::to_string(seats) +
                   ", one per seat, or 1 for all seats");
}

}  // namespace carrack
