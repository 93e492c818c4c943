// Results from a ledger (experiments/ledger/ledger.hpp).
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// The finished games of a tournament of each file; with an empty name, of the only one of a file.
/// Agents of one spec are one entrant. Blocks of one seed of chance are one block, also where they
/// are of different files. A game of one plan that several files have counts once. Throws
/// InputError where there is no such file, tournament or game, for games of different rulesets, and
/// where files disagree about a game.
[[nodiscard]] Results read_ledger_results(const std::vector<std::string>& files,
                                          const std::string& tournament);

/// What the draws of chance gave each seat, game by game in the same order, from the records of the
/// games. Throws InputError as read_ledger_results() does.
[[nodiscard]] std::vector<Luck> read_ledger_luck(const std::string& file,
                                                 const std::string& tournament);

/// Whether a file is a ledger: an SQLite database, by its first bytes.
[[nodiscard]] bool is_ledger(const std::string& file);

}  // namespace carrack
