// Prepared statements that store games.
#pragma once

#include "experiments/ledger/ledger.hpp"

namespace carrack {

struct Ledger::Statements {
  explicit Statements(Database& db);

  Statement game;
  Statement seat;
  Statement turn;
  Statement purchase;
  Statement search;
  Statement record;
  Statement count_block;  // counts a finished game of the block
  Statement free_block;   // deletes the claim on a finished block
};

}  // namespace carrack
