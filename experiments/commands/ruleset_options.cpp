#include "experiments/commands/ruleset_options.hpp"

#include "core/error.hpp"

namespace carrack {

void RulesetOptions::add_to(CLI::App& command) {
  command.add_option("--edition", edition, "aoe3, the game of 2007, or empires, the one of 2015")
      ->capture_default_str();
  command.add_option("--players", players, "2 to 5; empires: 2 to 6")->capture_default_str();
  command.add_option("--module", modules, "one of " + join(known_modules()) + "; repeatable")
      ->allow_extra_args(false);
  command.add_option("--variant", variants, "one of " + join(known_variants()) + "; repeatable")
      ->allow_extra_args(false);
}

}  // namespace carrack
