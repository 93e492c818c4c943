// Any line of an external agent is an answer or an AgentFailure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/agent_failure.hpp"
#include "agents/external/process_protocol.hpp"
#include "core/tools/rollout.hpp"
#include "tests/fuzz/demand.hpp"

namespace carrack::testing {

/// The first decision and some later ones, of both boards.
inline const std::vector<State>& asked_positions() {
  static const std::vector<State> all = [] {
    std::vector<State> found;
    const std::vector<std::string> world{"builder", "world"};
    for (const Ruleset rules : {Ruleset::make("aoe3", 2), Ruleset::make("empires", 3, world)}) {
      Random random(1, 1);
      State s = start(rules);
      Legal options = legal(s);
      for (int step = 0; step < 200 && !is_over(s); ++step) {
        if (!is_chance(s) && step % 40 == 20) found.push_back(s);
        random_step(s, options, random);
      }
    }
    return found;
  }();
  return all;
}

/// Reads each line as an answer to a greeting and to a question in each of the positions. The name
/// and the action that come out must be what they promise.
inline void fuzz_process(std::string_view lines) {
  for (bool more = true; more;) {
    const std::size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    more = end != std::string_view::npos;
    if (more) lines.remove_prefix(end + 1);
    try {
      const Greeting greeting = greeting_in(line);
      demand(greeting.name.size() <= 256, "a name is too long");
      demand(greeting.protocol >= 1 && greeting.protocol <= 2, "there is no such protocol");
    } catch (const AgentFailure&) {
    }
    for (const State& s : asked_positions()) {
      try {
        demand(legal(s).contains(action_in(line, 3, s, legal(s))), "an action is not legal");
      } catch (const AgentFailure&) {
      }
    }
  }
}

}  // namespace carrack::testing
