// `carrack tournament`: plays blocks of games, in memory or into a ledger.
#include <algorithm>
#include <iostream>
#include <map>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/standings_output.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/missing_games.hpp"
#include "experiments/tournament/one_a_seat.hpp"
#include "experiments/tournament/tournament.hpp"

namespace carrack {
namespace {

struct TournamentArguments {
  MatchArguments match;
  TournamentKind kind = TournamentKind::fixed;
  SeatingSet seatings = SeatingSet::rotations;
  std::optional<u64> blocks;                      // default: from --games
  std::optional<std::array<u64, 2>> block_range;  // first and end: the share of one machine
  bool pool = false;                              // entrants with the same spec share a line
  std::string csv;
  std::string ledger;
  std::string name = "main";
  bool ignore_signature = false;
};

Schedule make_schedule(const TournamentArguments& arguments, const MatchOptions& options) {
  TournamentPlan plan{options.rules, options.entrants, arguments.kind, arguments.seatings,
                      options.seed};
  if (plan.kind == TournamentKind::fixed || plan.agents.size() == 1) {
    plan.agents = parse_option("--agent", [&] { return one_a_seat(plan.agents, plan.rules); });
  }
  if (arguments.block_range) {
    const auto [first, end] = *arguments.block_range;
    return {std::move(plan), end, first};
  }
  if (arguments.blocks) return {std::move(plan), *arguments.blocks};
  const u64 a_block = make_seatings(plan.seatings, plan.rules.players()).size();
  return {std::move(plan), (arguments.match.games + a_block - 1) / a_block};
}

/// FIRST:END, the blocks from FIRST to END - 1.
std::array<u64, 2> parse_block_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw InputError("'" + excerpt(text) + "': expected FIRST:END, e.g. 0:500");
  }
  const auto first = parse_number<u64>(text.substr(0, colon), 0, kMaxGames);
  const auto end = parse_number<u64>(text.substr(colon + 1), 1, kMaxGames);
  if (first >= end) {
    throw InputError("'" + excerpt(text) +
                     "': expected END to be greater than FIRST; block END itself is not played");
  }
  return {first, end};
}

/// The names of the agents; those with the same spec get one name.
std::vector<std::string> pooled_names(std::vector<std::string> agents) {
  std::map<std::string, std::string> first;  // by full spec
  for (std::string& agent : agents) {
    agent = first.try_emplace(make_agent(agent)->spec(), agent).first->second;
  }
  return agents;
}

class TournamentRun {
 public:
  explicit TournamentRun(const TournamentArguments& arguments)
      : arguments_(arguments),
        options_(arguments.match.options(&arguments.ledger)),
        schedule_(make_schedule(arguments, options_)),
        names_(arguments.pool ? pooled_names(schedule_.plan().agents)
                              : distinct_names(schedule_.plan().agents)),
        out_(summary_stream({arguments.match.record, arguments.csv})) {
    if (!arguments_.ledger.empty() && !arguments_.match.record.empty()) {
      throw CLI::ValidationError(
          "--record",
          "cannot be used with --ledger, which stores the records itself: carrack export LEDGER "
          "--records FILE");
    }
    OutputRule& rule = options_.record_rule;
    if (!arguments_.ledger.empty()) rule.inputs.push_back(arguments_.ledger);
    if (!arguments_.csv.empty()) csv_.emplace(arguments_.csv, rule);
  }

  int play() {
    const Standings standings = arguments_.ledger.empty() ? in_memory() : in_ledger();
    StandingsSummary summary{schedule_.plan(), played_, seconds_, was_interrupted()};
    write_then_print(
        [&] {
          if (!csv_ || !has_all_games()) return;  // so that the same command can be run again
          csv_->write(standings_csv(standings, schedule_.plan().rules.players()));
          csv_->finish();
        },
        [&] {
          out_ << (arguments_.match.json ? standings_json(standings, summary)
                                         : standings_text(standings, summary));
          if (!arguments_.match.json) say_what_is_missing();
          if (csv_ && !has_all_games()) {
            (arguments_.match.json ? std::cerr : out_)
                << printable(arguments_.csv) << " is not written: games are missing\n";
          }
        });
    expect_all_played();
    return was_interrupted() ? interrupted_status() : 0;
  }

