#include "experiments/ledger/schema.hpp"

#include <array>

#include "core/error.hpp"

namespace carrack {
namespace {

/// PRAGMA application_id of a ledger: "Crrk".
constexpr i64 kApplication = 0x4372726B;

constexpr std::string_view kVersion1 = R"sql(
-- A tournament: a plan (configuration), played under rules (signature) by an engine. The
-- configuration is JSON: ruleset, agents, kind, seatings, seed; the hash is over it and the signature.
CREATE TABLE tournaments (
  tournament INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  configuration TEXT NOT NULL,
  signature TEXT NOT NULL,
  engine TEXT NOT NULL,
  begun TEXT NOT NULL              -- UTC
) STRICT;

-- Its agents, from 0: a name that tells entrants of one spec apart, the spec with every key at its
-- value, and the same as JSON.
CREATE TABLE agents (
  tournament INTEGER NOT NULL REFERENCES tournaments,
  agent INTEGER NOT NULL,
  name TEXT NOT NULL,
  spec TEXT NOT NULL,
  configuration TEXT NOT NULL,
  PRIMARY KEY (tournament, agent)
) STRICT, WITHOUT ROWID;

-- The schedule: one seed of chance for a table of agents in a set of seatings.
CREATE TABLE blocks (
  tournament INTEGER NOT NULL REFERENCES tournaments,
  block INTEGER NOT NULL,
  chance INTEGER NOT NULL,         -- seed; 64 bits, as a signed number
  lineup TEXT NOT NULL,            -- JSON list of agents
  games INTEGER NOT NULL,          -- seatings of the block
  done INTEGER NOT NULL DEFAULT 0, -- of them finished
  PRIMARY KEY (tournament, block)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_blocks ON blocks (tournament, block) WHERE done < games;

-- A process that has played: what, where, since when; what it has claimed is its own until
-- `lease`, unless it is known to have ended.
CREATE TABLE runs (
  run INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  engine TEXT NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  begun TEXT NOT NULL,             -- UTC
  lease REAL NOT NULL              -- seconds since 1970, renewed while the process lives
) STRICT;

-- The blocks that runs are playing.
CREATE TABLE claims (
  tournament INTEGER NOT NULL,
  block INTEGER NOT NULL,
  run INTEGER NOT NULL REFERENCES runs,
  PRIMARY KEY (tournament, block)
) STRICT, WITHOUT ROWID;

-- A finished game. Its key is (hash of the tournament, block, permutation).
CREATE TABLE games (
  game INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  block INTEGER NOT NULL,
  permutation INTEGER NOT NULL,    -- number of the seating within the block
  run INTEGER NOT NULL REFERENCES runs,
  decisions INTEGER NOT NULL,
  UNIQUE (tournament, block, permutation)
) STRICT;

-- Its seats, p1 is 1. VP by source as the record's footer has them.
CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL,
  agent INTEGER NOT NULL,
  rank INTEGER NOT NULL,           -- who forfeited is last
  win_share REAL NOT NULL,
  vp INTEGER NOT NULL,
  colonies INTEGER NOT NULL,
  discoveries INTEGER NOT NULL,
  tiles INTEGER NOT NULL,
  economy INTEGER NOT NULL,
  bought INTEGER NOT NULL,
  forfeit TEXT,                    -- crashed, timed_out, illegal, protocol
  forfeit_decision INTEGER,        -- of the game, from 0
  forfeit_reason TEXT,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The players at the end of each turn.
CREATE TABLE turns (
  game INTEGER NOT NULL REFERENCES games,
  turn INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  money INTEGER NOT NULL,
  vp INTEGER NOT NULL,             -- if the game ended here
  colonists INTEGER NOT NULL,      -- and builders, in regions
  soldiers INTEGER NOT NULL,
  missionaries INTEGER NOT NULL,
  regions INTEGER NOT NULL,        -- with an own worker
  goods INTEGER NOT NULL,
  ships INTEGER NOT NULL,
  tiles INTEGER NOT NULL,
  PRIMARY KEY (game, turn, seat)
) STRICT, WITHOUT ROWID;

-- Tiles bought, in the order of the game.
CREATE TABLE purchases (
  game INTEGER NOT NULL REFERENCES games,
  place INTEGER NOT NULL,          -- from 1
  turn INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  tile TEXT NOT NULL,
  price INTEGER NOT NULL,          -- paid
  money INTEGER NOT NULL,          -- before
  PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- What an agent reported over all its decisions. Seconds depend on the machine.
CREATE TABLE searches (
  game INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL,
  decisions INTEGER NOT NULL,
  iterations INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The record of a game, JSON Lines, compressed with zstd.
CREATE TABLE records (
  game INTEGER PRIMARY KEY REFERENCES games,
  zstd BLOB NOT NULL
) STRICT;
)sql";

constexpr std::string_view kVersion2 = R"sql(
-- Questions about a tile need not read every purchase.
CREATE INDEX purchases_by_tile ON purchases (tile);

-- A line a seat, with names, for people with a SQLite shell.
CREATE VIEW results AS
  SELECT t.name AS tournament, g.block, g.permutation, s.seat, a.name AS agent, s.rank, s.win_share,
         s.vp, s.forfeit
  FROM seats s JOIN games g USING (game) JOIN tournaments t USING (tournament)
       JOIN agents a ON a.tournament = g.tournament AND a.agent = s.agent;
)sql";

constexpr std::array<std::string_view, 2> kMigrations{kVersion1, kVersion2};

i64 number(Database& db, std::string_view sql) {
  Statement select(db, sql);
  select.start();
  return select.next() ? select.integer(0) : 0;
}

void check_is_ledger(Database& db) {
  if (number(db, "SELECT count(*) FROM sqlite_schema") != 0 &&
      number(db, "PRAGMA application_id") != kApplication) {
    throw InputError("ledger " + db.path() + ": a database, but not one of carrack's");
  }
}

}  // namespace

std::span<const std::string_view> ledger_migrations() noexcept { return kMigrations; }

void open_schema(Database& db, bool may_write, std::span<const std::string_view> migrations) {
  check_is_ledger(db);
  const auto latest = static_cast<i64>(migrations.size());
  const auto version = [&] {
    const i64 found = number(db, "PRAGMA user_version");
    if (found > latest) {
      throw InputError("ledger " + db.path() + ": its schema has version " + std::to_string(found) +
                       ", a later carrack's; this one knows up to " + std::to_string(latest));
    }
    return found;
  };
  if (version() == latest) return;
  if (!may_write) {
    throw InputError("ledger " + db.path() + ": its schema has version " +
                     std::to_string(version()) + ", expected " + std::to_string(latest) +
                     "; playing a tournament on it brings it up to date");
  }
  while (version() < latest) {
    Transaction step(db);
    const i64 from = version();  // another process may have been faster
    if (from < latest) {
      db.execute(std::string(migrations[static_cast<std::size_t>(from)]));
      db.execute("PRAGMA application_id = " + std::to_string(kApplication));
      db.execute("PRAGMA user_version = " + std::to_string(from + 1));
    }
    step.commit();
  }
}

}  // namespace carrack
