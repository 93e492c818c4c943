// `carrack tune`: the parameters of an agent that win most. Written in Python,
// python/carrack/tuning.py.
#include "experiments/commands/commands.hpp"
#include "experiments/commands/python_module.hpp"

namespace carrack {

void add_tune(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "tune", "Find the values of an agent's parameters that win most (needs Python, Optuna)");
  command->prefix_command();  // every word goes to Python, --help too
  command->set_help_flag();
  command->callback(
      [command] { become_python_module("tune", "carrack.tuning", command->remaining()); });
}

}  // namespace carrack
