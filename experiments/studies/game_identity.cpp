#include "experiments/studies/game_identity.hpp"

#include <string>

namespace carrack {

GameIdentity::GameIdentity(const RecordHeader& header) {
  digest_.add(header.rules.to_string());
  for (const std::string& agent : header.agents) {
    digest_.add(u64{agent.size()});
    digest_.add(agent);
  }
}

void GameIdentity::add(const State& before, Action action) {
  if (!has_setup_ && !is_chance(before)) {
    has_setup_ = true;
    setup_ = hash(before);
  }
  digest_.add(u64{action.id()});
}

}  // namespace carrack
