// A summary of reports as tables.
#include "agents/short_spec.hpp"
#include "core/base/numbers.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/report_summary.hpp"

namespace carrack {
namespace {

std::string mean_text(const SeatMean& mean, int decimals) {
  return with_interval(mean.mean, mean.interval, decimals);
}

std::string parts_of_agents(const ReportSummary& summary, const std::vector<std::string>& names) {
  Table table({"agent", "games", "start", "own", "others", "luck", "result"});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const AgentSummary& agent = summary.agents[i];
    table.add({names[i], std::to_string(agent.games), fixed(agent.start, 3),
               mean_text(agent.own, 3), mean_text(agent.others, 3), mean_text(agent.luck, 3),
               mean_text(agent.result, 3)});
  }
  return table.text() +
         "win shares of a seat: start + own + others + luck = result. own: the choices of the "
         "agent; others:\nthose of the other seats; luck: chance. Values are those of " +
         summary.value + ",\nwhose errors are part of own and others.\n";
}

std::string accuracy_of_agents(const ReportSummary& summary,
                               const std::vector<std::string>& names) {
  std::vector<std::string> header{"agent", "decisions", "accuracy", "lost"};
  for (unsigned mark = 1; mark < kMarks; ++mark) header.emplace_back(kMarkNames[mark]);
  Table table(header);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const AgentSummary& agent = summary.agents[i];
    std::vector<std::string> row{names[i], std::to_string(agent.decisions),
                                 mean_text(agent.accuracy, 1), mean_text(agent.lost, 3)};
    for (unsigned mark = 1; mark < kMarks; ++mark) {
      row.push_back(
          fixed(static_cast<double>(agent.marks[mark]) / static_cast<double>(agent.seats), 2));
    }
    table.add(row);
  }
  return table.text() +
         "accuracy: 100 without losses, halved by each 2 % of the win share at stake that "
         "decisions lose.\nlost: win share against the best option of a search, summed over the "
         "decisions of a seat.\nmarks of a seat and game: losses of at least 2, 5, 10, 20 % at the "
         "lower end of their 95 % interval.\nsearches: " +
         short_names(std::vector{summary.agent}).front() + ", seed " +
         std::to_string(summary.seed) + '\n';
}

}  // namespace

std::string report_summary_text(const ReportSummary& summary) {
  std::vector<std::string> specs;
  for (const AgentSummary& agent : summary.agents) specs.push_back(agent.agent);
  const std::vector<std::string> names = short_names(specs);
  std::string text = counted(summary.games, "game") + " of " + summary.ruleset + " in " +
                     counted(summary.blocks, "block");
  if (summary.games < summary.all_games) {
    text += "; stopped before " + counted(summary.all_games - summary.games, "other");
  }
  if (summary.duplicates > 0) {
    text += "; duplicates, counted once: " + counted(summary.duplicates, "game");
  }
  text += "\n\n" + parts_of_agents(summary, names) + '\n';
  if (summary.has_searches()) text += accuracy_of_agents(summary, names) + '\n';
  text += "[low, high]: 95 % intervals over blocks";
  return text + (summary.blocks < 2 ? "; one block has none\n" : "\n");
}

}  // namespace carrack
