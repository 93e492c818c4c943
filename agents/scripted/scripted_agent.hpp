// An agent that plays by a scripted strategy.
#pragma once

#include "agents/agent.hpp"
#include "agents/scripted/strategy.hpp"

namespace carrack {

/// Plays scripted_choice().
class ScriptedAgent final : public Agent {
 public:
  explicit ScriptedAgent(const Strategy& strategy) : strategy_(strategy) {}

  /// Throws InputError if the ruleset lacks a tile that is preferred or avoided.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override;

 private:
  Strategy strategy_;
};

}  // namespace carrack
