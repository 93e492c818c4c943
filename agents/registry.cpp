// Every agent by its name; the only file that knows them all.
#include <algorithm>
#include <array>

#include "agents/agent.hpp"
#include "agents/basic/flat_agent.hpp"
#include "agents/basic/greedy_agent.hpp"
#include "agents/basic/random_agent.hpp"
#include "agents/basic/restricted_agent.hpp"
#include "agents/external/process_agent.hpp"
#include "agents/learned/policy_agent.hpp"
#include "agents/mcts/search_agent.hpp"
#include "agents/scripted/scripted_agent.hpp"
#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "agents/tile_list.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

struct Maker {
  std::string_view name;
  std::unique_ptr<Agent> (*make)(AgentSpec&);
  std::string_view help;
};

std::unique_ptr<Agent> make_random(AgentSpec&) { return std::make_unique<RandomAgent>(); }
std::unique_ptr<Agent> make_greedy(AgentSpec&) { return std::make_unique<GreedyAgent>(); }

std::unique_ptr<Agent> make_scripted(AgentSpec& spec) {
  const std::string known = spec.variant().empty() ? "balanced" : in_small_letters(spec.variant());
  const Strategy* found = find_strategy(known);
  if (found == nullptr) {
    throw InputError("agent 'scripted': " + unknown_word("strategy", known, known_strategies()));
  }
  Strategy strategy = *found;
  for (const auto& [key, factor] : strategy_keys()) {
    strategy.*factor = spec.number(key, strategy.*factor, 0, 100);
  }
  strategy.preferred = tiles_of(spec, "prefer");
  strategy.avoided = tiles_of(spec, "avoid");
  if (const TileSet both = strategy.preferred & strategy.avoided; !both.empty()) {
    throw InputError("agent 'scripted': " + std::string(name(kind_of(both.first()))) +
                     " is both in prefer= and in avoid=, expected one of them");
  }
  return std::make_unique<ScriptedAgent>(strategy);
}

std::unique_ptr<Agent> make_flat(AgentSpec& spec) {
  constexpr std::array<std::string_view, 2> kPlayouts{"random", "scripted"};
  FlatAgent::Options options;
  options.iterations = spec.whole_number("iterations", options.iterations, 1, 1'000'000'000);
  options.scripted = spec.word("rollout", kPlayouts) == 1;
  return std::make_unique<FlatAgent>(options);
}

std::unique_ptr<Agent> make_search(AgentSpec& spec) {
  const MctsOptions options = MctsOptions::read(spec, search_defaults(spec.name()).value());
  return std::make_unique<SearchAgent>(spec.name(), options);
}

std::unique_ptr<Agent> make_policy(AgentSpec& spec) {
  const std::string network = spec.has("net") ? spec.text("net") : "default";
  constexpr double kLeast = 0.01;  // a temperature of 0 in single precision would divide 0 by 0
  const double temperature = spec.number("temperature", 0, 0, 100);
  if (temperature > 0 && temperature < kLeast) {
    throw InputError("agent 'policy': temperature=" + digits_of(temperature) +
                     " is below 0.01, expected 0 for the most likely action, or 0.01 to 100");
  }
  return std::make_unique<PolicyAgent>(named_network(network), temperature);
}

std::unique_ptr<Agent> make_restricted(AgentSpec& spec) {
  constexpr unsigned kDeepest = 8;
  constexpr std::string_view kExample = "as in restricted:ban=navy+mint,of=mcts:iterations=500";
  const TileSet banned = tiles_of(spec, "ban");
  const TileSet forced = tiles_of(spec, "force");
  const std::string whom = spec.text(AgentSpec::kWrapped);
  spec.finish();  // reports an unknown key before a missing one
  const auto refuse = [&](const std::string& what) {
    throw InputError("agent 'restricted': " + what + ", " + std::string(kExample));
  };
  if (whom.empty()) refuse("of= should be the agent that is restricted, as the last key");
  if ((banned | forced).empty()) refuse("ban= or force= should name a tile");
  const TileSet both = banned & forced;
  if (!both.empty()) {
    refuse(std::string(name(kind_of(both.first()))) + " is both in ban= and in force=");
  }
  if (spec.depth() + 1 == kDeepest) {
    refuse("the agents inside each other are more than " + std::to_string(kDeepest) +
           ", expected one agent and its restrictions");
  }
  return std::make_unique<RestrictedAgent>(make_agent(whom, spec.depth() + 1), banned, forced);
}

constexpr auto kMakers = std::to_array<Maker>({
    {"random", make_random, "uniform over the legal actions"},
    {"scripted", make_scripted,
     "scripted:STRATEGY,FACTOR=1.5,prefer=TILE+TILE,avoid=TILE: values every option, without "
     "search"},
    {"greedy", make_greedy, "one ply of the linear evaluation"},
    {"flat", make_flat,
     "flat:iterations=1000,rollout=random: playouts after every option, without a tree"},
    {"mcts", make_search, "Monte Carlo tree search, the strongest measured settings"},
    {"uct", make_search, "Monte Carlo tree search without extras: random playouts, max^n, UCB1"},
    {"policy", make_policy,
     "policy:temperature=0,net=FILE: the policy of a network, without search; temperature=1 draws "
     "from it; FILE is written by carrack learn; without net=, the default network"},
    {"process", ProcessAgent::make,
     "process:PROGRAM ARGUMENTS,time=10,start=10,memory=MIB,cpu=SECONDS: another program, by the "
     "protocol of agents/PROTOCOL.md"},
    {"restricted", make_restricted,
     "restricted:ban=TILE+TILE,force=TILE+TILE,of=AGENT: any agent that never buys some tiles, and "
     "buys others whenever it can"},
});

}  // namespace

std::vector<AgentHelp> agent_help() {
  std::vector<AgentHelp> all;
  all.reserve(kMakers.size());
  for (const Maker& maker : kMakers) all.push_back({maker.name, maker.help});
  return all;
}

std::vector<std::string_view> known_agents() {
  std::vector<std::string_view> names;
  names.reserve(kMakers.size());
  for (const Maker& maker : kMakers) names.push_back(maker.name);
  return names;
}

std::unique_ptr<Agent> make_agent(std::string_view text, unsigned depth) {
  AgentSpec spec = parse_spec(text, depth);
  if (spec.name() == kHuman) {
    throw InputError(
        "agent 'human' is a person, expected a program; people play in carrack play --agent human, "
        "or on the page of carrack web");
  }
  const auto maker = std::ranges::find(kMakers, spec.name(), &Maker::name);
  if (maker == kMakers.end()) {
    throw InputError(unknown_word("agent", spec.name(), known_agents()));
  }
  std::unique_ptr<Agent> agent = maker->make(spec);
  spec.finish();
  return agent;
}

}  // namespace carrack
