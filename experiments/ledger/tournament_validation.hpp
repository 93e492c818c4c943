// Compares the rows of a tournament with its plan. For validation.cpp.
#pragma once

#include "experiments/ledger/database.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// To compare line-ups of a mixed tournament, tables are dealt for as many blocks as the ledger has
/// and this many more. Without a limit, a file with a block of a large number would take minutes
/// and gigabytes.
inline constexpr i64 kBlocksDealtAnyway = 1'000'000;

/// Throws InputError for the first row of agents, blocks, games or seats that does not fit the
/// plan: each block has the chance seed and the line-up of the schedule, each game the agents of
/// the seating, each result consistent ranks. In mixed tournaments, blocks beyond those that are
/// dealt (kBlocksDealtAnyway) are only checked to have lists of agents.
void validate_tournament(Database& db, i64 tournament, const TournamentPlan& plan);

}  // namespace carrack