 private:
  void say_what_is_played() const {
    say_which_tables();
    if (arguments_.match.json) return;
    const u64 games = schedule_.games();
    if (arguments_.blocks || arguments_.block_range || games == arguments_.match.games) return;
    out_ << "rounded up to " << counted(games, "game") << ": "
         << counted(schedule_.blocks(), "block") << " of "
         << counted(schedule_.games_per_block(), "seating") << '\n'
         << std::flush;
  }

  /// Alternating tables are played equally often only if the number of blocks is a multiple of the
  /// number of tables.
  void say_which_tables() const {
    const u64 tables = schedule_.tables().size();
    const u64 blocks = schedule_.blocks();
    if (schedule_.plan().kind == TournamentKind::mixed || arguments_.block_range ||
        blocks % tables == 0) {
      return;
    }
    const u64 more = blocks % tables;
    (arguments_.match.json ? std::cerr : out_)
        << (blocks < tables ? "only the first " : "the first ") << more << " of " << tables
        << " tables of agents " << (more == 1 ? "is played" : "are played")
        << (blocks < tables ? "" : " once more than the others")
        << "; all are played equally often if --blocks is a multiple of " << tables
        << "; --kind mixed deals a table for each block\n"
        << std::flush;
  }

  Standings in_memory() {
    say_what_is_played();
    Standings standings(names_, schedule_.games_per_block());
    Progress progress("games", schedule_.games());
    const CatchInterrupts interrupts;
    played_ = play_schedule(schedule_, options_, [&](const BlockGame& game) {
      standings.add(game);
      progress.update(standings.games(), [&] { return standings.brief(); });
    });
    progress.finish();
    seconds_ = progress.seconds();
    finished_ = standings.games();
    return standings;
  }

  Standings in_ledger() {
    Ledger ledger(arguments_.ledger, Database::Mode::create);
    if (!ledger.has_tournament(arguments_.name)) {
      check_agents_begin(schedule_.plan().agents, schedule_.plan().rules);
    }
    const LedgerTournament tournament =
        ledger.enter(arguments_.name, schedule_, arguments_.ignore_signature);
    say_what_is_played();
    Standings standings = read(ledger, tournament.id);
    if (standings.games() != 0 && !arguments_.match.json) {
      out_ << what_is_there(standings, tournament, ledger.path()) << '\n' << std::flush;
    }
    // Blocks in the file outside this schedule are finished or belong to other processes.
    const u64 elsewhere = standings.games() - finished_;
    Progress progress("games", elsewhere + schedule_.games(), standings.games());
    {
      const CatchInterrupts interrupts;
      played_ =
          play_missing_games(ledger, tournament, schedule_, options_, [&](const BlockGame& game) {
            standings.add(game);
            progress.update(standings.games(), [&] { return standings.brief(); });
          });
    }
    progress.finish();
    seconds_ = progress.seconds();
    // Recomputed in block order with the games of other processes, so that the result is bitwise
    // independent of who played which block.
    return read(ledger, tournament.id);
  }

  /// "all 24 games of 'main' are in t.db". The ledger may have more than this command asks for.
  [[nodiscard]] std::string what_is_there(const Standings& standings,
                                          const LedgerTournament& tournament,
                                          const std::string& file) const {
    const std::string name = "'" + printable(tournament.name) + "'";
    const std::string path = printable(file);
    if (!has_all_games()) {
      return "going on after " + counted(standings.games(), "game") + " of " + name + " in " + path;
    }
    if (standings.games() == finished_) {
      return "all " + counted(finished_, "game") + " of " + name + " are in " + path;
    }
    return path + " has " + std::to_string(standings.games()) + " of " +
           std::to_string(tournament.blocks * tournament.games_per_block) + " planned games of " +
           name + ", more than the " + std::to_string(finished_) +
           " asked for; all whole blocks are shown";
  }

