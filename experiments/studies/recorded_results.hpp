// Results from record files (core/notation/record.hpp), grouped into blocks.
#pragma once

#include <string>
#include <vector>

#include "core/game/ruleset.hpp"
#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct RecordedResults {
  Results results;         // an entrant is an agent spec from the headers
  std::vector<Luck> luck;  // by game; empty unless requested
};

/// Reads and replays every game. Games with the same setup, wherever they stand, have the same
/// chance draws and form a block. Duplicates, in the same file or another, count once: games with
/// the same ruleset, agents and events. Throws InputError for unreadable files, files without
/// games, and games of different rulesets.
[[nodiscard]] RecordedResults read_recorded_results(const std::vector<std::string>& files,
                                                    bool with_luck);

/// What an error says of games of rules that differ from those before: " of aoe3-2 after games of
/// aoe3-3; rate one ruleset at a time".
[[nodiscard]] std::string of_other_rules(Ruleset rules, Ruleset before);

/// The luck of the only game in the text of a record; `file` is its name in errors.
[[nodiscard]] Luck luck_of_record(const std::string& text, const std::string& file);

}  // namespace carrack
