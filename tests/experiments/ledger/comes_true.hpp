// Waits for what another process writes into a ledger.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "core/base/error.hpp"
#include "experiments/ledger/database.hpp"

namespace carrack {

/// Whether the query on the ledger yields a value other than 0. There may be no ledger yet.
[[nodiscard]] inline bool is_true(const std::string& ledger, const std::string& query) {
  if (!std::filesystem::exists(ledger)) return false;
  try {
    Database db(ledger, Database::Mode::read);
    Statement select(db, query);
    select.start();
    return select.next() && select.integer(0) != 0;
  } catch (const InputError&) {  // its tables do not exist yet
    return false;
  }
}

/// Waits, for a minute at most, until is_true().
[[nodiscard]] inline bool comes_true(const std::string& ledger, const std::string& query) {
  for (int i = 0; i < 6000; ++i) {
    if (is_true(ledger, query)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace carrack
