#include "experiments/ledger/ledger.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/version.hpp"
#include "experiments/ledger/compression.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/ledger_statements.hpp"
#include "experiments/ledger/schema.hpp"
#include "experiments/ledger/validation.hpp"

namespace carrack {

namespace {

constexpr i64 kMaxInteger = std::numeric_limits<i64>::max();

/// Throws InputError for a schedule whose blocks would fill the disk before the first game.
void check_number_of_blocks(const std::string& path, const Schedule& schedule) {
  if (schedule.end_block() <= kMostBlocks) return;
  throw InputError("ledger " + path + ": a tournament to block " +
                   std::to_string(schedule.end_block()) + ", expected at most " +
                   std::to_string(kMostBlocks) + " blocks, which may be extended later");
}

/// Which trials a ledger has, for errors about tournaments: "; it has the trials 'a', 'b'"; empty
/// if it has none.
std::string trials_beside(Database& db) {
  std::vector<std::string> names;
  Statement rows(db, "SELECT name FROM trials ORDER BY trial");
  for (rows.start(); rows.next();) names.push_back("'" + std::string(rows.text(0)) + "'");
  if (names.empty()) return "";
  return std::string("; it has the trial") + (names.size() == 1 ? " " : "s ") +
         join(std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace

Ledger::Ledger(const std::string& path, Database::Mode mode) : db_(path, mode) {
  if (has_schema(db_)) validate_ledger(db_);
  if (mode != Database::Mode::read) db_.log_ahead();  // a damaged file is never changed
  open_schema(db_, mode != Database::Mode::read);
}

Ledger::~Ledger() = default;

void Ledger::check_in_place() {
  const std::lock_guard lock(mutex_);
  db_.check_in_place();
}

std::vector<LedgerTournament> Ledger::select(const std::string& name) {
  std::vector<LedgerTournament> all;
  Statement rows(
      db_,
      "SELECT tournament, name, hash, configuration, signature, engine,"
      " (SELECT count(*) FROM blocks b WHERE b.tournament = t.tournament),"
      " (SELECT coalesce(max(games), 0) FROM blocks b WHERE b.tournament = t.tournament),"
      " (SELECT coalesce(sum(done), 0) FROM blocks b WHERE b.tournament = t.tournament)"
      " FROM tournaments t WHERE ?1 = '' OR name = ?1 ORDER BY tournament");
  for (rows.start(name); rows.next();) {
    LedgerTournament t;
    t.id = rows.integer(0);
    t.name = rows.text(1);
    t.hash = rows.text(2);
    t.configuration = rows.text(3);
    t.plan = plan_from(t.configuration);
    t.signature = rows.text(4);
    t.engine = rows.text(5);
    t.blocks = static_cast<u64>(rows.integer(6, 0, kMaxInteger));
    t.games_per_block = static_cast<u64>(rows.integer(7, 0, kMaxInteger));
    t.games = static_cast<u64>(rows.integer(8, 0, kMaxInteger));
    Statement agents(db_,
                     "SELECT name, spec, configuration FROM agents WHERE tournament = ?"
                     " ORDER BY agent");
    for (agents.start(t.id); agents.next();) {
      t.agents.push_back(
          {std::string(agents.text(0)), std::string(agents.text(1)), std::string(agents.text(2))});
    }
    all.push_back(std::move(t));
  }
  return all;
}

std::string which_tournament(const std::string& path, std::span<const std::string_view> names) {
  return "ledger " + path + " has " + counted(names.size(), "tournament") +
         "; use --name, in Python name= (known: " + join(names) + ")";
}

std::vector<LedgerTournament> Ledger::tournaments() {
  const std::lock_guard lock(mutex_);
  return select("");
}

bool Ledger::has_tournament(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return !name.empty() && !select(name).empty();
}

LedgerTournament Ledger::tournament(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::vector<LedgerTournament> all = select("");
  if (all.empty()) {
    throw InputError("ledger " + path() + ": no tournament in it" + trials_beside(db_));
  }
  if (name.empty() && all.size() == 1) return all.front();
  std::vector<std::string_view> names;
  for (LedgerTournament& t : all) {
    if (t.name == name) return std::move(t);
    names.push_back(t.name);
  }
  if (name.empty()) throw InputError(which_tournament(path(), names));
  throw InputError("ledger " + path() + ": " + unknown_word("tournament", name, names) +
                   trials_beside(db_));
}

TournamentPlan Ledger::plan_of(i64 tournament) {
  Statement row(db_, "SELECT configuration FROM tournaments WHERE tournament = ?");
  row.start(tournament);
  if (!row.next()) throw InputError("ledger " + path() + ": the tournament is no longer in it");
  return plan_from(row.text(0));
}

// The file was checked when it was opened, but may have been written since, so indices are checked
// again.
std::vector<BlockGame> Ledger::games(i64 tournament) {
  const std::lock_guard lock(mutex_);
  const TournamentPlan plan = plan_of(tournament);
  const i64 agents = static_cast<i64>(plan.agents.size());
  const i64 players = plan.rules.players();
  std::vector<BlockGame> all;
  Statement rows(db_,
                 "SELECT g.block, g.permutation, s.seat, s.agent, s.rank, s.vp, s.win_share,"
                 " s.forfeit, coalesce(s.forfeit_reason, '') FROM games g JOIN seats s USING "
                 "(game) WHERE g.tournament = ?"
                 " ORDER BY g.block, g.permutation, s.seat");
  i64 seat = players;
  for (rows.start(tournament); rows.next();) {
    seat = seat % players + 1;
    static_cast<void>(rows.integer(2, seat, seat));
    if (seat == 1) {
      all.push_back({static_cast<u64>(rows.integer(0, 0, kMaxInteger)),
                     static_cast<u64>(rows.integer(1, 0, kMaxInteger)),
                     {}});
    }
    BlockSeat& row = all.back().seats.emplace_back();
    row.agent = static_cast<unsigned>(rows.integer(3, 0, agents - 1));
    row.rank = static_cast<unsigned>(rows.integer(4, 1, players));
    row.vp = static_cast<i16>(
        rows.integer(5, std::numeric_limits<i16>::min(), std::numeric_limits<i16>::max()));
    row.win_share = rows.real(6);
    if (!rows.is_null(7)) {
      row.forfeit = failure_kind(rows.text(7));
      row.reason = printable(rows.text(8), kLongestMessage);
    }
  }
  if (seat != players)
    throw InputError("ledger " + path() + ": seats are missing in its last game");
  return all;
}

std::optional<GameRange> Ledger::first_searched_game(i64 tournament) {
  const std::lock_guard lock(mutex_);
  Statement row(db_,
                "SELECT block, permutation FROM games g WHERE tournament = ? AND EXISTS"
                " (SELECT 1 FROM searches s WHERE s.game = g.game AND s.iterations > 0)"
                " ORDER BY block, permutation LIMIT 1");
  row.start(tournament);
  if (!row.next()) return std::nullopt;
  const i64 block = row.integer(0, 0, kMaxInteger - 1);
  const i64 permutation = row.integer(1, 0, kMaxInteger - 1);
  return GameRange{block, block + 1, permutation + 1};
}

void Ledger::for_each_record(i64 tournament, const std::function<void(std::string_view)>& visit,
                             GameRange range) {
  const std::lock_guard lock(mutex_);
  Statement rows(db_,
                 "SELECT r.zstd, g.block, g.permutation FROM games g"
                 " JOIN records r USING (game)"
                 " WHERE g.tournament = ? AND g.block >= ? AND g.block < ? AND g.permutation < ?"
                 " ORDER BY g.block, g.permutation");
  for (rows.start(tournament, range.first, range.end, range.permutations); rows.next();) {
    std::string record;
    try {
      record = decompress(rows.text(0));
    } catch (const InputError& error) {
      throw InputError("ledger " + path() + ": block " + std::to_string(rows.integer(1)) +
                       ", permutation " + std::to_string(rows.integer(2)) + ": " + error.what());
    }
    visit(record);
  }
}

LedgerTournament Ledger::enter(const std::string& name, const Schedule& schedule,
                               bool ignore_signature, std::optional<std::span<const u64>> only) {
  check_plan_name("tournament", name);
  check_number_of_blocks(path(), schedule);
  const std::string configuration = configuration_of(schedule.plan());
  const std::string signature = rules_signature(schedule.plan().rules);
  const std::lock_guard lock(mutex_);
  Transaction transaction(db_);
  std::vector<LedgerTournament> found = select(name);
  if (found.empty()) {
    check_new_plan_name("tournament", name);
    Statement(db_,
              "INSERT INTO tournaments (name, hash, configuration, signature, engine, begun)"
              " VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
        .run(name, configuration_hash(configuration, signature), configuration, signature,
             version::engine());
    const i64 id = db_.last_id();
    Statement agent(db_, "INSERT INTO agents VALUES (?, ?, ?, ?, ?)");
    const std::vector<std::string> names = distinct_names(schedule.plan().agents);
    const std::vector<std::string> specs = plan_from(configuration).agents;
    for (std::size_t i = 0; i < names.size(); ++i) {
      agent.run(id, i, names[i], specs[i], spec_to_json(specs[i]));
    }
    lay_out(id, schedule, only);
  } else {
    check_same_plan("ledger " + path() + ": tournament '" + name + "'",
                    {found.front().configuration, found.front().signature},
                    {configuration, signature}, ignore_signature);
    lay_out(found.front().id, schedule, only);
  }
  LedgerTournament entered = std::move(select(name).front());
  transaction.commit();
  return entered;
}

void Ledger::lay_out(i64 tournament, const Schedule& schedule,
                     std::optional<std::span<const u64>> only) {
  Statement insert(db_,
                   "INSERT INTO blocks (tournament, block, chance, lineup, games)"
                   " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  const auto add = [&](u64 block) {
    insert.run(tournament, block, schedule.fixture(block, 0).seeds.chance,
               nlohmann::json(schedule.table(block)).dump(), schedule.games_per_block());
  };
  if (only) {
    for (const u64 block : *only) add(block);
    return;
  }
  Statement count(db_,
                  "SELECT count(*) FROM blocks WHERE tournament = ? AND block BETWEEN ? AND ?");
  count.start(tournament, schedule.first_block(), schedule.end_block() - 1);
  count.next();
  if (static_cast<u64>(count.integer(0)) == schedule.blocks()) return;
  count.reset();
  for (u64 block = schedule.first_block(); block < schedule.end_block(); ++block) add(block);
}

std::vector<u64> Ledger::open_blocks(i64 tournament) {
  const std::lock_guard lock(mutex_);
  std::vector<u64> open;
  Statement blocks(db_,
                   "SELECT block FROM blocks WHERE tournament = ? AND done < games ORDER BY block");
  for (blocks.start(tournament); blocks.next();)
    open.push_back(static_cast<u64>(blocks.integer(0, 0, kMaxInteger)));
  return open;
}

}  // namespace carrack
