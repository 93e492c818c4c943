// The ranges of the options of a search.
#pragma once

#include "agents/search/options.hpp"

namespace carrack {

/// The first number that is out of its range, by its key in specs; nothing if all are in range.
/// Specs check their numbers when they are read; programs that fill in SearchOptions do not.
[[nodiscard]] std::optional<std::string> conflict_of_ranges(const SearchOptions& options);

}  // namespace carrack
