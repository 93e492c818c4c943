// `carrack trial`: what buying a tile is worth, by intervention.
#include <algorithm>
#include <iostream>

#include "agents/tile_list.hpp"
#include "core/base/error.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/ruleset_options.hpp"
#include "experiments/cli/trial_report.hpp"
#include "experiments/render/table.hpp"
#include "experiments/tournament/one_a_seat.hpp"

namespace carrack {
namespace {

struct TrialOptions {
  std::vector<std::string> editions{"aoe3"};
  std::vector<unsigned> players{4};
  std::vector<std::string> modules;
  std::vector<std::string> variants;
  std::string board;  // file; empty: the printed one
  std::vector<std::string> agents;
  std::string age = "all";
  std::vector<std::string> tiles;
  std::optional<unsigned> turn;
  std::string seat;  // empty: any
  u64 games = 1000;
  unsigned continuations = 1;
  u64 seed = 1;
  unsigned threads = 1;
  bool json = false;
  bool csv = false;
};

/// The tiles that the options ask for, as kinds, of all ages and rulesets.
TileSet asked_tiles(const TrialOptions& options) {
  TileSet kinds;
  for (const std::string& word : options.tiles) {
    kinds.insert(nth<TileCopy>(index(tile_named(word))));
  }
  return kinds;
}

/// A plan for every edition and number of players, all checked.
std::vector<TrialPlan> plans_of(const TrialOptions& options) {
  for (const std::string& spec : options.agents) static_cast<void>(make_agent(spec));
  const std::optional<Age> age = parse_option("--age", [&] { return parse_age(options.age); });
  const TileSet asked = asked_tiles(options);
  std::vector<TrialPlan> plans;
  for (const std::string& edition : options.editions) {
    for (const unsigned players : options.players) {
      const Ruleset rules = on_board_of(
          options.board, Ruleset::make(edition, players, options.modules, options.variants));
      const TileSet all = tiles_in(rules, age);
      TrialPlan plan{.rules = rules,
                     .agents = one_a_seat(options.agents, rules),
                     .tiles = options.tiles.empty() ? all : all & asked,
                     .games = options.games,
                     .seed = options.seed,
                     .continuations = options.continuations,
                     .turn = std::nullopt,
                     .seat = std::nullopt};
      plan.turn = options.turn;
      if (!options.seat.empty()) {
        plan.seat = parse_option("--seat", [&] { return parse_seat(options.seat, players); });
      }
      check_plan(plan);
      plans.push_back(std::move(plan));
    }
  }
  return plans;
}

void print(const std::vector<TrialReport>& reports, double seconds) {
  const std::size_t intervals = effects_in(reports);
  u64 courses = 0;
  u64 games = 0;
  for (const TrialReport& report : reports) {
    std::cout << trial_text(report, intervals);
    courses += report.courses;
    games += report.games;
  }
  std::cout << "[low, high] and ± are 95 % intervals over games; of " << intervals
            << " such intervals one in twenty misses by chance.\nall " << intervals
            << ": wide enough to hold all at once (Bonferroni); *: the effect on the win share is "
               "not 0 by that.\nrank: below 0 is better. other: what the agent does when the tile "
               "is not on offer to it.\nadjusted: conditional logit of the winner on the purchase, "
               "place, money, income, VP and workers before it.\n"
            << games << " games, " << courses << " courses with the forks, "
            << grouped(static_cast<double>(courses) / seconds) << " courses/s\n";
}

int run(const TrialOptions& options) {
  const std::vector<TrialPlan> plans = plans_of(options);
  const CatchInterrupts interrupts;
  Progress progress("games", options.games * plans.size());
  std::vector<TrialReport> reports;
  std::size_t before = 0;
  for (const TrialPlan& plan : plans) {
    reports.push_back(run_trial(plan, options.threads, stop_flag(),
                                [&](std::size_t games) { progress.update(before + games); }));
    before += plan.games;
    if (was_interrupted()) break;
  }
  progress.finish();
  if (options.json) {
    std::cout << trial_json(reports, was_interrupted());
  } else if (options.csv) {
    std::cout << trial_csv(reports);
  } else {
    print(reports, progress.seconds());
  }
  if (!was_interrupted()) return 0;
  std::cerr << "interrupted: " << reports.back().games << " of " << options.games << " games of "
            << reports.back().plan.rules.to_string() << ", trial " << reports.size() << " of "
            << plans.size() << '\n';
  return interrupted_status();
}

}  // namespace

void add_trial(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "trial", "What buying a tile is worth: games forked at the purchase, with the same chance");
  command->footer(
      "Example: carrack trial --agent scripted --age I --players 2 3 4 --games 2000 --threads 2\n"
      "What is estimated, exactly: experiments/trial/README.md");
  const auto options = std::make_shared<TrialOptions>();
  command
      ->add_option("--agent", options->agents,
                   "scripted:balanced, mcts:iterations=100 …; once a seat, or once, who takes "
                   "every seat")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--edition", options->editions, "aoe3, empires, or both")
      ->capture_default_str();
  add_numbers(*command, "--players", options->players, 2, kMaxPlayers,
              "numbers of players, e.g. 2 3 4")
      ->default_str("4");
  command
      ->add_option("--module", options->modules, "one of " + join(known_modules()) + "; repeatable")
      ->allow_extra_args(false);
  command
      ->add_option("--variant", options->variants,
                   "one of " + join(known_variants()) + "; repeatable")
      ->allow_extra_args(false);
  add_board_option(*command, options->board);
  command->add_option("--age", options->age, "tiles of age 1, 2, 3 (or I, II, III) or all")
      ->capture_default_str();
  command->add_option("--tile", options->tiles, "these tiles only, e.g. monastery navy");
  add_number(*command, "--turn", options->turn, 1, kTurns, "only purchases in this turn");
  command->add_option("--seat", options->seat, "only purchases by this seat: p1, p2 …");
  add_number(*command, "--games", options->games, 1, kMostGames,
             "for each edition and number of players");
  add_number(*command, "--continuations", options->continuations, 1, 1'000'000,
             "times that each fork is played on");
  add_number(*command, "--seed", options->seed, 0, kAnySeed, "of all random numbers");
  add_number(*command, "--threads", options->threads, 1, kMostThreads,
             "results do not depend on it");
  auto* const json = command->add_flag("--json", options->json, "every figure, as JSON");
  command->add_flag("--csv", options->csv, "a line a tile and occasion")->excludes(json);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace carrack
