// Merges the trials of one ledger into another. For merge.cpp.
#pragma once

#include "experiments/ledger/database.hpp"
#include "experiments/ledger/merge_rule.hpp"

namespace carrack {

/// Copies the missing games of trials of the ledger `path`, attached as schema `other`.
/// Precondition: within a transaction. Returns their number. Throws InputError if plan or rules of
/// a trial differ, or if a common game has different values.
u64 merge_trials(Database& db, const std::string& path, MergeRule rule);

}  // namespace carrack
