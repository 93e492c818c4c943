// What `play` and `tournament` are told: ruleset, agents, games, seed, threads, record.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "experiments/commands/ruleset_options.hpp"

namespace carrack {

struct MatchOptions {
  RulesetOptions rules;
  std::vector<std::string> agents;
  u64 games = 100;
  u64 seed = 1;
  unsigned threads = 1;
  std::string record;  // empty: none
  bool trace = false;
  bool search_values = false;
  bool json = false;

  void add_to(CLI::App& command);
  /// The agents, one a seat, as they were given; a single one fills all seats. Checks that each can
  /// be made, and what does not fit together. Throws InputError.
  [[nodiscard]] std::vector<std::string> entrants() const;
};

/// An agent of each spec, for one thread.
[[nodiscard]] std::vector<std::unique_ptr<Agent>> make_agents(
    const std::vector<std::string>& specs);

}  // namespace carrack
