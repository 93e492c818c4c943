// Options of `play` and `tournament`: ruleset, agents, games, seed, threads, record. `match` uses
// two of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "experiments/cli/ruleset_options.hpp"
#include "experiments/tournament/match.hpp"

namespace carrack {

/// `--record` of games that are played; returns the option.
CLI::Option* add_record_option(CLI::App& command, std::string& record);
/// `--seed` of all random numbers.
void add_seed_option(CLI::App& command, u64& seed);

/// MatchOptions as read from the command line.
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

  /// `agents_help`: the help of --agent. `outputs`: the options of the command that name output
  /// files.
  void add_to(CLI::App& command,
              const std::string& agents_help = "one per seat, or one for all seats",
              const std::vector<std::string>& outputs = {"--record"});
  /// Checks that every agent can be created and that the options are compatible. `ledger`: the
  /// file of --ledger, which stores records too, empty if it is not given; null for a command
  /// without that option. Throws CLI::ValidationError for wrong values and for options that
  /// contradict each other, and InputError for files. `make` makes the agents; empty: make_agent().
  [[nodiscard]] MatchOptions options(const std::string* ledger = nullptr,
                                     const AgentMaker& make = {}) const;
};

}  // namespace carrack
