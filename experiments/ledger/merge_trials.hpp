// The trials of one ledger into another. For merge.cpp.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Takes over the games of trials of the ledger `path`, attached as schema `other`, that are not
/// here yet. Within a transaction. Returns how many. Throws InputError where plan or rules of a
/// trial differ, and where both have a game with different values.
u64 merge_trials(Database& db, const std::string& path);

}  // namespace carrack
