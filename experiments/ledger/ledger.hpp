// The ledger: tournaments, trials and their games in one SQLite file.
//
//   Ledger ledger("results.db", Database::Mode::read);
//   const LedgerTournament t = ledger.tournament("main");
//   for (const BlockGame& game : ledger.games(t.id)) … game.seats[0].rank …
#pragma once

#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/ledger/database.hpp"
#include "experiments/ledger/export.hpp"
#include "experiments/ledger/merge_rule.hpp"
#include "experiments/tournament/block_game.hpp"
#include "experiments/tournament/match.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// The largest number of blocks of a tournament in a ledger, which has a row for each.
inline constexpr u64 kMostBlocks = 10'000'000;

struct LedgerAgent {
  std::string name;           // unique within a tournament: `random`, `random #2`
  std::string spec;           // with all keys
  std::string configuration;  // the same as JSON
};

struct LedgerTournament {
  i64 id = 0;
  std::string name;
  TournamentPlan plan;  // its agents are the specs in `agents`
  std::vector<LedgerAgent> agents;
  std::string configuration;  // of the plan, as JSON
  std::string hash;           // of configuration and signature
  std::string signature;      // of the rules at creation
  std::string engine;         // program version at creation
  u64 blocks = 0;             // planned
  u64 games_per_block = 0;
  u64 games = 0;  // finished
};

/// Why a tournament has to be named: "ledger t.db has 2 tournaments; use --name, …".
[[nodiscard]] std::string which_tournament(const std::string& path,
                                           std::span<const std::string_view> names);

/// Some games of a tournament: the first permutations of a range of blocks; all by default.
struct GameRange {
  i64 first = 0;
  i64 end = std::numeric_limits<i64>::max();  // one past the last block
  i64 permutations = std::numeric_limits<i64>::max();
};

/// Functions throw InputError if the file cannot be read or written, and ResourceError for a lack
/// of memory, space or open files. Thread-safe.
class Ledger {
 public:
  /// Opens a file and validates its contents (validation.hpp); `create` creates a missing file.
  Ledger(const std::string& path, Database::Mode mode);
  ~Ledger();

  [[nodiscard]] const std::string& path() const noexcept { return db_.path(); }
  /// Throws InputError if the file was deleted or replaced since it was opened, because stored
  /// games would be lost. keep() checks this, too.
  void check_in_place();

  [[nodiscard]] std::vector<LedgerTournament> tournaments();
  [[nodiscard]] bool has_tournament(const std::string& name);
  /// An empty name means the only tournament. Throws InputError with the nearest name.
  [[nodiscard]] LedgerTournament tournament(const std::string& name);
  /// The finished games, sorted by (block, permutation), seats from p1.
  [[nodiscard]] std::vector<BlockGame> games(i64 tournament);
  /// The records of these games in the same order as JSON Lines.
  void for_each_record(i64 tournament, const std::function<void(std::string_view)>& visit,
                       GameRange range = {});

  /// The first game in which an agent searched, with those of its block before it.
  [[nodiscard]] std::optional<GameRange> first_searched_game(i64 tournament);

  /// While it lives, the functions that read this Ledger see the file as it is now.
  [[nodiscard]] Snapshot snapshot() { return Snapshot(db_); }

  /// One of export_tables() as CSV, header first, delivered line by line.
  void export_csv(i64 tournament, const ExportTable& table,
                  const std::function<void(std::string_view)>& write);

  /// Finds or creates the tournament of this name and adds missing blocks. Throws InputError,
  /// naming the difference, if the existing tournament has another configuration, or other rules
  /// and not `ignore_signature`, for a new name that check_new_plan_name() refuses, and for more
  /// than kMostBlocks. With `only`, only those blocks are added: the share of one machine, to be
  /// merged later.
  LedgerTournament enter(const std::string& name, const Schedule& schedule, bool ignore_signature,
                         std::optional<std::span<const u64>> only = std::nullopt);

  /// Stores a game in one transaction. False, without a change, if it exists already.
  bool keep(i64 tournament, i64 run, u64 games_per_block, const FinishedGame& game);

  /// Copies the missing games of another ledger in one transaction; tournaments and trials are
  /// matched by name. Duplicates are ignored. Returns the number of new games. The other file is
  /// not written. Throws InputError, without a change, if it is this ledger, if configuration or
  /// rules of a tournament differ, or if a common block or game has different seeds, line-ups or
  /// results.
  u64 merge(const std::string& path, MergeRule rule = {});

  /// The numbers of the unfinished blocks.
  [[nodiscard]] std::vector<u64> open_blocks(i64 tournament);

 private:
  friend class Claims;
  friend class KeptTrial;
  struct Statements;

  [[nodiscard]] std::vector<LedgerTournament> select(const std::string& name);
  [[nodiscard]] TournamentPlan plan_of(i64 tournament);
  void lay_out(i64 tournament, const Schedule& schedule, std::optional<std::span<const u64>> only);

  std::mutex mutex_;
  Database db_;
  std::unique_ptr<Statements> statements_;  // of keep(); created lazily
};

}  // namespace carrack
