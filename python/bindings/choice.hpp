// Choices of agents outside games.
#pragma once

#include <atomic>

#include "bindings.hpp"

namespace carrack::python {

/// During its lifetime, raising a flag stops the agent's choices.
class StopScope {
 public:
  StopScope(Agent& agent, const std::atomic<bool>& stop) : agent_(agent) { agent.stop_on(&stop); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope() { agent_.stop_on(nullptr); }

 private:
  Agent& agent_;
};

/// Throws InputError unless a player is to decide. `where` begins the message.
void expect_decision(const State& s, const std::string& where = "");

/// The agent's choice, without the GIL. Ctrl-C ends it.
[[nodiscard]] Action choose(Agent& agent, const Position& position, u64 seed);

}  // namespace carrack::python
