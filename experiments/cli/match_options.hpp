// What `play` and `tournament` are told: ruleset, agents, games, seed, threads, record.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "experiments/cli/ruleset_options.hpp"
#include "experiments/tournament/match.hpp"

namespace carrack {

/// The command line's side of MatchOptions.
struct MatchArguments {
  RulesetOptions rules;
  std::vector<std::string> agents;
  u64 games = 100;
  u64 seed = 1;
  unsigned threads = 1;
  std::string record;  // empty: none
  bool trace = false;
  bool search_values = false;
  bool json = false;
  bool force = false;

  /// `agents_help`: what is said about --agent.
  void add_to(CLI::App& command,
              const std::string& agents_help = "once a seat, or once, who takes every seat");
  /// Checks that every agent can be made, and what does not fit together. Throws InputError.
  [[nodiscard]] MatchOptions options() const;
};

}  // namespace carrack
