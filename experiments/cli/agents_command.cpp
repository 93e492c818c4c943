// `carrack agents`: the available agents and all search parameters, or the facts about a network.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "agents/learned/named_network.hpp"
#include "agents/mcts/parameters.hpp"
#include "agents/scripted/strategy.hpp"
#include "core/base/error.hpp"
#include "experiments/base/terminal.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/network_facts.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

std::string range_of(const SearchParameter& parameter) {
  if (!parameter.words.empty()) return join(parameter.words, "|");
  std::array<char, 64> text{};
  const int length =
      std::snprintf(text.data(), text.size(), "%g to %g", parameter.min, parameter.max);
  return {text.data(), static_cast<std::size_t>(length)};
}

nlohmann::ordered_json json_of_agents() {
  nlohmann::ordered_json json;
  for (const AgentHelp& agent : agent_help()) {
    json["agents"].push_back({{"name", agent.name}, {"help", agent.help}});
  }
  for (const std::string_view strategy : known_strategies()) {
    json["strategies"].push_back(strategy);
  }
  for (const StrategyKey& key : strategy_keys()) json["factors"].push_back(key.key);
  return json;
}

nlohmann::ordered_json json_of(const std::vector<SearchParameter>& parameters) {
  nlohmann::ordered_json rows;
  const MctsOptions mcts = default_search();
  const MctsOptions uct = plain_uct();
  for (const SearchParameter& parameter : parameters) {
    nlohmann::ordered_json row{{"key", parameter.key}, {"group", parameter.group}};
    if (parameter.words.empty()) {
      row["least"] = parameter.min;
      row["most"] = parameter.max;
    } else {
      row["words"] = std::vector<std::string>(parameter.words.begin(), parameter.words.end());
    }
    row["mcts"] = parameter.text(mcts);
    row["uct"] = parameter.text(uct);
    row["help"] = parameter.help;
    row["paper"] = parameter.paper;
    row["measured"] = parameter.measured();
    rows.push_back(row);
  }
  return rows;
}

/// The parameters with one of these keys, all without any. Throws InputError for an unknown key.
std::vector<SearchParameter> parameters_of(const std::vector<std::string>& keys) {
  std::vector<std::string_view> known;
  std::vector<SearchParameter> found;
  for (const SearchParameter& parameter : search_parameters()) {
    known.push_back(parameter.key);
    if (keys.empty() || std::ranges::find(keys, parameter.key) != keys.end()) {
      found.push_back(parameter);
    }
  }
  expect_known("key", keys, known);
  return found;
}

void print_agents() {
  Table agents({"agent", "description"}, {Align::left, Align::left});
  for (const AgentHelp& agent : agent_help()) {
    agents.add({std::string(agent.name), std::string(agent.help)});
  }
  std::vector<std::string_view> factors;
  for (const StrategyKey& key : strategy_keys()) factors.push_back(key.key);
  std::cout << agents.text(line_length()) << "strategies: " << join(known_strategies())
            << "\nfactors on their estimates: " << join(factors)
            << "\nhuman is a person at the terminal, in carrack play alone"
            << "\n\nKeys of mcts and uct, as in mcts:iterations=500,rollout=random; or as JSON, "
               R"({"agent": "mcts", "iterations": 500})"
            << "\n\n";
}

void print_parameters(const std::vector<SearchParameter>& parameters) {
  Table keys({"group", "key", "mcts", "uct", "range", "meaning"},
             {Align::left, Align::left, Align::left, Align::left, Align::left, Align::left});
  const MctsOptions mcts = default_search();
  const MctsOptions uct = plain_uct();
  for (const std::string_view group : search_parameter_groups()) {
    for (const SearchParameter& parameter : parameters) {
      if (parameter.group != group) continue;
      std::string help(parameter.help);
      if (!parameter.paper.empty()) help += " [" + std::string(parameter.paper) + "]";
      if (parameter.measured().empty()) help += " (not measured)";
      keys.add({std::string(group), std::string(parameter.key), parameter.text(mcts),
                parameter.text(uct), range_of(parameter), help});
    }
  }
  std::cout
      << keys.text(line_length())
      << "\nagents/STRENGTH.md and agents/STRENGTH_ARCHIVE.md have the effects of the parameters "
         "without \"(not measured)\". --json prints this list as JSON.\n";
}

void print_network(const std::string& file, bool as_json) {
  const NamedNetwork network = parse_option("--net", [&] { return named_network(file); });
  if (as_json) {
    std::cout << network_facts(network).dump(2) << '\n';
  } else {
    std::cout << network_facts_text(network, line_length());
  }
}

}  // namespace

void add_agents(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "agents", "List agents, strategies and parameters with their defaults; show a network");
  command->footer(
      "Examples: carrack agents rollout adapt             what two keys of mcts mean\n"
      "          carrack agents --net first/best.net      a network: its hash, layers and "
      "training");
  struct Options {
    std::vector<std::string> keys;
    std::string net;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  std::vector<std::string> known;
  for (const SearchParameter& parameter : search_parameters()) known.emplace_back(parameter.key);
  auto* const keys = command->add_option("key", options->keys, "only these keys of mcts and uct");
  offer(keys, known);
  add_file(*command, "--net", options->net,
           "show this network instead: a file of carrack learn, or default, as for net= of policy "
           "and mcts; the file is checked")
      ->excludes(keys);
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] {
    if (!options->net.empty()) {
      print_network(options->net, options->json);
      return;
    }
    const auto parameters = parse_option("key", [&] { return parameters_of(options->keys); });
    if (options->json) {
      auto json = options->keys.empty() ? json_of_agents() : nlohmann::ordered_json();
      json["search"] = json_of(parameters);
      std::cout << json.dump(2) << '\n';
      return;
    }
    if (options->keys.empty()) print_agents();
    print_parameters(parameters);
  });
}

}  // namespace carrack
