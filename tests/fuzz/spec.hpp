// Any text is the spec of an agent that says the same of itself, or an InputError.
#pragma once

#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "agents/search/options.hpp"
#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "core/error.hpp"
#include "tests/fuzz/demand.hpp"

namespace carrack::testing {

/// The agent is made, but for searches, whose trees take memory: of these the options are read.
inline void make_small(const std::string& text) {
  AgentSpec spec(text);
  if (spec.name() == "mcts" || spec.name() == "uct") {
    const SearchOptions options =
        SearchOptions::read(spec, spec.name() == "mcts" ? default_search() : plain_uct());
    spec.finish();
    static_cast<void>(options.to_string());
  } else if (text.find("mcts") == std::string::npos && text.find("uct") == std::string::npos) {
    const std::string said = make_agent(text)->spec();
    demand(make_agent(said)->spec() == said, "the agent says another spec");
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
