#include "experiments/ledger/ledger.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/spec_json.hpp"
#include "core/error.hpp"
#include "experiments/ledger/compression.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/ledger_statements.hpp"
#include "experiments/ledger/schema.hpp"
#include "experiments/version.hpp"

namespace carrack {

Ledger::Ledger(const std::string& path, Database::Mode mode) : db_(path, mode) {
  open_schema(db_, mode != Database::Mode::read);
}

Ledger::~Ledger() = default;

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
    t.blocks = static_cast<u64>(rows.integer(6));
    t.games_per_block = static_cast<u64>(rows.integer(7));
    t.games = static_cast<u64>(rows.integer(8));
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

std::vector<LedgerTournament> Ledger::tournaments() {
  const std::lock_guard lock(mutex_);
  return select("");
}

LedgerTournament Ledger::tournament(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::vector<LedgerTournament> all = select("");
  if (all.empty()) throw InputError("ledger " + path() + ": no tournament in it");
  if (name.empty() && all.size() == 1) return all.front();
  std::vector<std::string_view> names;
  for (LedgerTournament& t : all) {
    if (t.name == name) return std::move(t);
    names.push_back(t.name);
  }
  throw InputError("ledger " + path() + ": " +
                   (name.empty() ? "which tournament? (known: " + join(names) + ")"
                                 : unknown_word("tournament", name, names)));
}

std::vector<LedgerGame> Ledger::games(i64 tournament) {
  const std::lock_guard lock(mutex_);
  std::vector<LedgerGame> all;
  Statement rows(db_,
                 "SELECT g.block, g.permutation, s.seat, s.agent, s.rank, s.vp, s.win_share,"
                 " s.forfeit FROM games g JOIN seats s USING (game) WHERE g.tournament = ?"
                 " ORDER BY g.block, g.permutation, s.seat");
  for (rows.start(tournament); rows.next();) {
    if (rows.integer(2) == 1) {
      all.push_back({static_cast<u64>(rows.integer(0)), static_cast<u64>(rows.integer(1)), {}});
    }
    LedgerSeat seat{static_cast<unsigned>(rows.integer(3)), static_cast<unsigned>(rows.integer(4)),
                    static_cast<int>(rows.integer(5)), rows.real(6), std::nullopt};
    if (!rows.is_null(7)) {
      const auto found = std::ranges::find(kFailureNames, rows.text(7));
      if (found == kFailureNames.end()) {
        throw InputError("ledger " + path() + ": " +
                         unknown_word("forfeit", rows.text(7), kFailureNames));
      }
      seat.forfeit = nth<FailureKind>(static_cast<unsigned>(found - kFailureNames.begin()));
    }
    all.back().seats.push_back(seat);
  }
  return all;
}

void Ledger::for_each_record(i64 tournament, const std::function<void(std::string_view)>& visit) {
  const std::lock_guard lock(mutex_);
  Statement rows(db_,
                 "SELECT r.zstd FROM games g JOIN records r USING (game) WHERE g.tournament = ?"
                 " ORDER BY g.block, g.permutation");
  for (rows.start(tournament); rows.next();) visit(decompress(rows.text(0)));
}

LedgerTournament Ledger::enter(const std::string& name, const Schedule& schedule,
                               bool ignore_signature, std::optional<std::span<const u64>> only) {
  const std::string configuration = configuration_of(schedule.plan());
  const std::string signature = rules_signature(schedule.plan().rules);
  const std::lock_guard lock(mutex_);
  Transaction transaction(db_);
  std::vector<LedgerTournament> found = select(name);
  if (found.empty()) {
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
    if (const auto difference =
            configuration_difference(found.front().configuration, configuration);
        !difference.empty()) {
      throw InputError("ledger " + path() + ": tournament '" + name +
                       "' is another one: " + difference + "; --name NEW begins one beside it");
    }
    if (found.front().signature != signature && !ignore_signature) {
      throw InputError("ledger " + path() + ": tournament '" + name +
                       "' was begun under other rules: signature " + found.front().signature +
                       " there, " + signature +
                       " here; --ignore-signature plays on, --name NEW begins one beside it");
    }
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
  Statement count(db_, "SELECT count(*) FROM blocks WHERE tournament = ? AND block < ?");
  count.start(tournament, schedule.blocks());
  count.next();
  if (static_cast<u64>(count.integer(0)) == schedule.blocks()) return;
  count.reset();
  for (u64 block = 0; block < schedule.blocks(); ++block) add(block);
}

std::vector<u64> Ledger::open_blocks(i64 tournament) {
  const std::lock_guard lock(mutex_);
  std::vector<u64> open;
  Statement blocks(db_,
                   "SELECT block FROM blocks WHERE tournament = ? AND done < games ORDER BY block");
  for (blocks.start(tournament); blocks.next();)
    open.push_back(static_cast<u64>(blocks.integer(0)));
  return open;
}

}  // namespace carrack
