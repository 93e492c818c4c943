// Searches of a position, as the page shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/mcts/saved_tree.hpp"
#include "core/game/game.hpp"

namespace carrack::web {

/// The report of a search, as `carrack analyse --json` prints it for the same position, agent and
/// seed; of a tree search also `lines`: for each option, the most visited line from it on, each
/// event with its actor. Anything that the mover does not know is drawn anew. Throws InputError for
/// an agent that does not search. Precondition: a player is to decide.
[[nodiscard]] std::string search_position(const State& s, const std::string& agent, u64 seed);

/// The tree of the same search. Throws InputError also for an agent without a tree.
[[nodiscard]] SavedTree search_tree(const State& s, const std::string& agent, u64 seed);

/// Reports of independent searches of one position as one: visits are added, values are means over
/// all iterations, errors are those of these means. The choice is the most visited option; the line
/// of an option is that of the search which visited it most. A single report is returned as it is.
/// Throws InputError for text that is not a report, and for reports of different positions.
[[nodiscard]] std::string merge_reports(const std::vector<std::string>& reports);

}  // namespace carrack::web
