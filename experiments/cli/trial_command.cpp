// `carrack trial`: the value of a purchase or a placement, by intervention.
#include <algorithm>
#include <iostream>

#include "agents/tile_list.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/fork_table.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/ruleset_options.hpp"
#include "experiments/cli/trial_report.hpp"
#include "experiments/cli/trial_text.hpp"
#include "experiments/ledger/kept_trial.hpp"
#include "experiments/render/table.hpp"
#include "experiments/tournament/one_a_seat.hpp"

namespace carrack {
namespace {

struct TrialOptions {
  std::vector<std::string> editions{"aoe3"};
  std::vector<unsigned> players{4};
  RulesetExtras rules;
  std::vector<std::string> agents;
  std::string age = "all";
  std::vector<std::string> tiles;
  std::vector<std::string> on;  // place:discovery …
  std::optional<unsigned> turn;
  std::string seat;      // empty: any
  std::string occasion;  // empty: both
  bool denial = false;
  std::vector<unsigned> discounts;
  u64 games = 1000;
  unsigned continuations = 1;
  u64 seed = 1;
  unsigned threads = 1;
  bool json = false;
  bool csv = false;
  std::string ledger;
  std::string name = "main";
  bool ignore_signature = false;
  std::optional<u64> game;  // the one that is recorded
  std::string record;
  bool force = false;
};

/// Subjects of the trial.
struct AskedSubjects {
  std::string option;          // name of the option
  std::vector<Subject> named;  // those named singly
  std::vector<Subject> all;    // with those of `buy` and `place`; default: every tile
};

AskedSubjects asked_subjects(const TrialOptions& options) {
  const char* const option =
      options.on.empty() ? options.tiles.empty() ? "--age" : "--tile" : "--on";
  AskedSubjects asked{.option = option, .named = {}, .all = {}};
  for (const std::string& word : options.tiles) {
    asked.all.emplace_back(parse_option(asked.option, [&] { return tile_named(word); }));
    asked.named.push_back(asked.all.back());
  }
  for (const std::string& word : options.on) {
    const auto subjects = parse_option(asked.option, [&] { return parse_subjects(word); });
    std::ranges::copy(subjects, std::back_inserter(asked.all));
    if (subjects.size() == 1) asked.named.push_back(subjects.front());
  }
  if (asked.all.empty()) asked.all = parse_subjects("buy");
  return asked;
}

/// A validated plan for every edition and number of players.
std::vector<TrialPlan> plans_of(const TrialOptions& options) {
  for (const std::string& spec : options.agents) static_cast<void>(make_agent(spec));
  const std::optional<Age> age = parse_option("--age", [&] { return parse_age(options.age); });
  const AskedSubjects asked = asked_subjects(options);
  const bool has_placements = std::ranges::any_of(asked.all, &Subject::is_placement);
  if (age && has_placements) {
    throw CLI::ValidationError("--age", "is for tiles; --turn restricts placements");
  }
  if (options.denial && has_placements) {
    throw CLI::ValidationError("--denial", "is for tiles, not for placements");
  }
  if (!options.discounts.empty() && has_placements) {
    throw CLI::ValidationError("--discount", "is for tiles, not for placements");
  }
  parse_option("--discount", [&] { check_discounts(options.discounts); });
  std::vector<TrialPlan> plans;
  std::vector<Ruleset> rulesets;
  for (const std::string& edition : options.editions) {
    for (const unsigned players : options.players) {
      const Ruleset rules = options.rules.ruleset(edition, players);
      TrialPlan plan{
          .rules = rules,
          .agents = parse_option("--agent", [&] { return one_a_seat(options.agents, rules); }),
          .on = parse_option(asked.option, [&] { return some_subjects_in(rules, asked.all, age); }),
          .games = options.games,
          .seed = options.seed,
          .continuations = options.continuations,
          .turn = std::nullopt,
          .seat = std::nullopt,
          .occasion = std::nullopt,
          .denial = options.denial,
          .discounts = options.discounts};
      plan.turn = options.turn;
      if (!options.seat.empty()) {
        plan.seat = parse_option("--seat", [&] { return parse_seat(options.seat, players); });
      }
      if (!options.occasion.empty()) {
        plan.occasion = parse_option(
            "--occasion", [&] { return parse_occasion(options.occasion, has_placements); });
      }
      parse_option(asked.option, [&] { check_plan(plan); });
      if (std::ranges::find(plans, rules, &TrialPlan::rules) != plans.end()) {
        throw CLI::ValidationError("--players", "asks twice for a trial of " + rules.to_string());
      }
      plans.push_back(std::move(plan));
      rulesets.push_back(rules);
    }
  }
  parse_option(asked.option,
               [&] { check_named_subjects(asked.named, rulesets, age, options.turn); });
  return plans;
}

/// A run of the command: one trial for every edition and number of players.
class TrialRun {
 public:
  explicit TrialRun(const TrialOptions& options) : options_(options), plans_(plans_of(options)) {
    if (options_.ledger.empty()) return;
    ledger_.emplace(options_.ledger, Database::Mode::create);
    for (const TrialPlan& plan : plans_) {
      stores_.push_back(
          std::make_unique<KeptTrial>(*ledger_, name_of(plan), plan, options_.ignore_signature));
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
    if (options_.json) {
      std::cout << trial_json(reports_, was_interrupted());
    } else if (options_.csv) {
      std::cout << trial_csv(reports_);
    } else {
      // A ledger may have had some of the games.
      std::cout << trials_text(reports_,
                               stores_.empty() ? std::optional(progress.seconds()) : std::nullopt);
    }
    if (!was_interrupted()) return 0;
    say_what_is_missing();
    return interrupted_status();
  }

 private:
  /// With several trials, the name includes the ruleset.
  [[nodiscard]] std::string name_of(const TrialPlan& plan) const {
    return plans_.size() == 1 ? options_.name : options_.name + '/' + plan.rules.to_string();
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
    std::cerr << "interrupted: " << reports_.back().games << " of "
              << counted(options_.games, "game") << " of " << reports_.back().plan.rules.to_string()
              << ", trial " << reports_.size() << " of " << plans_.size();
    if (!stores_.empty()) {
      std::cerr << "; they are in " << printable(options_.ledger)
                << "; run the same command again to continue";
    }
    std::cerr << '\n';
  }

  const TrialOptions& options_;
  std::vector<TrialPlan> plans_;
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
  OutputRule rule{.replace = options.force, .inputs = {}};
  options.rules.add_inputs(rule.inputs);
  OutputFile file(options.record, rule);
  const CatchInterrupts interrupts;
  const auto recorded = record_trial_game(plans.front(), *options.game, stop_flag());
  if (!recorded) return interrupted_status();
  for (const std::string& record : recorded->records) file.write(record);
  file.finish();
  const std::size_t records = recorded->records.size();
  if (recorded->game.forks.empty()) {
    std::cout << "game " << *options.game << " has no fork\n";
  } else {
    std::cout << fork_table(plans.front(), *recorded)
              << "win share, VP: with the action, minus with the other one. ply: events before the "
                 "fork.\nwith, other …: numbers of the records of the branches, from 1 (carrack "
                 "replay --game).\n";
  }
  std::cout << records << (records == 1 ? " record of " : " records of ")
            << plans.front().rules.to_string() << " in " << printable(options.record)
            << "; the first is game " << *options.game << " itself\n";
  return 0;
}

/// The options of trials that are stored; returns --ledger.
CLI::Option* add_trial_ledger(CLI::App& command, TrialOptions& options) {
  auto* const ledger =
      command.add_option("--ledger", options.ledger,
                         "SQLite file that stores every game; an interrupted run continues");
  command
      .add_option("--name", options.name,
                  "name of the trial in the ledger; with several rulesets, NAME/RULESET")
      ->capture_default_str()
      ->needs(ledger);
  command
      .add_flag("--ignore-signature", options.ignore_signature,
                "continue although the rules have changed since the trial started")
      ->needs(ledger);
  return ledger;
}

/// The options of one game that is recorded; returns --game.
CLI::Option* add_trial_record(CLI::App& command, TrialOptions& options) {
  auto* const record = command
                           .add_option("--record", options.record,
                                       "with --game: write the game and its branches as records")
                           ->type_name("FILE");
  auto* const game =
      add_number(command, "--game", options.game, 0, kMaxGames - 1,
                 "play only this game of the trial, from 0 as in carrack.trial_forks(), and list "
                 "its forks")
          ->needs(record);
  record->needs(game);
  add_force_option(command, options.force, {"--record"});
  return game;
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
  add_each(*command, "--agent", options->agents,
           "scripted:balanced, mcts:iterations=100 …; one per seat, or one for all seats")
      ->required();
  command->add_option("--edition", options->editions, "aoe3, empires, or both")
      ->capture_default_str();
  add_numbers(*command, "--players", options->players, 2, kMaxPlayers,
              "numbers of players, e.g. 2 3 4")
      ->default_str("4");
  options->rules.add_to(*command);
  command->add_option("--age", options->age, "tiles of age 1, 2, 3 (or I, II, III) or all")
      ->capture_default_str();
  auto* const tile =
      command->add_option("--tile", options->tiles, "only these tiles, e.g. monastery navy");
  command
      ->add_option("--on", options->on,
                   "actions to try: place:BOX (" + join(catalogue::kBoxNames) +
                       "), place (all boxes), buy:TILE, or buy (all tiles); repeatable; place and "
                       "buy exclude each other")
      ->excludes(tile);
  add_number(*command, "--turn", options->turn, 1, kTurns, "only actions in this turn");
  command->add_option("--seat", options->seat, "only actions of this seat: p1, p2 …");
  command->add_option("--occasion", options->occasion,
                      "only this occasion: offered or bought of tiles, open or placed of boxes; "
                      "without it both, at up to twice the time");
  command->add_flag("--denial", options->denial,
                    "tiles: also play on with a tile that nobody buys, which separates having the "
                    "tile from denying it to the others");
  add_numbers(
      *command, "--discount", options->discounts, 1, TrialPlan::kMostDiscount,
      "tiles: also play on with prices that are so much lower, in $ and ascending, for this "
      "player at this purchase only: --discount 3 6 12");
  auto* const games = add_number(*command, "--games", options->games, 1, kMaxGames,
                                 "games for each edition and number of players");
  add_number(*command, "--continuations", options->continuations, 1, 1'000'000,
             "number of times each fork is played out");
  add_number(*command, "--seed", options->seed, 0, kAnySeed, "seed of all random numbers");
  auto* const threads = add_number(*command, "--threads", options->threads, 1, kMaxThreads,
                                   "games played in parallel; does not affect results");
  auto* const json = command->add_flag("--json", options->json, "print all figures as JSON");
  auto* const csv =
      command
          ->add_flag("--csv", options->csv,
                     "print CSV, one line per tile or box and occasion: --csv > out.csv")
          ->excludes(json);
  auto* const ledger = add_trial_ledger(*command, *options);
  add_trial_record(*command, *options)
      ->excludes(ledger)
      ->excludes(json)
      ->excludes(csv)
      ->excludes(games)
      ->excludes(threads);
  command->callback([options, &status] {
    status = options->game ? record_game(*options) : TrialRun(*options).play();
  });
}

}  // namespace carrack
