// Results from record files (core/notation/record.hpp), with the blocks that the games came in.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct RecordedResults {
  Results results;         // an entrant is an agent's spec, as the headers name it
  std::vector<Luck> luck;  // by game; empty unless asked for
};

/// Reads and replays every game. Games that follow each other in a file and whose setup was the
/// same have the same chance draws: they are a block. A game that comes again, in the same file or
/// another, counts once: one with the same ruleset, agents, seed, number and events. Throws
/// InputError for what cannot be read, games of different rulesets, or none at all.
[[nodiscard]] RecordedResults read_recorded_results(const std::vector<std::string>& files,
                                                    bool with_luck);

/// The luck of the only game of a record's text; `file` is what errors call it.
[[nodiscard]] Luck luck_of_record(const std::string& text, const std::string& file);

}  // namespace carrack
