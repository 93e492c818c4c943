// Compares the rows of a tournament with its plan. For validation.cpp.
#pragma once

#include "experiments/ledger/database.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// Blocks of a mixed tournament whose tables are dealt to be compared, beside as many as the ledger
/// has: a file with one block of a large number must not take minutes and gigabytes.
inline constexpr i64 kBlocksDealtAnyway = 1'000'000;

/// Throws InputError for the first row of agents, blocks, games or seats that does not fit the
/// plan: each block has the chance seed and the line-up of the schedule, each game the agents of
/// the seating, each result consistent ranks. Of mixed tournaments, line-ups of blocks beyond
/// kBlocksDealtAnyway more than the ledger has are only checked to be lists of agents.
void validate_tournament(Database& db, i64 tournament, const TournamentPlan& plan);

}  // namespace carrack
