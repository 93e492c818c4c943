#include "agents/agent.hpp"

#include <algorithm>
#include <array>

#include "agents/flat_agent.hpp"
#include "agents/greedy_agent.hpp"
#include "agents/process_agent.hpp"
#include "agents/random_agent.hpp"
#include "agents/scripted.hpp"
#include "agents/search/search.hpp"
#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "core/error.hpp"

namespace carrack {
namespace {

struct Maker {
  std::string_view name;
  std::unique_ptr<Agent> (*make)(AgentSpec&);
  std::string_view help;
};

/// The tiles of a key's list of words.
TileSet tiles_of(AgentSpec& spec, std::string_view key) {
  std::vector<std::string_view> names;
  for (const TileRow& row : catalogue::kTileRows) names.push_back(row.name);
  TileSet tiles;
  for (const std::string& word : spec.list(key)) {
    const auto found = std::ranges::find(names, word);
    if (found == names.end()) {
      throw InputError("agent 'scripted', " + std::string(key) +
                       "=: " + unknown_word("tile", word, names));
    }
    const auto kind = nth<Tile>(static_cast<unsigned>(found - names.begin()));
    tiles.insert(only_copy(kind));
    if (index(kind) == 0) tiles.insert(nth<TileCopy>(0));
  }
  return tiles;
}

std::unique_ptr<Agent> make_random(AgentSpec&) { return std::make_unique<RandomAgent>(); }
std::unique_ptr<Agent> make_greedy(AgentSpec&) { return std::make_unique<GreedyAgent>(); }

std::unique_ptr<Agent> make_scripted(AgentSpec& spec) {
  const std::string_view strategy = spec.variant().empty() ? "balanced" : spec.variant();
  const Weights* found = find_strategy(strategy);
  if (found == nullptr) {
    throw InputError("agent 'scripted': " + unknown_word("strategy", strategy, known_strategies()));
  }
  Weights weights = *found;
  weights.preferred = tiles_of(spec, "prefer");
  weights.avoided = tiles_of(spec, "avoid");
  return std::make_unique<ScriptedAgent>(weights);
}

std::unique_ptr<Agent> make_flat(AgentSpec& spec) {
  constexpr std::array<std::string_view, 2> kPlayouts{"random", "scripted"};
  FlatAgent::Options options;
  options.iterations = spec.whole_number("iterations", options.iterations, 1, 1'000'000'000);
  options.scripted = spec.word("rollout", kPlayouts) == 1;
  return std::make_unique<FlatAgent>(options);
}

std::unique_ptr<Agent> make_mcts(AgentSpec& spec) {
  return std::make_unique<SearchAgent>("mcts", SearchOptions::read(spec, default_search()));
}
std::unique_ptr<Agent> make_uct(AgentSpec& spec) {
  return std::make_unique<SearchAgent>("uct", SearchOptions::read(spec, plain_uct()));
}

constexpr auto kMakers = std::to_array<Maker>({
    {"random", make_random, "uniform over the legal actions"},
    {"scripted", make_scripted,
     "scripted:STRATEGY,prefer=TILE+TILE,avoid=TILE: values every option, without search"},
    {"greedy", make_greedy, "one ply of the linear evaluation"},
    {"flat", make_flat, "flat:iterations=1000,rollout=random: playouts behind every option"},
    {"mcts", make_mcts, "Monte Carlo tree search, the strongest measured settings"},
    {"uct", make_uct, "the same search without extras: random playouts, max^n, UCB1"},
    {"process", ProcessAgent::make,
     "process:PROGRAM ARGUMENTS,time=10: another program, by the protocol of agents/PROTOCOL.md"},
});

}  // namespace

const Report& Agent::report() const {
  static const Report kEmpty;
  return kEmpty;
}

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

std::unique_ptr<Agent> make_agent(std::string_view text) {
  AgentSpec spec(is_json_spec(text) ? spec_from_json(text) : std::string(text));
  const auto maker = std::ranges::find(kMakers, spec.name(), &Maker::name);
  if (maker == kMakers.end()) {
    throw InputError(unknown_word("agent", spec.name(), known_agents()));
  }
  std::unique_ptr<Agent> agent = maker->make(spec);
  spec.finish();
  return agent;
}

}  // namespace carrack
