// The report of a finished game (experiments/report), judged piece by piece, so that several web
// workers can share the work.
#pragma once

#include <string>
#include <vector>

#include "experiments/web/game_tree.hpp"

namespace carrack::web {

/// Judges the decisions at the events `plies` of the current line, counted from 0. A JSON list of
/// objects with `ply`, `best`, `loss`, `error`, `share` and `iterations`. Throws InputError for an
/// agent that cannot judge, an unfinished game, and events that are not decisions.
[[nodiscard]] std::string judge_plies(const GameTree& tree, const std::string& agent,
                                      const std::vector<u64>& plies);

/// The report from the judgements of all decisions, lists as judge_plies() returns them:
/// `{"report": …, "page": "<!doctype …"}`, as `carrack report --json` and `--html` write them.
/// Without judgements, as with `--quick`.
[[nodiscard]] std::string report_json(const GameTree& tree, const std::string& agent,
                                      const std::vector<std::string>& judgements);

}  // namespace carrack::web
