// Any text is an agent spec that round-trips, or an InputError.
#pragma once

#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "agents/short_spec.hpp"
#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "tests/fuzz/demand.hpp"

namespace carrack::testing {

/// Creates the agent, except for searches, whose trees need memory: only the spec is read.
inline void make_small(const std::string& text) {
  const std::string whole = whole_spec(text);
  demand(whole_spec(whole) == whole, "the agent says another spec");
  demand(whole_spec(short_spec(whole)) == whole, "the short spec is of another agent");
  const std::string small = in_small_letters(text);
  if (small.find("mcts") == std::string::npos && small.find("uct") == std::string::npos) {
    demand(make_agent(text)->spec() == whole, "the whole spec is not the agent's");
  }
}

inline void fuzz_spec(std::string_view text) {
  try {
    const std::string spec = is_json_spec(text) ? spec_from_json(text) : std::string(text);
    make_small(spec);
    const std::string json = spec_to_json(spec);
    demand(spec_to_json(spec_from_json(json)) == json, "the spec differs as JSON");
  } catch (const InputError&) {
  }
}

}  // namespace carrack::testing
