// A summary of reports as JSON.
#include <nlohmann/json.hpp>

#include "agents/short_spec.hpp"
#include "experiments/studies/report_summary.hpp"

namespace carrack {
namespace {

void add_mean(nlohmann::ordered_json& row, const std::string& figure, const SeatMean& mean) {
  row[figure] = mean.mean;
  row[figure + "_low"] = mean.interval.low;
  row[figure + "_high"] = mean.interval.high;
}

nlohmann::ordered_json agent_json(const AgentSummary& agent, const std::string& name,
                                  bool has_searches) {
  nlohmann::ordered_json row{{"agent", name},
                             {"games", agent.games},
                             {"seats", agent.seats},
                             {"blocks", agent.blocks},
                             {"start", agent.start}};
  add_mean(row, "own", agent.own);
  add_mean(row, "others", agent.others);
  add_mean(row, "luck", agent.luck);
  add_mean(row, "result", agent.result);
  if (has_searches) {
    row["decisions"] = agent.decisions;
    add_mean(row, "accuracy", agent.accuracy);
    add_mean(row, "lost", agent.lost);
    for (unsigned mark = 1; mark < kMarks; ++mark) {
      row[std::string(kMarkNames[mark])] = agent.marks[mark];
    }
  }
  row["spec"] = agent.agent;
  return row;
}

}  // namespace

std::string report_summary_json(const ReportSummary& summary) {
  nlohmann::ordered_json json{{"ruleset", summary.ruleset},
                              {"games", summary.games},
                              {"all_games", summary.all_games},
                              {"blocks", summary.blocks},
                              {"duplicates", summary.duplicates},
                              {"value", summary.value},
                              {"agent", nullptr},
                              {"seed", nullptr}};
  if (summary.has_searches()) {
    json["agent"] = summary.agent;
    json["seed"] = summary.seed;
  }
  std::vector<std::string> specs;
  for (const AgentSummary& agent : summary.agents) specs.push_back(agent.agent);
  const std::vector<std::string> names = short_names(specs);
  json["agents"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < summary.agents.size(); ++i) {
    json["agents"].push_back(agent_json(summary.agents[i], names[i], summary.has_searches()));
  }
  return json.dump(2) + '\n';
}

}  // namespace carrack
