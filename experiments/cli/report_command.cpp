// `carrack report`: what decided a recorded game: choices, chance, and the errors of players.
#include <iostream>

#include "experiments/base/input_file.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/recorded_position.hpp"
#include "experiments/report/game_report.hpp"
#include "experiments/studies/report_summary.hpp"

namespace carrack {
namespace {

struct ReportOptions {
  std::string file;
  u64 game = 1;
  JudgePlan plan;
  std::string value = "linear";
  bool quick = false;
  bool all = false;
  std::string html;
  bool force = false;
  bool json = false;
};

RecordedGame wanted_game(const ReportOptions& options) {
  std::ifstream in = open_input(options.file);
  RecordReader reader(in, options.file);
  seek_game(reader, options.file, options.game);
  return read_game(reader);
}

/// Shows how many decisions have been judged.
class DecisionProgress {
 public:
  void operator()(std::size_t done, std::size_t all) {
    if (!progress_) progress_.emplace("decisions", all);
    progress_->update(done);
  }
  void finish() {
    if (progress_) progress_->finish();
  }

 private:
  std::optional<Progress> progress_;
};

int report_game(const ReportOptions& options, const std::optional<JudgePlan>& plan,
                const PositionValue& value) {
  std::optional<OutputFile> page;
  if (!options.html.empty()) {
    page.emplace(options.html, OutputRule{.replace = options.force, .inputs = {options.file}});
  }
  const RecordedGame game = wanted_game(options);
  const CatchInterrupts interrupts;
  DecisionProgress progress;
  const std::optional<GameReport> report =
      make_report(game, value, plan, stop_flag(), std::ref(progress));
  progress.finish();
  if (!report) return interrupted_status();
  write_then_print(
      [&] {
        if (!page) return;
        page->write(report_page(game, *report));
        page->finish();
      },
      [&] {
        summary_stream({options.html})
            << (options.json ? report_json(game, *report) : report_text(game, *report));
      });
  return 0;
}

int report_all_games(const ReportOptions& options, const std::optional<JudgePlan>& plan,
                     const PositionValue& value) {
  GamesInMemory games;
  {
    std::ifstream in = open_input(options.file);
    games.read(in, options.file);
  }
  const CatchInterrupts interrupts;
  DecisionProgress progress;
  const ReportSummary summary =
      summarise_reports(games, value, plan, stop_flag(), std::ref(progress));
  progress.finish();
  if (summary.games > 0) {
    std::cout << (options.json ? report_summary_json(summary) : report_summary_text(summary));
  }
  return summary.games < summary.all_games ? interrupted_status() : 0;
}

int report_command(const ReportOptions& options) {
  std::optional<JudgePlan> plan;
  if (!options.quick) plan = options.plan;
  if (plan) {  // fail before the games are read
    static_cast<void>(parse_option("--agent", [&] { return JudgeOptions::of(*plan); }));
  }
  const PositionValue value = named_value(options.value);
  return options.all ? report_all_games(options, plan, value) : report_game(options, plan, value);
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "report", "Show what decided recorded games: choices, chance, and errors of the players");
  command->footer(
      "Examples: carrack report games.jsonl --game 3 --agent mcts:iterations=4000 --threads 2\n"
      "          carrack report games.jsonl --quick --html report.html   (open it in a browser)\n"
      "          carrack report games.jsonl --all   (the agents, over all games)\n"
      "± is one standard error (s.e.), as in carrack analyse; in the tables of tournaments, trials "
      "and ratings it is half of a 95 % interval.");
  const auto options = std::make_shared<ReportOptions>();
  CLI::Option* const game = add_recorded_game(*command, options->file, options->game);
  CLI::Option* const agent =
      command
          ->add_option("--agent", options->plan.agent,
                       "the search that judges each decision: mcts or uct, with iterations= of at "
                       "least 100")
          ->capture_default_str();
  offer(agent, std::vector<std::string>{"mcts", "uct"});
  CLI::Option* const seed =
      add_number(*command, "--seed", options->plan.seed, 0, kAnySeed, "seed of the searches");
  CLI::Option* const threads = add_number(*command, "--threads", options->plan.threads, 1,
                                          kMaxThreads, "number of threads for the searches");
  command
      ->add_option(
          "--value", options->value,
          "what judges positions: linear (the linear evaluation), a network file of carrack "
          "learn, or default (the network of the library)")
      ->capture_default_str();
  command
      ->add_flag("--quick", options->quick,
                 "no searches: start, own, others, luck and key moments only")
      ->excludes(agent)
      ->excludes(seed)
      ->excludes(threads);
  CLI::Option* const html = add_file(
      *command, "--html", options->html,
      "write a page with the board, the win shares over the game and the key moments to this file");
  command
      ->add_flag("--all", options->all,
                 "all games of the file: the means of each agent, with 95 % intervals over blocks")
      ->excludes(game)
      ->excludes(html);
  add_force_option(*command, options->force, {"--html"});
  command->add_flag("--json", options->json, "print the report as JSON");
  command->callback([options, &status] { status = report_command(*options); });
}

}  // namespace carrack
