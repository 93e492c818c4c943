// The statements by which games enter the ledger, prepared once.
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
  Statement count_block;  // one more game of the block is done
  Statement free_block;   // the claim on a block whose games are all done
};

}  // namespace carrack
