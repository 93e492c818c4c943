// `carrack analyse`: the search report of one position of a recorded game.
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/mcts/saved_tree.hpp"
#include "agents/mcts/search_agent.hpp"
#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/recorded_position.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/search_json.hpp"
#include "experiments/studies/tree_file.hpp"

namespace carrack {
namespace {

struct AnalyseOptions {
  RecordedPosition position;
  std::string agent = "mcts";
  u64 seed = 1;
  std::string tree;
  unsigned depth = 3;
  u32 min_visits = 1;
  bool force = false;
  bool json = false;
};

/// "p1 pass, p2 explore peru".
std::string line_text(const Report& report, Board board) {
  std::string text;
  for (std::size_t i = 0; i < report.principal_variation.size(); ++i) {
    if (!text.empty()) text += ", ";
    text += actor_text(report.principal_movers[i]) + ' ' +
            to_notation(report.principal_variation[i], board);
  }
  return text;
}

/// "1 pass; 16 explore peru": the choices that differ from the one before, each with the iterations
/// after which it appears.
std::string changes_text(const std::vector<Report::Moment>& anytime, Board board) {
  std::string text;
  std::optional<Action> last;
  for (const auto& [iterations, action] : anytime) {
    if (action == last) continue;
    if (last) text += "; ";
    text += std::to_string(iterations) + ' ' + to_notation(action, board);
    last = action;
  }
  return text;
}

void print(std::ostream& out, const State& s, const Report& report) {
  const Board board = s.ruleset().board();
  if (report.options.empty()) {
    out << "no search: the agent's restriction leaves one option\n";
    return;
  }
  const auto number = [](float value) {
    return std::isnan(value) ? "-" : fixed(static_cast<double>(value), 3);
  };
  const unsigned me = index(s.actor);
  std::vector<std::string> header{"option", "visits", "prior", "win share"};
  for (unsigned p = 0; p < s.players(); ++p) header.push_back("value " + to_string(nth<Player>(p)));
  Table table(header);
  for (const OptionReport& option : report.options) {
    std::vector<std::string> row{to_notation(option.action, board),
                                 grouped(static_cast<double>(option.visits)), number(option.prior),
                                 number(option.win_share[me])};
    for (unsigned p = 0; p < s.players(); ++p) {
      row.push_back(std::isnan(option.value[p])
                        ? "-"
                        : with_error(static_cast<double>(option.value[p]),
                                     static_cast<double>(option.standard_error[p]), 3));
    }
    table.add(row);
  }
  out << table.text() << "win share: what " << to_string(s.actor)
      << " can expect; value: the mean reward that the search maximises (the agent's win=, "
         "rank= and\nmargin=), by player, ± its standard error\n\n";
  if (!std::isnan(report.win_share[me])) {
    out << "expected win shares:";
    for (unsigned p = 0; p < s.players(); ++p) {
      out << ' ' << to_string(nth<Player>(p)) << ' ' << number(report.win_share[p]);
    }
    out << '\n';
  }
  out << "line: " << line_text(report, board) << '\n';
  if (!report.anytime.empty()) {
    out << "chosen after: " << changes_text(report.anytime, board) << '\n';
  }
  if (report.iterations == 0) return;
  out << grouped(static_cast<double>(report.iterations)) << " iterations, "
      << grouped(static_cast<double>(report.iterations) / report.seconds) << " a second; depth "
      << fixed(report.mean_depth, 1) << ", at most " << report.deepest << "; "
      << grouped(static_cast<double>(report.nodes)) << " nodes, "
      << fixed(static_cast<double>(report.memory_bytes) / (1 << 20), 1) << " MiB\n";
}

int analyse(const AnalyseOptions& options) {
  const FoundPosition position = read_position(options.position);
  const State& truth = position.state;
  const std::unique_ptr<Agent> agent =
      parse_option("--agent", [&] { return make_agent(options.agent); });
  if (!agent->searches()) {
    throw CLI::ValidationError("--agent",
                               "'" + excerpt(options.agent) +
                                   "' has no search report; expected mcts, uct or flat, as in "
                                   "mcts:iterations=5000, or one of them in restricted:…,of=");
  }
  const auto* const search = dynamic_cast<const SearchAgent*>(agent.get());
  if (!options.tree.empty() && search == nullptr) {
    throw CLI::ValidationError("--tree", "needs a tree search, such as --agent mcts, not '" +
                                             excerpt(options.agent) + "'");
  }
  std::optional<OutputFile> file;  // fail before the search, not after it
  if (!options.tree.empty())
    file.emplace(options.tree,
                 OutputRule{.replace = options.force, .inputs = {options.position.file}});
  const CatchInterrupts interrupts;
  agent->stop_on(&stop_flag());
  const auto choice = choose_once(*agent, truth, options.seed);
  write_then_print(
      [&] {
        if (!file) return;
        file->write(
            tree_text(save_tree(*search, truth, options.seed, options.depth, options.min_visits)));
        file->finish();
      },
      [&] {
        const auto& [s, chosen] = choice;
        std::ostream& out = summary_stream({options.tree});
        if (options.json) {
          auto json = json_of_position(options.position, position, agent->spec(), options.seed);
          json["interrupted"] = was_interrupted();
          json.update(nlohmann::ordered_json::parse(search_json(s, agent->report(), chosen)));
          out << json.dump(2) << '\n';
          return;
        }
        out << text_of_position(options.position, position);
        print(out, s, agent->report());
        out << "chosen: " << to_notation(chosen, s.ruleset().board()) << '\n';
      });
  return was_interrupted() ? interrupted_status() : 0;
}

}  // namespace

void add_analyse(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("analyse", "Search a position of a recorded game and show the result");
  command->footer(
      "Example: carrack analyse games.jsonl --game 3 --ply 40 --agent mcts:iterations=5000");
  const auto options = std::make_shared<AnalyseOptions>();
  add_recorded_position(*command, options->position);
  offer(
      command
          ->add_option("--agent", options->agent, "mcts, uct, flat, or restricted:…,of=ONE_OF_THEM")
          ->capture_default_str(),
      std::vector<std::string>{"mcts", "uct", "flat"});
  add_number(*command, "--seed", options->seed, 0, kAnySeed, "seed of the search");
  auto* const tree =
      add_file(*command, "--tree", options->tree, "write the tree to this file, for carrack tree");
  add_number(*command, "--depth", options->depth, 0, 1000, "maximum depth of the written tree")
      ->needs(tree);
  add_number(*command, "--min-visits", options->min_visits, 0, kMaxGames,
             "minimum visits of a written node")
      ->needs(tree);
  add_force_option(*command, options->force, {"--tree"});
  command->add_flag("--json", options->json, "print the result as JSON");
  command->callback([options, &status] { status = analyse(*options); });
}

}  // namespace carrack
