// `carrack agents`: the available agents and all search parameters.
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "agents/mcts/parameters.hpp"
#include "agents/scripted/scripted.hpp"
#include "core/base/error.hpp"
#include "experiments/cli/commands.hpp"
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

nlohmann::ordered_json as_json() {
  nlohmann::ordered_json json;
  for (const AgentHelp& agent : agent_help()) {
    json["agents"].push_back({{"name", agent.name}, {"help", agent.help}});
  }
  for (const std::string_view strategy : known_strategies()) {
    json["strategies"].push_back(strategy);
  }
  for (const WeightKey& factor : weight_keys()) json["factors"].push_back(factor.key);
  const MctsOptions mcts = default_search();
  const MctsOptions uct = plain_uct();
  for (const SearchParameter& parameter : search_parameters()) {
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
    json["search"].push_back(row);
  }
  return json;
}

void print() {
  Table agents({"agent", "description"}, {Align::left, Align::left});
  for (const AgentHelp& agent : agent_help()) {
    agents.add({std::string(agent.name), std::string(agent.help)});
  }
  std::vector<std::string_view> factors;
  for (const WeightKey& factor : weight_keys()) factors.push_back(factor.key);
  std::cout << agents.text() << "strategies: " << join(known_strategies())
            << "\nfactors on their estimates: " << join(factors)
            << "\n\nKeys of mcts and uct, as in mcts:iterations=500,rollout=random; or as JSON, "
               R"({"agent": "mcts", "iterations": 500})"
            << "\n\n";
  Table keys({"group", "key", "mcts", "uct", "range", "meaning"},
             {Align::left, Align::left, Align::left, Align::left, Align::left, Align::left});
  const MctsOptions mcts = default_search();
  const MctsOptions uct = plain_uct();
  for (const std::string_view group : search_parameter_groups()) {
    for (const SearchParameter& parameter : search_parameters()) {
      if (parameter.group != group) continue;
      std::string help(parameter.help);
      if (!parameter.paper.empty()) help += " [" + std::string(parameter.paper) + "]";
      if (parameter.measured().empty()) help += " (not measured)";
      keys.add({std::string(group), std::string(parameter.key), parameter.text(mcts),
                parameter.text(uct), range_of(parameter), help});
    }
  }
  std::cout
      << keys.text()
      << "\nagents/STRENGTH.md and agents/STRENGTH_ARCHIVE.md have the effects of the parameters "
         "without \"(not measured)\". --json prints this list as JSON.\n";
}

}  // namespace

void add_agents(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("agents", "List agents, strategies and parameters with their defaults");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "as JSON");
  command->callback([json] {
    if (*json) {
      std::cout << as_json().dump(2) << '\n';
    } else {
      print();
    }
  });
}

}  // namespace carrack
