// Commands written in Python: `carrack tune` (python/carrack/tuning), `carrack ablate`
// (python/carrack/ablation), `carrack learn` (python/carrack/learn) and `carrack balance`
// (python/carrack/balance).
#include <algorithm>
#include <iostream>

#include "experiments/cli/commands.hpp"
#include "experiments/cli/python_module.hpp"

namespace carrack {
namespace {

bool asks_for_help(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](std::string_view w) { return w == "--help" || w == "-h"; });
}

/// Prints what this program knows about the command, for users without the Python package.
void print_what_it_does(const CLI::App& command, const PythonModule& python_module,
                        const std::string& missing) {
  std::cout << command.get_description() << "\n\n"
            << command.get_footer() << "\n\n"
            << python_module.what << " is part of the Python package carrack, " << missing << ";\n"
            << how_to_install(python_module) << ".\nThen carrack " << python_module.what
            << " --help describes the options.\n";
}

/// Passes all arguments to Python, including --help. `notes` say what the command does.
void hand_over(CLI::App& app, const PythonModule& python_module, const std::string& description,
               const std::string& notes) {
  auto* const command = app.add_subcommand(python_module.what, description);
  command->prefix_command();
  command->set_help_flag();
  command->footer(notes);
  command->callback([command, python_module] {
    const std::vector<std::string> words = command->remaining();
    if (asks_for_help(words)) {
      const std::string missing = missing_python_package();
      if (!missing.empty()) {
        print_what_it_does(*command, python_module, missing);
        return;
      }
    }
    become_python_module(python_module, words);
  });
}

}  // namespace

void add_tune(CLI::App& app, int& /*status*/) {
  hand_over(
      app, {"tune", "carrack.tuning", "tune"}, "Tune an agent's parameters (needs Python, Optuna)",
      "Candidates play the same blocks of games, weak ones are dropped early, and the best are\n"
      "tested on fresh seeds. An interrupted run continues when the command is repeated.\n"
      "Example: carrack tune --players 2 --agent mcts:iterations=100 --vary c=0.1..4:log \\\n"
      "           --ledger tune.db\n"
      "Documentation: docs/how_to/tune.md");
}

void add_ablate(CLI::App& app, int& /*status*/) {
  hand_over(
      app, {"ablate", "carrack.ablation", ""},
      "Measure the effect of each change to an agent in one table (needs Python)",
      "Each change plays against the unchanged agent, over a number of blocks that is fixed\n"
      "before. The verdicts are corrected for multiple tests (Holm). An interrupted run continues\n"
      "when the command is repeated.\n"
      "Example: carrack ablate --agent mcts:iterations=200 --vary c=0.7,2.8 --games 400 \\\n"
      "           --ledger ablation.db\n"
      "Documentation: docs/how_to/tune.md");
}

void add_learn(CLI::App& app, int& /*status*/) {
  hand_over(
      app, {"learn", "carrack.learn", "learn"},
      "Train a network on games of the search (needs Python, JAX)",
      "Each generation plays games of searches, trains a network on what the searches chose, and\n"
      "lets searches with the new network play against those with the best one. An interrupted\n"
      "run continues when the command is repeated.\n"
      "Example: carrack learn first --small --threads 2\n"
      "Documentation: docs/tutorials/training.md");
}

void add_balance(CLI::App& app, int& /*status*/) {
  hand_over(
      app, {"balance", "carrack.balance", "ledger"},
      "Measure the balance of a ruleset: seats, tiles with fair prices, strategies "
      "(needs Python)",
      "Copies of one agent play against each other. The result is a text, with --html a page, and\n"
      "flags what differs significantly from a fair game. --tweak A --against B compares "
      "rulesets.\n"
      "Example: carrack balance --agent scripted --compare none --scale 0.02\n"
      "Documentation: docs/how_to/balance.md");
}

}  // namespace carrack
