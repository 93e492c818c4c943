// `carrack figures`: all figures of a ruleset, as a file to begin a tweak from.
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/notation/tweak_json.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/ruleset_options.hpp"

namespace carrack {

void add_figures(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "figures", "Print all figures of a ruleset: prices, VP, incomes, spaces, the start");
  command->footer(
      "The output is a tweak: change figures in it, delete the others, and give it to --tweak.\n"
      "Example: carrack figures --players 4 > mine.json");
  const auto options = std::make_shared<RulesetOptions>();
  options->add_to(*command, /*with_board=*/false);  // a board changes no figure
  command->callback([options] {
    std::string json;
    append_figures(json, options->ruleset());
    std::cout << nlohmann::ordered_json::parse(json).dump(1) << '\n';
  });
}

}  // namespace carrack
