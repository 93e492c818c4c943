#include "experiments/cli/trial_options.hpp"

#include <algorithm>

#include "agents/agent.hpp"
#include "agents/tile_list.hpp"
#include "core/base/error.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/tournament/one_a_seat.hpp"

namespace carrack {
namespace {

/// Subjects of the trial.
struct AskedSubjects {
  std::string option;          // name of the option
  std::vector<Subject> named;  // subjects named one by one
  std::vector<Subject> all;    // these and those of `buy` and `place`; default: every tile
};

/// Returns `parse()` for an option that names tiles. If no known tile is near a wrong name, the
/// error says which command lists the tiles.
template <typename Parse>
auto parse_tiles(const std::string& option, Parse&& parse) {
  return parse_option(option, [&] {
    try {
      return parse();
    } catch (const InputError& error) {
      const std::string text = error.what();
      const bool says_more = text.find("unknown tile") == std::string::npos ||
                             text.find("did you mean") != std::string::npos;
      throw InputError(text + (says_more ? "" : "; carrack tiles lists them"));
    }
  });
}

AskedSubjects asked_subjects(const TrialOptions& options) {
  const char* const option =
      options.on.empty() ? options.tiles.empty() ? "--age" : "--tile" : "--on";
  AskedSubjects asked{.option = option, .named = {}, .all = {}};
  for (const std::string& word : options.tiles) {
    asked.all.emplace_back(parse_tiles(asked.option, [&] { return tile_named(word); }));
    asked.named.push_back(asked.all.back());
  }
  for (const std::string& word : options.on) {
    const auto subjects = parse_tiles(asked.option, [&] { return parse_subjects(word); });
    std::ranges::copy(subjects, std::back_inserter(asked.all));
    if (subjects.size() == 1) asked.named.push_back(subjects.front());
  }
  if (asked.all.empty()) asked.all = parse_subjects("buy");
  return asked;
}

std::optional<Player> asked_seat(const TrialOptions& options, unsigned players) {
  if (options.seat.empty()) return std::nullopt;
  return parse_option("--seat", [&] { return parse_seat(options.seat, players); });
}

std::optional<Occasion> asked_occasion(const TrialOptions& options, bool has_placements) {
  if (options.occasion.empty()) return std::nullopt;
  return parse_option("--occasion",
                      [&] { return parse_occasion(options.occasion, has_placements); });
}

std::vector<std::string> names_of(const std::vector<Subject>& subjects) {
  std::vector<std::string> names;
  for (const Subject subject : subjects) names.emplace_back(name(subject));
  return names;
}

/// The words that --on takes: buy, place, buy:TILE and place:BOX.
std::vector<std::string> words_of_subjects() {
  std::vector<std::string> words{"buy", "place"};
  for (const char* const all : {"buy", "place"}) {
    for (const Subject subject : parse_subjects(all)) words.push_back(to_string(subject));
  }
  return words;
}

std::vector<std::string> seat_words() {
  std::vector<std::string> words;
  for (unsigned seat = 1; seat <= kMaxPlayers; ++seat) words.push_back('p' + std::to_string(seat));
  return words;
}

std::vector<std::string> occasion_words() {
  std::vector<std::string> words;
  for (const bool is_placement : {false, true}) {
    for (const Occasion occasion : kBothOccasions) {
      words.emplace_back(name(occasion, is_placement));
    }
  }
  return words;
}

/// The options of trials that are stored; returns --ledger.
CLI::Option* add_trial_ledger(CLI::App& command, TrialOptions& options) {
  auto* const ledger = add_file(command, "--ledger", options.ledger,
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
  auto* const record = add_file(command, "--record", options.record,
                                "with --game: write the game and its branches as records");
  auto* const game =
      add_number(command, "--game", options.game, 0, kMaxGames - 1,
                 "play only this game of the trial, from 0 as in carrack.trial_forks(), and list "
                 "its forks")
          ->needs(record);
  record->needs(game);
  add_force_option(command, options.force, {"--csv", "--record"});
  return game;
}

}  // namespace

std::vector<TrialPlan> plans_of(const TrialOptions& options) {
  for (const std::string& spec : options.agents) {
    static_cast<void>(parse_option("--agent", [&] { return make_agent(spec); }));
  }
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
      const TrialPlan plan{
          .rules = rules,
          .agents = parse_option("--agent", [&] { return one_a_seat(options.agents, rules); }),
          .on = parse_option(asked.option, [&] { return some_subjects_in(rules, asked.all, age); }),
          .games = options.games,
          .seed = options.seed,
          .continuations = options.continuations,
          .turn = options.turn,
          .seat = asked_seat(options, players),
          .occasion = asked_occasion(options, has_placements),
          .denial = options.denial,
          .discounts = options.discounts};
      parse_option(asked.option, [&] { check_plan(plan); });
      if (std::ranges::find(plans, rules, &TrialPlan::rules) != plans.end()) {
        throw CLI::ValidationError("--edition and --players ask twice for a trial of " +
                                   rules.to_string());
      }
      plans.push_back(plan);
      rulesets.push_back(rules);
    }
  }
  parse_option(asked.option,
               [&] { check_named_subjects(asked.named, rulesets, age, options.turn); });
  return plans;
}

