#include "experiments/commands/match_options.hpp"

#include "core/error.hpp"

namespace carrack {

void MatchOptions::add_to(CLI::App& command) {
  rules.add_to(command);
  command
      .add_option("--agent", agents,
                  "random, scripted:balanced, mcts:iterations=500 …; once for all seats, or once a "
                  "seat")
      ->required()
      ->allow_extra_args(false);
  command.add_option("--games", games, "how many")->capture_default_str();
  command.add_option("--seed", seed, "of all random numbers")->capture_default_str();
  command.add_option("--threads", threads, "games played at once; results do not depend on it")
      ->capture_default_str();
  command.add_option("--record", record, "file for the games, JSON Lines");
  command.add_flag("--trace", trace, "record options and positions too");
  command.add_flag("--search-values", search_values,
                   "record what searches thought of their options too, for replay --html");
  command.add_flag("--json", json, "the table as JSON");
}

std::vector<std::string> MatchOptions::entrants() const {
  if (games == 0) throw InputError("--games should be at least 1");
  if (threads == 0 || threads > 1024) throw InputError("--threads should be from 1 to 1024");
  if (trace && record.empty()) throw InputError("--trace needs --record FILE to write to");
  if (search_values && record.empty()) {
    throw InputError("--search-values needs --record FILE to write to");
  }
  if (agents.size() != 1 && agents.size() != rules.players) {
    throw InputError("--agent was given " + std::to_string(agents.size()) + " times; expected 1 " +
                     "for all seats or " + std::to_string(rules.players) + ", one a seat");
  }
  std::vector<std::string> specs = agents;
  specs.resize(rules.players, agents.front());
  for (const std::string& spec : specs) static_cast<void>(make_agent(spec));
  return specs;
}

std::vector<std::unique_ptr<Agent>> make_agents(const std::vector<std::string>& specs) {
  std::vector<std::unique_ptr<Agent>> made;
  made.reserve(specs.size());
  for (const std::string& spec : specs) made.push_back(make_agent(spec));
  return made;
}

}  // namespace carrack
