#include "experiments/studies/ledger_results.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/base/database_file.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/ledger.hpp"
#include "experiments/studies/game_blocks.hpp"
#include "experiments/studies/recorded_results.hpp"

namespace carrack {

namespace {

/// Combines tournaments, of one file or several.
class LedgerReader {
 public:
  /// Reads the tournament of this name; an empty name means the only one.
  void read(const std::string& file, const std::string& name) {
    Ledger ledger(file, Database::Mode::read);
    static_cast<void>(read(ledger, name));
  }
  /// The same of an open ledger. Returns the number of the tournament.
  i64 read(Ledger& ledger, const std::string& name) {
    const std::string& file = ledger.path();
    if (name.empty()) check_choice(ledger);
    const LedgerTournament t = ledger.tournament(name);
    take_rules(file, t);
    games_per_block_[t.hash] = t.games_per_block;
    std::vector<u32> entrant_of;  // by agent
    for (const LedgerAgent& agent : t.agents) entrant_of.push_back(entrant(agent));
    const std::vector<BlockGame> games = ledger.games(t.id);
    if (games.empty()) throw InputError("no games of '" + t.name + "' in " + file);
    for (const BlockGame& game : games) {
      const GameSeeds seeds = game_seeds(t.plan.seed, game.block, game.permutation);
      GameOutcome outcome{block(seeds.chance), results_.players, {}};
      for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
        const BlockSeat& s = game.seats[seat];
        if (s.agent >= entrant_of.size() || seat >= outcome.by_seat.size()) {
          throw InputError("ledger " + file + ": was changed while it was read");
        }
        outcome.by_seat[seat] = {entrant_of[s.agent], static_cast<u8>(seat),
                                 static_cast<u8>(s.rank), static_cast<i16>(s.vp)};
      }
      add(file, t.hash, game, seeds, outcome);
    }
    return t.id;
  }

  [[nodiscard]] PooledResults finish() {
    results_.unfinished_blocks = unfinished_blocks();
    const bool is_present = rules_ && signature_ == rules_signature(*rules_);
    return {std::move(results_), {}, is_present ? "" : signature_};
  }

 private:
  struct Seen {
    std::size_t game;
    std::string file;
  };
  /// What makes a game, and its result. Two plans with the same seed may have the same games. A
  /// game with another result was played anew, e.g. with time limits, and is not a copy.
  struct Played {
    u64 chance;
    u64 agents;
    std::vector<std::array<i64, 3>> seats;  // entrant, rank, VP
    friend auto operator<=>(const Played&, const Played&) = default;
  };

  static void check_choice(Ledger& ledger) {
    const std::vector<LedgerTournament> all = ledger.tournaments();
    if (all.size() < 2) return;
    std::vector<std::string_view> names;
    names.reserve(all.size());
    for (const LedgerTournament& t : all) names.push_back(t.name);
    throw InputError(which_tournament(ledger.path(), names));
  }

  /// All files have one ruleset, played under rules of one signature.
  void take_rules(const std::string& file, const LedgerTournament& t) {
    const Ruleset rules = t.plan.rules;
    if (!rules_) {
      rules_ = rules;
      signature_ = t.signature;
      first_file_ = file;
      results_.ruleset = rules.to_string();
      results_.players = rules.players();
    } else if (*rules_ != rules) {
      throw InputError(file + " has games" + of_other_rules(rules, *rules_));
    } else if (signature_ != t.signature) {
      throw InputError("ledger " + first_file_ + " and ledger " + file +
                       " contradict each other: tournament '" + excerpt(t.name) +
                       "': the signature of the rules is " + excerpt(signature_) +
                       " in the first and " + excerpt(t.signature) + " in the second");
    }
  }

  /// Agents are identified by spec. If a name is taken by another spec, the spec is used as the
  /// name.
  u32 entrant(const LedgerAgent& agent) {
    const auto [place, is_new] =
        entrant_of_spec_.emplace(agent.spec, static_cast<u32>(results_.entrants.size()));
    if (is_new) {
      const bool is_taken =
          std::ranges::find(results_.entrants, agent.name) != results_.entrants.end();
      results_.entrants.push_back(is_taken ? agent.spec : agent.name);
    }
    return place->second;
  }

