// The agent that chooses uniformly among the legal actions.
#pragma once

#include "agents/agent.hpp"

namespace carrack {

class RandomAgent final : public Agent {
 public:
  [[nodiscard]] Action choose(const State& /*s*/, const Legal& legal, Random& random) override {
    return legal[random.below(legal.size())];
  }
  [[nodiscard]] std::string spec() const override { return "random"; }
};

}  // namespace carrack
