// One ply of the linear evaluation: chooses the action after which the player is expected to lead
// by most.
#pragma once

#include "agents/agent.hpp"

namespace carrack {

class GreedyAgent final : public Agent {
 public:
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override { return "greedy"; }
};

}  // namespace carrack
