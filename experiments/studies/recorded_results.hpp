// Results from record files (core/notation/record.hpp), grouped into blocks.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct RecordedResults {
  Results results;         // an entrant is an agent spec from the headers
  std::vector<Luck> luck;  // by game; empty unless requested
};

/// Reads and replays every game; GameBlocks says which form a block and which are duplicates.
/// Throws InputError for unreadable files, files without games, and games of different rulesets.
[[nodiscard]] RecordedResults read_recorded_results(const std::vector<std::string>& files,
                                                    bool with_luck);

/// The luck of the only game in the text of a record; `file` is its name in errors.
[[nodiscard]] Luck luck_of_record(const std::string& text, const std::string& file);

}  // namespace carrack
