// `carrack trial`: the value of a purchase or a placement, by intervention.
#include <algorithm>
#include <iostream>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/fork_table.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/trial_options.hpp"
#include "experiments/cli/trial_report.hpp"
#include "experiments/cli/trial_text.hpp"
#include "experiments/ledger/kept_trial.hpp"
#include "experiments/ledger/trial_configuration.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

OutputRule output_rule(const TrialOptions& options) {
  OutputRule rule{.replace = options.force, .inputs = {}};
  options.rules.add_inputs(rule.inputs);
  return rule;
}

/// A run of the command: one trial for every edition and number of players.
class TrialRun {
 public:
  explicit TrialRun(const TrialOptions& options)
      : options_(options), plans_(plans_of(options)), out_(summary_stream({options.csv})) {
    if (!options_.csv.empty()) {
      OutputRule rule = output_rule(options_);
      if (!options_.ledger.empty()) rule.inputs.push_back(options_.ledger);
      csv_.emplace(options_.csv, rule);
    }
    if (options_.ledger.empty()) return;
    ledger_.emplace(options_.ledger, Database::Mode::create);
    const std::vector<LedgerTrial> before = KeptTrial::all(*ledger_);
    for (const TrialPlan& plan : plans_) {
      const std::string name = name_of(plan, before);
      if (std::ranges::find(before, name, &LedgerTrial::name) == before.end()) {
        check_agents_begin(plan.agents, plan.rules);
      }
      stores_.push_back(
          std::make_unique<KeptTrial>(*ledger_, name, plan, options_.ignore_signature));
    }
    say_what_is_there();
  }

  int play() {
    const CatchInterrupts interrupts;
    Progress progress("games", options_.games * plans_.size(), kept_games());
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      reports_.push_back(run_trial(
          plans_[i], options_.threads, stop_flag(),
          [&](std::size_t games) { progress.update(i * options_.games + games); },
          stores_.empty() ? nullptr : stores_[i].get()));
      if (was_interrupted()) break;
    }
    progress.finish();
    // A ledger may have had some of the games.
    const std::optional seconds =
        stores_.empty() ? std::optional(progress.seconds()) : std::nullopt;
    write_then_print(
        [&] {
          if (!csv_ || !has_all_games()) return;  // so that the same command can be run again
          csv_->write(trial_csv(reports_));
          csv_->finish();
        },
        [&] {
          out_ << (options_.json ? trial_json(reports_, was_interrupted())
                                 : trials_text(reports_, seconds));
        });
    if (!was_interrupted()) return 0;
    say_what_is_missing();
    return interrupted_status();
  }

 private:
  /// With several trials, the name includes the ruleset. A trial that was alone before, or one of
  /// several, goes on under the name that it has.
  [[nodiscard]] std::string name_of(const TrialPlan& plan,
                                    const std::vector<LedgerTrial>& before) const {
    std::string name = options_.name;
    std::string other = name + '/' + plan.rules.to_string();
    if (plans_.size() > 1) std::swap(name, other);
    const auto has = [&](const std::string& wanted) {
      return std::ranges::find(before, wanted, &LedgerTrial::name);
    };
    if (has(name) != before.end()) return name;
    const auto found = has(other);
    const bool is_same = found != before.end() && found->configuration == configuration_of(plan);
    return is_same ? other : name;
  }

  [[nodiscard]] bool has_all_games() const {
    return reports_.size() == plans_.size() && reports_.back().games == options_.games;
  }

  [[nodiscard]] u64 kept_games() const {
    u64 games = 0;
    for (const auto& store : stores_) games += store->kept(options_.games).size();
    return games;
  }

  void say_what_is_there() const {
    const u64 games = kept_games();
    if (games == 0) return;
    const u64 planned = options_.games * plans_.size();
    std::cerr << (games == planned ? "all " : "going on after ") << counted(games, "game")
              << " of '" << printable(options_.name) << "'" << (games == planned ? " are" : "")
              << " in " << printable(options_.ledger) << '\n';
  }

  void say_what_is_missing() const {
    const TrialReport& last = reports_.back();
    const std::string games =
        std::to_string(last.games) + " of " + counted(options_.games, "game") + " of " +
        last.plan.rules.to_string() + " (trial " + std::to_string(reports_.size()) + " of " +
        std::to_string(plans_.size()) + ")";
    std::cerr << "interrupted: " << where_games_are(games, options_.ledger, /*goes_on=*/true)
              << '\n';
    if (csv_ && !has_all_games())
      std::cerr << printable(options_.csv) << " is not written: games are missing\n";
  }

  const TrialOptions& options_;
  std::vector<TrialPlan> plans_;
  std::ostream& out_;
  std::optional<OutputFile> csv_;
  std::optional<Ledger> ledger_;
  std::vector<std::unique_ptr<KeptTrial>> stores_;  // one per plan, or none
  std::vector<TrialReport> reports_;
};

/// Writes the records of one game of the trial, and prints which of them belong to which fork.
int record_game(const TrialOptions& options) {
  const std::vector<TrialPlan> plans = plans_of(options);
  if (plans.size() != 1) {
    throw CLI::ValidationError("--game",
                               "the command has " + std::to_string(plans.size()) +
                                   " trials, expected one edition and one number of players");
  }
  OutputFile file(options.record, output_rule(options));
  const CatchInterrupts interrupts;
  const auto recorded = record_trial_game(plans.front(), *options.game, stop_flag());
  if (!recorded) return interrupted_status();
  for (const std::string& record : recorded->records) file.write(record);
  file.finish();
  const std::size_t records = recorded->records.size();
  std::ostream& out = summary_stream({options.record});
  if (recorded->game.forks.empty()) {
    out << "game " << *options.game << " has no fork\n";
  } else {
    out << fork_table(plans.front(), *recorded)
        << "win share, VP: with the action, minus with the other one. ply: events before the "
           "fork.\nwith, other …: numbers of the records of the branches, from 1 (carrack "
           "replay --game).\n";
  }
  out << records << (records == 1 ? " record of " : " records of ")
      << plans.front().rules.to_string() << " in " << printable(options.record)
      << "; the first is game " << *options.game << " itself\n";
  return 0;
}

}  // namespace

void add_trial(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "trial", "Measure the value of a purchase or a placement by forking games");
  command->footer(
      "Examples:\n"
      "  carrack trial --agent scripted --age I --players 2 3 4 --games 2000 --threads 2\n"
      "  carrack trial --agent scripted --on place:discovery place:dock --games 2000 "
      "--ledger trials.db\n"
      "  carrack trial … --game 17 --record forks.jsonl    game 17 and its branches as records\n"
      "A tile is tried at the first purchase in a game where a player can afford it, and at the\n"
      "first where a player buys it. For boxes, a turn and a seat are drawn for each game; a box "
      "is\n"
      "tried at that player's first placement of the turn where the box is open, and at the first\n"
      "where the player places there. One branch takes the action, the other what the agent\n"
      "would choose otherwise; both are played out with the same chance events.\n"
      "Exact definition of the estimates: experiments/trial/README.md\n"
      "With --ledger: an interrupted run continues when the command is repeated.");
  const auto options = std::make_shared<TrialOptions>();
  add_trial_options(*command, *options);
  command->callback([options, &status] {
    status = options->game ? record_game(*options) : TrialRun(*options).play();
  });
}

}  // namespace carrack
