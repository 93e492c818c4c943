#include "agents/scripted/scripted_agent.hpp"

#include "agents/scripted/scripted_choice.hpp"
#include "agents/tile_list.hpp"
#include "core/base/numbers.hpp"

namespace carrack {

std::string ScriptedAgent::spec() const {
  std::string text = "scripted:" + std::string(strategy_.name);
  const Strategy& named = *find_strategy(strategy_.name);
  for (const auto& [key, factor] : strategy_keys()) {
    if (strategy_.*factor == named.*factor) continue;
    text.append(",").append(key).append("=").append(digits_of(strategy_.*factor));
  }
  return text + listed("prefer", strategy_.preferred) + listed("avoid", strategy_.avoided);
}

void ScriptedAgent::begin(Ruleset rules, Player /*seat*/, Random& /*random*/) {
  check_tiles("scripted", "prefer", strategy_.preferred, rules);
  check_tiles("scripted", "avoid", strategy_.avoided, rules);
}

Action ScriptedAgent::choose(const State& s, const Legal& legal, Random& random) {
  return scripted_choice(s, legal, strategy_, random);
}

}  // namespace carrack