void add_trial_options(CLI::App& command, TrialOptions& options) {
  offer_agents(
      add_each(command, "--agent", options.agents,
               "scripted:balanced, mcts:iterations=100 …; one per seat, or one for all seats")
          ->required());
  offer(command
            .add_option("--edition", options.editions,
                        "aoe3, empires, or both as in --edition aoe3 empires")
            ->default_str("aoe3"),
        known_editions());
  add_numbers(command, "--players", options.players, 2, kMaxPlayers,
              "numbers of players, e.g. 2 3 4")
      ->default_str("4");
  options.rules.add_to(command);
  offer(command.add_option("--age", options.age, "tiles of age 1, 2, 3 (or I, II, III) or all")
            ->capture_default_str(),
        kAgeWords);
  auto* const tile =
      command.add_option("--tile", options.tiles, "only these tiles, e.g. monastery navy");
  offer(tile, names_of(parse_subjects("buy")));
  auto* const on =
      command
          .add_option(
              "--on", options.on,
              "actions to try: place:BOX (" + join(catalogue::kBoxNames) +
                  "), place (all boxes), buy:TILE, or buy (all tiles); repeatable; place and "
                  "buy exclude each other")
          ->excludes(tile);
  offer(on, words_of_subjects());
  add_number(command, "--turn", options.turn, 1, kTurns, "only actions in this turn");
  offer(command.add_option("--seat", options.seat, "only actions of this seat: p1, p2 …"),
        seat_words());
  offer(command.add_option(
            "--occasion", options.occasion,
            "only this occasion: offered or bought for tiles, open or placed for boxes; "
            "default: both, which takes up to twice the time"),
        occasion_words());
  command.add_flag("--denial", options.denial,
                   "tiles: also play on with a tile that nobody buys, which separates having the "
                   "tile from denying it to the others");
  add_numbers(
      command, "--discount", options.discounts, 1, TrialPlan::kMostDiscount,
      "tiles: also play on with a price that is lower by this many $, for this player at this "
      "purchase only; several values in ascending order: --discount 3 6 12");
  auto* const games = add_number(command, "--games", options.games, 1, kMaxGames,
                                 "games for each edition and number of players");
  add_number(command, "--continuations", options.continuations, 1, 1'000'000,
             "number of times each fork is played out");
  add_seed_option(command, options.seed);
  auto* const threads =
      add_number(command, "--threads", options.threads, 1, kMaxThreads,
                 "games played in parallel; changes only the results of agents with a clock");
  auto* const json = command.add_flag("--json", options.json, "print all figures as JSON");
  auto* const csv =
      add_file(command, "--csv", options.csv,
               "write the figures to this file, one line per tile or box and occasion");
  auto* const ledger = add_trial_ledger(command, options);
  add_trial_record(command, options)
      ->excludes(ledger)
      ->excludes(json)
      ->excludes(csv)
      ->excludes(games)
      ->excludes(threads);
}

}  // namespace carrack
