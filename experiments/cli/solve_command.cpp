// `carrack solve`: exact values of a late position of a recorded game.
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/recorded_position.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/exact_solution.hpp"

namespace carrack {
namespace {

struct SolveOptions {
  RecordedPosition position;
  std::string agent = "mcts";
  u64 max_positions = 2'000'000;
  bool json = false;
};

std::string place_of(const RecordedPosition& where) {
  return "game " + std::to_string(where.game) + " of " + where.file + " from ply " +
         std::to_string(where.ply);
}

ExactSolution solve(const State& s, const SolveOptions& options) {
  const RewardOptions reward =
      parse_option("--agent", [&] { return reward_to_solve_for(options.agent); });
  try {
    return solve_exactly(s, reward, options.max_positions, stop_flag());
  } catch (const InputError& error) {
    throw InputError(place_of(options.position) + ": " + error.what());
  }
}

void print_json(const SolveOptions& asked, const FoundPosition& position,
                const ExactSolution& solution) {
  const State& s = position.state;
  const Board board = s.ruleset().board();
  // The agent only gives the reward. Nothing is random, so there is no seed.
  nlohmann::ordered_json json =
      json_of_position(asked.position, position, make_agent(asked.agent)->spec(), std::nullopt);
  json["player"] = to_string(s.actor);
  json["positions"] = solution.positions;
  for (const auto& option : solution.options) {
    json["options"].push_back(
        {{"event", to_notation(option.action, board)},
         {"value", std::vector<double>(option.value.begin(), option.value.begin() + s.players())}});
  }
  json["chosen"] = to_notation(solution.best, board);
  std::cout << json.dump(2) << '\n';
}

void print(const SolveOptions& asked, const FoundPosition& position,
           const ExactSolution& solution) {
  const State& s = position.state;
  const Board board = s.ruleset().board();
  std::cout << text_of_position(asked.position, position);
  std::vector<std::string> header{"option", "choice"};
  for (unsigned p = 0; p < s.players(); ++p) header.push_back("value " + to_string(nth<Player>(p)));
  Table table(header);
  for (const auto& option : solution.options) {
    std::vector<std::string> row{to_notation(option.action, board),
                                 option.action == solution.best ? "best" : ""};
    for (unsigned p = 0; p < s.players(); ++p) row.push_back(fixed(option.value[p], 6));
    table.add(row);
  }
  std::cout << table.text()
            << "value: the expected reward (the agent's win=, rank= and margin=), by player, if "
               "every player\nmaximises their own reward and takes the first of equal options\n\n"
            << grouped(static_cast<double>(solution.positions)) << " positions\n"
            << "chosen: " << to_notation(solution.best, board) << '\n';
}

void solve_command(const SolveOptions& options) {
  const FoundPosition position = read_position(options.position);
  const ExactSolution solution = solve(position.state, options);
  options.json ? print_json(options, position, solution) : print(options, position, solution);
}

}  // namespace

void add_solve(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("solve", "Compute the exact values of a late position of a recorded game");
  command->footer(
      "Example: carrack solve games.jsonl --game 3 --ply 350 --agent mcts:win=1,margin=0");
  const auto options = std::make_shared<SolveOptions>();
  add_recorded_position(*command, options->position);
  offer(command->add_option("--agent", options->agent, "mcts or uct, whose reward is maximised")
            ->capture_default_str(),
        std::vector<std::string>{"mcts", "uct"});
  add_number(*command, "--max-positions", options->max_positions, 1, kMaxGames,
             "maximum number of positions to solve");
  command->add_flag("--json", options->json, "print the values as JSON");
  command->callback([options] { solve_command(*options); });
}

}  // namespace carrack
