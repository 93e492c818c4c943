#include "experiments/cli/match_options.hpp"

#include "experiments/base/parallel.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {

CLI::Option* add_record_option(CLI::App& command, std::string& record) {
  return add_file(command, "--record", record, "write the games to this file as JSON Lines");
}

void add_seed_option(CLI::App& command, u64& seed) {
  add_number(command, "--seed", seed, 0, kAnySeed, "seed of all random numbers");
}

void MatchArguments::add_to(CLI::App& command, const std::string& agents_help,
                            const std::vector<std::string>& outputs) {
  rules.add_to(command);
  offer_agents(add_each(command, "--agent", agents,
                        "random, scripted:balanced, mcts:iterations=500 …; " + agents_help)
                   ->required());
  add_number(command, "--games", games, 1, kMaxGames, "number of games");
  add_seed_option(command, seed);
  add_number(command, "--threads", threads, 1, kMaxThreads,
             "games played in parallel; changes only the results of agents with a clock");
  add_record_option(command, record);
  command.add_flag("--trace", trace, "also record legal options and positions");
  command.add_flag("--search-values", search_values,
                   "also record search reports, for replay --html and for learning");
  add_force_option(command, force, outputs);
  command.add_flag("--json", json, "print the table as JSON");
}

MatchOptions MatchArguments::options(const std::string* ledger, const AgentMaker& make) const {
  if (trace && record.empty()) {
    throw CLI::ValidationError("--trace", ledger != nullptr && !ledger->empty()
                                              ? "needs --record FILE; a ledger stores no traces"
                                              : "needs --record FILE to write to");
  }
  if (search_values && record.empty() && (ledger == nullptr || ledger->empty())) {
    throw CLI::ValidationError(
        "--search-values", ledger == nullptr ? "needs --record FILE to write to"
                                             : "needs --record FILE or --ledger FILE to write to");
  }
  MatchOptions options;
  options.rules = rules.ruleset();
  if (make) options.make = make;
  bool any_searches = false;
  for (const std::string& spec : agents) {
    any_searches |= parse_option("--agent", [&] { return options.make(spec); })->searches();
  }
  if (search_values && !any_searches) {
    throw CLI::ValidationError("--search-values",
                               "none of the agents searches; expected mcts, uct or flat");
  }
  options.entrants = agents;
  options.seed = seed;
  options.threads = threads;
  options.record = record;
  options.record_rule.replace = force;
  rules.add_inputs(options.record_rule.inputs);
  options.trace = trace;
  options.search_values = search_values;
  return options;
}

}  // namespace carrack
