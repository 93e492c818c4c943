// The tables of trials. For schema.cpp.
#pragma once

#include <string_view>

namespace carrack {

inline constexpr std::string_view kTrialTables = R"sql(
-- A trial: a plan (configuration: ruleset, agents, seed, continuations, turn, seat, on), played
-- under rules (signature) by an engine.
CREATE TABLE trials (
  trial INTEGER PRIMARY KEY CHECK (trial BETWEEN 1 AND 9007199254740992),
  name TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  configuration TEXT NOT NULL,
  signature TEXT NOT NULL,
  engine TEXT NOT NULL,
  begun TEXT NOT NULL              -- UTC
) STRICT;

-- Its finished games, from 0, and the games and parts of games that were played for each.
CREATE TABLE trial_games (
  trial INTEGER NOT NULL REFERENCES trials,
  game INTEGER NOT NULL CHECK (game BETWEEN 0 AND 9007199254740992),
  courses INTEGER NOT NULL CHECK (courses BETWEEN 1 AND 9007199254740992),
  PRIMARY KEY (trial, game)
) STRICT, WITHOUT ROWID;

-- How such a game ended, p1 is 1.
CREATE TABLE trial_seats (
  trial INTEGER NOT NULL,
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6),
  rank INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6),
  vp INTEGER NOT NULL CHECK (vp BETWEEN -32768 AND 32767),
  PRIMARY KEY (trial, game, seat),
  FOREIGN KEY (trial, game) REFERENCES trial_games
) STRICT, WITHOUT ROWID;

-- Its forks: the outcome with the action minus that with the other one, for the seat, mean over
-- the continuations; minus that of buying nothing, for purchases; and minus that with the other
-- one, after which nobody buys the tile, for trials with denial. The seat just before the fork is
-- described as in trial_circumstances.
CREATE TABLE trial_forks (
  trial INTEGER NOT NULL,
  game INTEGER NOT NULL,
  subject TEXT NOT NULL,           -- buy:navy, place:discovery
  occasion TEXT NOT NULL,          -- offered, bought; open, placed
  seat INTEGER NOT NULL,
  turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 8),
  action TEXT NOT NULL,            -- place colonist discovery
  other TEXT NOT NULL,
  win_share REAL NOT NULL CHECK (win_share BETWEEN -1 AND 1),
  rank REAL NOT NULL CHECK (rank BETWEEN -5 AND 5),
  vp REAL NOT NULL CHECK (vp BETWEEN -65535 AND 65535),
  win_share_vs_nothing REAL CHECK (win_share_vs_nothing BETWEEN -1 AND 1),
  rank_vs_nothing REAL CHECK (rank_vs_nothing BETWEEN -5 AND 5),
  vp_vs_nothing REAL CHECK (vp_vs_nothing BETWEEN -65535 AND 65535),
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 5), -- in the player order, from 0
  money INTEGER NOT NULL CHECK (money BETWEEN 0 AND 65535),
  income INTEGER NOT NULL CHECK (income BETWEEN 0 AND 65535), -- of goods and ships
  vp_before INTEGER NOT NULL CHECK (vp_before BETWEEN -32768 AND 32767),
  workers INTEGER NOT NULL CHECK (workers BETWEEN 0 AND 65535),
  win_share_vs_denied REAL CHECK (win_share_vs_denied BETWEEN -1 AND 1),
  rank_vs_denied REAL CHECK (rank_vs_denied BETWEEN -5 AND 5),
  vp_vs_denied REAL CHECK (vp_vs_denied BETWEEN -65535 AND 65535),
  PRIMARY KEY (trial, game, subject, occasion),
  FOREIGN KEY (trial, game, seat) REFERENCES trial_seats
) STRICT, WITHOUT ROWID;

-- Forks of trials with discounts: the outcome where the seat pays so much less at this purchase,
-- minus that with the full price.
CREATE TABLE trial_discounts (
  trial INTEGER NOT NULL,
  game INTEGER NOT NULL,
  subject TEXT NOT NULL,
  occasion TEXT NOT NULL,
  discount INTEGER NOT NULL CHECK (discount BETWEEN 1 AND 100), -- in $
  win_share REAL NOT NULL CHECK (win_share BETWEEN -1 AND 1),
  rank REAL NOT NULL CHECK (rank BETWEEN -5 AND 5),
  vp REAL NOT NULL CHECK (vp BETWEEN -65535 AND 65535),
  PRIMARY KEY (trial, game, subject, occasion, discount),
  FOREIGN KEY (trial, game, subject, occasion) REFERENCES trial_forks
) STRICT, WITHOUT ROWID;

-- The first time in a game that an agent did it by its own choice.
CREATE TABLE trial_choices (
  trial INTEGER NOT NULL,
  game INTEGER NOT NULL,
  subject TEXT NOT NULL,
  seat INTEGER NOT NULL,
  turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 8),
  PRIMARY KEY (trial, game, subject),
  FOREIGN KEY (trial, game, seat) REFERENCES trial_seats
) STRICT, WITHOUT ROWID;

-- All players just before that choice.
CREATE TABLE trial_circumstances (
  trial INTEGER NOT NULL,
  game INTEGER NOT NULL,
  subject TEXT NOT NULL,
  seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6),
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 5), -- in the player order, from 0
  money INTEGER NOT NULL CHECK (money BETWEEN 0 AND 65535),
  income INTEGER NOT NULL CHECK (income BETWEEN 0 AND 65535), -- of goods and ships
  vp INTEGER NOT NULL CHECK (vp BETWEEN -32768 AND 32767), -- if the game ended here
  workers INTEGER NOT NULL CHECK (workers BETWEEN 0 AND 65535),
  PRIMARY KEY (trial, game, subject, seat),
  FOREIGN KEY (trial, game, subject) REFERENCES trial_choices
) STRICT, WITHOUT ROWID;
)sql";

}  // namespace carrack
