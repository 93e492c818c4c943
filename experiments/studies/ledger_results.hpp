// Results from a ledger (experiments/ledger/ledger.hpp).
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct PooledResults {
  Results results;
  std::vector<Luck> luck;  // of each game, if it was asked for
  /// The signature of the rules that the games were played under, if it is not that of the present
  /// rules; empty otherwise.
  std::string other_signature;
};

/// The finished games of the tournaments of these names of each file; without names, of the only
/// tournament of each. Agents with the same spec are one entrant. Blocks with the same chance seed
/// are one block, even across files. A game of one plan in several files counts once, as does a
/// game of two plans: the same entrants at the same seats with the same random numbers and result.
/// Throws InputError if there is no such file or tournament, for a tournament without finished
/// games, for games of different rulesets or under rules of different signatures, and if files with
/// the same plan disagree about a game.
[[nodiscard]] PooledResults read_ledger_results(const std::vector<std::string>& files,
                                                const std::vector<std::string>& tournaments = {});

/// The same for one tournament, with the luck from the records of its games; an empty name means
/// the only one.
[[nodiscard]] PooledResults read_ledger_results_and_luck(const std::string& file,
                                                         const std::string& tournament);

/// Whether a file is a ledger, by the SQLite header.
[[nodiscard]] bool is_ledger(const std::string& file);

}  // namespace carrack
