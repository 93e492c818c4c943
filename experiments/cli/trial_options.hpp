// The options of `carrack trial`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/ruleset_options.hpp"
#include "experiments/trial/trial_plan.hpp"

namespace carrack {

struct TrialOptions {
  std::vector<std::string> editions{"aoe3"};
  std::vector<unsigned> players{4};
  RulesetExtras rules;
  std::vector<std::string> agents;
  std::string age = "all";
  std::vector<std::string> tiles;
  std::vector<std::string> on;  // place:discovery …
  std::optional<unsigned> turn;
  std::string seat;      // empty: any
  std::string occasion;  // empty: both
  bool denial = false;
  std::vector<unsigned> discounts;
  u64 games = 1000;
  unsigned continuations = 1;
  u64 seed = 1;
  unsigned threads = 1;
  bool json = false;
  std::string csv;
  std::string ledger;
  std::string name = "main";
  bool ignore_signature = false;
  std::optional<u64> game;  // number of the game to record
  std::string record;
  bool force = false;
};

void add_trial_options(CLI::App& command, TrialOptions& options);

/// A validated plan for every edition and number of players. Throws CLI::ValidationError for wrong
/// values, and InputError for files.
[[nodiscard]] std::vector<TrialPlan> plans_of(const TrialOptions& options);

}  // namespace carrack