  /// The games in the ledger, which may include blocks outside the current plan.
  [[nodiscard]] Standings read(Ledger& ledger, i64 tournament) {
    Standings standings(names_, schedule_.games_per_block());
    finished_ = 0;
    for (const BlockGame& game : ledger.games(tournament)) {
      standings.add(game);
      if (schedule_.has(game.block)) ++finished_;
    }
    return standings;
  }

  [[nodiscard]] bool has_all_games() const { return finished_ == schedule_.games(); }

  void say_what_is_missing() const {
    if (!was_interrupted()) return;
    const bool has_ledger = !arguments_.ledger.empty();
    const std::string record = finished_ == 0 ? std::string() : arguments_.match.record;
    out_ << "interrupted: "
         << where_games_are(std::to_string(finished_) + " of " + counted(schedule_.games(), "game"),
                            has_ledger ? arguments_.ledger : record, has_ledger)
         << '\n';
  }

  /// Throws InputError if planned games are missing without an interrupt.
  void expect_all_played() const {
    if (was_interrupted() || has_all_games()) return;
    throw InputError("tournament: " + std::to_string(schedule_.games() - finished_) + " of " +
                     std::to_string(schedule_.games()) +
                     " planned games were not played; run the same command again to play them");
  }

  TournamentArguments arguments_;
  MatchOptions options_;
  Schedule schedule_;
  std::vector<std::string> names_;
  std::ostream& out_;
  std::optional<OutputFile> csv_;
  u64 played_ = 0;
  u64 finished_ = 0;  // of the planned games
  double seconds_ = 0;
};

}  // namespace

void add_tournament(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "tournament", "Play blocks of games with permuted seats and common random numbers");
  command->footer(
      "Examples:\n"
      "  carrack tournament --players 3 --agent mcts:iterations=500 --agent scripted:balanced "
      "--agent random --games 60 --threads 2\n"
      "  carrack tournament --kind mixed --agent greedy --agent scripted --agent random "
      "--agent flat:iterations=100 --agent scripted:trader --blocks 50 --ledger results.db\n"
      "With --ledger: an interrupted run continues when the command is repeated; several processes "
      "can share the work.");
  const auto options = std::make_shared<TournamentArguments>();
  options->match.add_to(*command,
                        "one per seat, or one for all seats; with a --kind other than fixed, one "
                        "per competing agent",
                        {"--record", "--csv"});
  command->get_option("--games")->description("number of games, rounded up to whole blocks");
  add_word(
      *command, "--kind", options->kind, kTournamentKindNames,
      "who meets whom: fixed; round-robin: all combinations of agents, in turn; focus: the first "
      "agent against the combinations of the others, in turn; mixed: agents drawn for each block");
  add_word(*command, "--seatings", options->seatings, kSeatingSetNames,
           "seatings of a block: rotations; all: all permutations; balanced: every agent on every "
           "seat and next to every other equally often; one: a single game per block, for the same "
           "agent at every seat");
  add_number(*command, "--blocks", options->blocks, 1, kMaxGames,
             "number of blocks, instead of --games; with --ledger at most 10,000,000")
      ->excludes("--games");
  command
      ->add_option_function<std::string>(
          "--block-range",
          [options](const std::string& text) {
            options->block_range =
                parse_option("--block-range", [&] { return parse_block_range(text); });
          },
          "play only blocks FIRST to END - 1, to split a tournament between machines: 0:500 and "
          "500:1000; combine them with carrack ledger --merge, or carrack rate with both files")
      ->type_name("FIRST:END")
      ->excludes("--games")
      ->excludes("--blocks");
  command->add_flag("--pool", options->pool,
                    "show one line per spec, with the means over its entrants");
  add_file(*command, "--csv", options->csv, "write the table to this file");
  auto* const ledger = add_file(*command, "--ledger", options->ledger,
                                "SQLite file that stores every game; an interrupted run continues");
  command->add_option("--name", options->name, "name of the tournament in the ledger")
      ->capture_default_str()
      ->needs(ledger);
  command
      ->add_flag("--ignore-signature", options->ignore_signature,
                 "continue although the rules have changed since the tournament started")
      ->needs(ledger);
  command->callback([options, &status] { status = TournamentRun(*options).play(); });
}

}  // namespace carrack
