// The ledger: tournaments, their games and all that is known of them, in one SQLite file.
//
//   Ledger ledger("results.db", Database::Mode::read);
//   const LedgerTournament t = ledger.tournament("main");
//   for (const BlockGame& game : ledger.games(t.id)) … game.seats[0].rank …
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/ledger/database.hpp"
#include "experiments/ledger/export.hpp"
#include "experiments/tournament/block_game.hpp"
#include "experiments/tournament/match.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

struct LedgerAgent {
  std::string name;           // `random`, `random #2`: different within a tournament
  std::string spec;           // with every key at its value
  std::string configuration;  // the same as JSON
};

struct LedgerTournament {
  i64 id = 0;
  std::string name;
  TournamentPlan plan;  // its agents are the specs of `agents`
  std::vector<LedgerAgent> agents;
  std::string configuration;  // of the plan, as JSON
  std::string hash;           // of configuration and signature
  std::string signature;      // of the rules that it was begun with
  std::string engine;         // and the program
  u64 blocks = 0;             // planned
  u64 games_per_block = 0;
  u64 games = 0;  // finished
};

/// Functions throw InputError where the file cannot be read or written, ResourceError where the
/// machine lacks memory, space or open files. Thread-safe.
class Ledger {
 public:
  /// Opens a file and checks all that it holds (validation.hpp); `create` makes it where there is
  /// none. Modes that write bring an older schema up to date.
  Ledger(const std::string& path, Database::Mode mode);
  ~Ledger();

  [[nodiscard]] const std::string& path() const noexcept { return db_.path(); }
  /// Throws InputError where the file was deleted or replaced since it was opened: what was kept
  /// would be lost with it. keep() does so too.
  void check_in_place();

  [[nodiscard]] std::vector<LedgerTournament> tournaments();
  /// With an empty name: the only one of the file. Throws InputError with the nearest name.
  [[nodiscard]] LedgerTournament tournament(const std::string& name);
  /// The finished games in the order of (block, permutation), seats from p1 on.
  [[nodiscard]] std::vector<BlockGame> games(i64 tournament);
  /// Every record, in the same order, as JSON Lines.
  void for_each_record(i64 tournament, const std::function<void(std::string_view)>& visit);

  /// One of export_tables() as CSV, header first, handed on a line at a time.
  void export_csv(i64 tournament, const ExportTable& table,
                  const std::function<void(std::string_view)>& write);

  /// Finds the tournament of this name or begins it, and lays out its blocks; more blocks than
  /// before prolong it. Throws InputError where the file has one of the name with another
  /// configuration, or other rules unless `ignore_signature`; it says what differs. With `only`,
  /// those blocks are laid out and no others: one machine's part of a tournament, to be merged.
  LedgerTournament enter(const std::string& name, const Schedule& schedule, bool ignore_signature,
                         std::optional<std::span<const u64>> only = std::nullopt);

  /// Keeps a game, in one transaction. False where it is there already: then nothing changes.
  bool keep(i64 tournament, i64 run, u64 games_per_block, const FinishedGame& game);

  /// Takes over, in one transaction, the games of another ledger that are not here yet; tournaments
  /// and trials are the same by name. What comes twice changes nothing. Returns how many games were
  /// new. The other file is not written. Throws InputError where it is this ledger, where the
  /// configuration or the rules of a tournament differ, and where both have a block or a game of
  /// different seeds, line-ups or results: then nothing is taken.
  u64 merge(const std::string& path);

  /// The numbers of the blocks that still lack games.
  [[nodiscard]] std::vector<u64> open_blocks(i64 tournament);

 private:
  friend class Claims;
  friend class KeptTrial;
  struct Statements;

  [[nodiscard]] std::vector<LedgerTournament> select(const std::string& name);
  [[nodiscard]] TournamentPlan plan_of(i64 tournament);
  [[nodiscard]] std::vector<Forfeit> forfeits_of(i64 game);
  void lay_out(i64 tournament, const Schedule& schedule, std::optional<std::span<const u64>> only);

  std::mutex mutex_;
  Database db_;
  std::unique_ptr<Statements> statements_;  // of keep(); made when first needed
};

}  // namespace carrack