  u64 block(u64 chance) {
    return block_of_chance_.emplace(chance, block_of_chance_.size()).first->second;
  }

  void add(const std::string& file, const std::string& plan, const BlockGame& game, GameSeeds seeds,
           const GameOutcome& outcome) {
    const auto [copy, is_new_game] = game_of_.emplace(
        Played{seeds.chance, seeds.agents, seats_of(outcome)}, results_.games.size());
    const auto [place, is_new] =
        seen_.try_emplace(std::tuple(plan, game.block, game.permutation), Seen{copy->second, file});
    if (is_new && is_new_game) {
      results_.games.push_back(outcome);
      count_forfeits(game, outcome);
      return;
    }
    if (!is_new && results_.games[place->second.game].by_seat != outcome.by_seat) {
      throw InputError("ledger " + place->second.file + " and ledger " + file +
                       " contradict each other: block " + std::to_string(game.block) +
                       ", permutation " + std::to_string(game.permutation) + " ends differently");
    }
    ++results_.duplicates;
  }

  [[nodiscard]] static std::vector<std::array<i64, 3>> seats_of(const GameOutcome& outcome) {
    std::vector<std::array<i64, 3>> seats;
    for (const SeatOutcome& s : outcome.seats()) seats.push_back({s.entrant, s.rank, s.vp});
    return seats;
  }

  /// In none of the files whole.
  [[nodiscard]] u64 unfinished_blocks() const {
    std::map<std::pair<std::string, u64>, u64> games;  // by plan and block
    for (const auto& [key, seen] : seen_) ++games[{std::get<0>(key), std::get<1>(key)}];
    return static_cast<u64>(std::ranges::count_if(games, [&](const auto& block) {
      return block.second < games_per_block_.at(block.first.first);
    }));
  }

  void count_forfeits(const BlockGame& game, const GameOutcome& outcome) {
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      if (game.seats[seat].forfeit) results_.add_forfeit(outcome.by_seat[seat].entrant);
    }
  }

  Results results_;
  std::optional<Ruleset> rules_;  // of the files so far, as the signature
  std::string signature_;
  std::string first_file_;
  std::unordered_map<std::string, u32> entrant_of_spec_;
  std::unordered_map<u64, u64> block_of_chance_;
  std::map<std::tuple<std::string, u64, u64>, Seen> seen_;  // by plan, block and permutation
  std::map<std::string, u64> games_per_block_;              // by plan
  std::map<Played, std::size_t> game_of_;                   // the index of its outcome
};

}  // namespace

PooledResults read_ledger_results(const std::vector<std::string>& files,
                                  const std::vector<std::string>& tournaments) {
  LedgerReader reader;
  for (const std::string& file : files) {
    if (tournaments.empty()) reader.read(file, "");
    for (const std::string& name : tournaments) reader.read(file, name);
  }
  return reader.finish();
}

PooledResults read_ledger_results_and_luck(const std::string& file, const std::string& tournament) {
  Ledger ledger(file, Database::Mode::read);
  const Snapshot snapshot = ledger.snapshot();  // other processes may add games
  LedgerReader reader;
  const i64 id = reader.read(ledger, tournament);
  PooledResults all = reader.finish();
  ledger.for_each_record(id, [&](std::string_view record) {
    all.luck.push_back(luck_of_record(std::string(record), file));
  });
  if (all.luck.size() != all.results.games.size()) {
    throw InputError("ledger " + file + ": has " + std::to_string(all.luck.size()) +
                     " records of " + std::to_string(all.results.games.size()) +
                     " games; luck needs the record of every game");
  }
  return all;
}

bool is_ledger(const std::string& file) {
  std::error_code error;
  // A pipe can be read only once.
  return std::filesystem::is_regular_file(file, error) && is_database(file);
}

}  // namespace carrack
