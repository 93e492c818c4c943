// What `play` and `tournament` are told: ruleset, agents, games, seed, threads, record.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "core/ruleset.hpp"

namespace carrack {

struct MatchOptions {
  std::string edition = "aoe3";
  unsigned players = 4;
  std::vector<std::string> modules;
  std::vector<std::string> agents;
  u64 games = 100;
  u64 seed = 1;
  unsigned threads = 1;
  std::string record;  // empty: none
  bool trace = false;
  bool json = false;

  void add_to(CLI::App& command);
  /// The ruleset. Throws InputError.
  [[nodiscard]] Ruleset ruleset() const;
  /// The agents, one a seat, as they were given; a single one fills all seats. Checks that each can
  /// be made, and what does not fit together. Throws InputError.
  [[nodiscard]] std::vector<std::string> entrants() const;
};

/// The options of a ruleset alone, shared with `perft`.
void add_ruleset_options(CLI::App& command, std::string& edition, unsigned& players,
                         std::vector<std::string>& modules);

/// An agent of each spec, for one thread.
[[nodiscard]] std::vector<std::unique_ptr<Agent>> make_agents(
    const std::vector<std::string>& specs);

}  // namespace carrack
