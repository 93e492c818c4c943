// Conversion of tournament plans from Python arguments and of games to arrays.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "experiments/ledger/ledger.hpp"

namespace carrack::python {

/// A plan from Python: ruleset, specs of the agents, kind, seatings, seed, and the range of blocks:
/// first and one past the last.
using Plan = std::tuple<Ruleset, Arg<"agents", std::vector<std::string>>, Arg<"kind", std::string>,
                        Arg<"seatings", std::string>, Arg<"seed", u64>, std::pair<u64, u64>>;
/// Throws InputError for an unknown word or a number of agents that does not fit.
[[nodiscard]] Schedule schedule_from(const Plan& plan);

/// Finished games as (block [games], entrants, VP, ranks, forfeits: [games, players] by seat, the
/// first reason of each entrant that forfeited: a dict). A forfeit is its FailureKind, -1 for none.
[[nodiscard]] py::tuple games_as_arrays(const std::vector<BlockGame>& games, unsigned players);

}  // namespace carrack::python
