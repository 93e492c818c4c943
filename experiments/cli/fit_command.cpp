// `carrack fit`: the weights of the linear evaluation, by ridge regression on self-play.
#include <cmath>
#include <iostream>
#include <optional>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/fitted_weights.hpp"

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
    std::vector<std::string> row{std::string(kind.edition_name()), std::to_string(kind.players),
                                 std::string(kind.position_name()),
                                 grouped(positions_of_all_turns(fit, kind))};
    for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) {
      const double share = fit.r_squared(kind);
      row.push_back(std::isnan(share) ? "-" : fixed(share, 3));
    }
    table.add(row);
  }
  return table;
}

int fit(const FitOptions& options) {
  if (!options.plan.agent.empty()) {
    static_cast<void>(parse_option("--agent", [&] { return make_agent(options.plan.agent); }));
  }
  std::optional<OutputFile> file;  // fail before the games are played, not after
  if (!options.output.empty())
    file.emplace(options.output, OutputRule{.replace = options.force, .inputs = {}});
  const CatchInterrupts interrupts;
  const FitPlan& plan = options.plan;
  Progress progress("games", plan.games + plan.tests());
  u64 forfeited = 0;
  std::string reason;
  const auto fit = fit_on_self_play(
      plan, stop_flag(), [&](u64 games) { progress.update(games); },
      [&](const Forfeit& forfeit) {
        if (forfeited++ == 0) reason = printable(forfeit.what);
      });
  progress.finish();
  if (!fit) {
    std::cerr << "carrack: nothing is written\n";
    return interrupted_status();
  }
  write_then_print(
      [&] {
        if (!file) return;
        file->write(fitted_weights_json(plan, *fit));
        file->finish();
      },
      [&] {
        std::ostream& out = summary_stream({options.output});
        out << quality(*fit).text()
            << "explained share of the variance of leads (final VP minus the mean of the game), in "
            << counted(plan.tests(), "game") << " of other seeds\n";
        if (forfeited == 0) return;
        out << "left out because of a forfeit: " << counted(forfeited, "game")
            << (forfeited == 1 ? "; the reason: " : "; the first reason: ") << reason << '\n';
      });
  return 0;
}

}  // namespace

void add_fit(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("fit", "Fit the weights of the linear evaluation on self-play");
  command->footer(
      "Example: carrack fit --games 60000 --noise 0.02 --agent mcts:iterations=8,cutoff_turns=1 "
      "--output agents/evaluation/weights.json");
  const auto options = std::make_shared<FitOptions>();
  add_number(*command, "--games", options->plan.games, 1, kMaxGames,
             "games to fit on; a tenth as many are played to test the fit");
  add_seed_option(*command, options->plan.seed);
  add_number(*command, "--noise", options->plan.noise, 0, 1, "fraction of random decisions");
  add_number(*command, "--threads", options->plan.threads, 1, kMaxThreads,
             "games played in parallel");
  offer_agents(
      command->add_option("--agent", options->plan.agent,
                          "agent at every seat; default: scripted strategies drawn at random"));
  add_file(*command, "--output", options->output,
           "write the weights to this JSON file; default: print only the table. Refused if a row "
           "has no positions");
  add_force_option(*command, options->force, {"--output"});
  command->callback([options, &status] { status = fit(*options); });
}

}  // namespace carrack
