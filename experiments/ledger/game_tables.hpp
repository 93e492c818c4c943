// The tables of tournaments and their games. For schema.cpp.
#pragma once

#include <string_view>

namespace carrack {

inline constexpr std::string_view kGameTables = R"sql(
-- A tournament: a plan (configuration), played under rules (signature) by an engine. The
-- configuration is JSON: ruleset, agents, kind, seatings, seed; the hash is over it and the signature.
CREATE TABLE tournaments (
  tournament INTEGER PRIMARY KEY CHECK (tournament BETWEEN 1 AND 9007199254740992),
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
  agent INTEGER NOT NULL CHECK (agent >= 0),
  name TEXT NOT NULL,
  spec TEXT NOT NULL,
  configuration TEXT NOT NULL,
  PRIMARY KEY (tournament, agent)
) STRICT, WITHOUT ROWID;

-- The schedule: one seed of chance for a table of agents in a set of seatings.
CREATE TABLE blocks (
  tournament INTEGER NOT NULL REFERENCES tournaments,
  block INTEGER NOT NULL CHECK (block BETWEEN 0 AND 9007199254740992),
  chance INTEGER NOT NULL,         -- seed; 64 bits, as a signed number
  lineup TEXT NOT NULL,            -- JSON list of agents
  games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 720), -- seatings of the block
  done INTEGER NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND games), -- of them finished
  PRIMARY KEY (tournament, block)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_blocks ON blocks (tournament, block) WHERE done < games;

-- A process that has played: what, where, since when; what it has claimed is its own until
-- `lease`, unless it is known to have ended.
CREATE TABLE runs (
  run INTEGER PRIMARY KEY CHECK (run BETWEEN 1 AND 9007199254740992),
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
  PRIMARY KEY (tournament, block),
  FOREIGN KEY (tournament, block) REFERENCES blocks
) STRICT, WITHOUT ROWID;

-- A finished game. Its key is (hash of the tournament, block, permutation).
CREATE TABLE games (
  game INTEGER PRIMARY KEY CHECK (game BETWEEN 1 AND 9007199254740992),
  tournament INTEGER NOT NULL REFERENCES tournaments,
  block INTEGER NOT NULL,
  permutation INTEGER NOT NULL CHECK (permutation BETWEEN 0 AND 719), -- seating within the block
  run INTEGER NOT NULL REFERENCES runs,
  decisions INTEGER NOT NULL CHECK (decisions >= 0),
  UNIQUE (tournament, block, permutation),
  FOREIGN KEY (tournament, block) REFERENCES blocks
) STRICT;

-- Its seats, p1 is 1. VP by source as the record's footer has them.
CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6),
  agent INTEGER NOT NULL CHECK (agent >= 0),
  rank INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6), -- who forfeited is last
  win_share REAL NOT NULL CHECK (win_share BETWEEN 0 AND 1),
  vp INTEGER NOT NULL CHECK (vp BETWEEN -32768 AND 32767),
  colonies INTEGER NOT NULL,
  discoveries INTEGER NOT NULL,
  tiles INTEGER NOT NULL,
  economy INTEGER NOT NULL,
  bought INTEGER NOT NULL,
  forfeit TEXT CHECK (forfeit IN ('crashed', 'timed_out', 'illegal', 'protocol')),
  forfeit_decision INTEGER,        -- of the game, from 0
  forfeit_reason TEXT,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The players at the end of each turn, with the VP by source if the game ended here.
CREATE TABLE turns (
  game INTEGER NOT NULL,
  turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 255),
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
  discoveries INTEGER NOT NULL CHECK (discoveries BETWEEN 0 AND 255), -- counters and cards held
  colonies_vp INTEGER NOT NULL CHECK (colonies_vp BETWEEN 0 AND 65535),
  discoveries_vp INTEGER NOT NULL CHECK (discoveries_vp BETWEEN 0 AND 65535),
  tiles_vp INTEGER NOT NULL CHECK (tiles_vp BETWEEN 0 AND 65535),
  economy_vp INTEGER NOT NULL CHECK (economy_vp BETWEEN 0 AND 65535),
  bought_vp INTEGER NOT NULL CHECK (bought_vp BETWEEN 0 AND 65535),
  PRIMARY KEY (game, turn, seat),
  FOREIGN KEY (game, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

-- Tiles bought, in the order of the game.
CREATE TABLE purchases (
  game INTEGER NOT NULL,
  place INTEGER NOT NULL CHECK (place >= 1), -- from 1
  turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 255),
  seat INTEGER NOT NULL,
  tile TEXT NOT NULL,
  price INTEGER NOT NULL,          -- paid
  money INTEGER NOT NULL,          -- before
  PRIMARY KEY (game, place),
  FOREIGN KEY (game, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
-- Questions about a tile need not read every purchase.
CREATE INDEX purchases_by_tile ON purchases (tile);

-- What an agent reported over all its decisions. Seconds depend on the machine.
CREATE TABLE searches (
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  decisions INTEGER NOT NULL CHECK (decisions >= 0),
  iterations INTEGER NOT NULL CHECK (iterations >= 0),
  nodes INTEGER NOT NULL CHECK (nodes >= 0),
  seconds REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1e300),
  PRIMARY KEY (game, seat),
  FOREIGN KEY (game, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

-- The record of a game, JSON Lines, compressed with zstd.
CREATE TABLE records (
  game INTEGER PRIMARY KEY REFERENCES games,
  zstd BLOB NOT NULL
) STRICT;

-- A line a seat, with names, for people with a SQLite shell.
CREATE VIEW results AS
  SELECT t.name AS tournament, g.block, g.permutation, s.seat, a.name AS agent, s.rank, s.win_share,
         s.vp, s.forfeit
  FROM seats s JOIN games g USING (game) JOIN tournaments t USING (tournament)
       JOIN agents a ON a.tournament = g.tournament AND a.agent = s.agent;
)sql";

}  // namespace carrack
