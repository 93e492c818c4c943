// `carrack fit`: the weights of the linear evaluation, by ridge regression on self-play.
#include <iostream>
#include <optional>

#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/weights_header.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/self_play_fit.hpp"

namespace carrack {
namespace {

struct FitOptions {
  FitPlan plan;
  std::string output;
  bool force = false;
};

Table quality(const EvaluationFit& fit) {
  std::vector<std::string> header{"edition", "players", "position", "positions"};
  for (unsigned turn = 1; turn <= kTurns; ++turn) header.push_back("turn " + std::to_string(turn));
  Table table(header);
  for (PositionKind kind : fitted_kinds()) {
    std::vector<std::string> row{
        kind.edition == Edition::aoe3 ? "aoe3" : "empires", std::to_string(kind.players),
        kind.begins_turn ? "starts" : "others", grouped(positions_of_all_turns(fit, kind))};
    for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) {
      row.push_back(fixed(fit.r_squared(kind), 3));
    }
    table.add(row);
  }
  return table;
}

int fit(const FitOptions& options) {
  std::optional<OutputFile> file;  // refused before the games, not after them
  if (!options.output.empty())
    file.emplace(options.output, OutputRule{.replace = options.force, .inputs = {}});
  const CatchInterrupts interrupts;
  const FitPlan& plan = options.plan;
  Progress progress("games", plan.games + plan.tests());
  const auto fit = fit_on_self_play(plan, stop_flag(), [&](u64 games) { progress.update(games); });
  progress.finish();
  if (!fit) {
    std::cerr << "carrack: nothing is written\n";
    return interrupted_status();
  }
  std::cout << quality(*fit).text()
            << "share of the variance of leads (final VP less the table's mean) explained, in "
            << plan.tests() << " games of other seeds\n";
  if (!file) return 0;
  file->write(weights_header(plan, *fit));
  file->finish();
  return 0;
}

}  // namespace

void add_fit(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("fit", "Fit the weights of the linear evaluation on self-play");
  command->footer(
      "Example: carrack fit --games 60000 --noise 0.02 --agent mcts:iterations=8,cutoff_turns=1 "
      "--output agents/evaluation/evaluation_weights.hpp");
  const auto options = std::make_shared<FitOptions>();
  add_number(*command, "--games", options->plan.games, 1, kMostGames,
             "of the fit; a tenth as many test it");
  add_number(*command, "--seed", options->plan.seed, 0, kAnySeed, "of all random numbers");
  add_number(*command, "--noise", options->plan.noise, 0, 1, "share of random decisions");
  add_number(*command, "--threads", options->plan.threads, 1, kMostThreads, "games played at once");
  command->add_option("--agent", options->plan.agent,
                      "who plays, at every seat; without it scripted strategies drawn at random");
  command->add_option("--output", options->output, "header to write; without it only the table");
  add_force_option(*command, options->force);
  command->callback([options, &status] { status = fit(*options); });
}

}  // namespace carrack
