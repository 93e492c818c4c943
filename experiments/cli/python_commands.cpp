// Commands written in Python: `carrack tune` (python/carrack/tuning), `carrack ablate`
// (python/carrack/ablation), `carrack learn` (python/carrack/learn) and `carrack balance`
// (python/carrack/balance).
#include "experiments/cli/commands.hpp"
#include "experiments/cli/python_module.hpp"

namespace carrack {
namespace {

/// Passes all arguments to Python, including --help.
void hand_over(CLI::App& app, const PythonModule& python_module, const std::string& description) {
  auto* const command = app.add_subcommand(python_module.what, description);
  command->prefix_command();
  command->set_help_flag();
  command->callback(
      [command, python_module] { become_python_module(python_module, command->remaining()); });
}

}  // namespace

void add_tune(CLI::App& app, int& /*status*/) {
  hand_over(app, {"tune", "carrack.tuning", "tune"},
            "Tune an agent's parameters (needs Python, Optuna)");
}

void add_ablate(CLI::App& app, int& /*status*/) {
  hand_over(app, {"ablate", "carrack.ablation", ""},
            "Measure the effect of each change to an agent in one table (needs Python)");
}

void add_learn(CLI::App& app, int& /*status*/) {
  hand_over(app, {"learn", "carrack.learn", "learn"},
            "Train a network on games of the search (needs Python, JAX)");
}

void add_balance(CLI::App& app, int& /*status*/) {
  hand_over(app, {"balance", "carrack.balance", "ledger"},
            "Measure the balance of a ruleset: seats, tiles with fair prices, strategies "
            "(needs Python)");
}

}  // namespace carrack
