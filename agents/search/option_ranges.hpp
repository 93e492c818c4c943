// The numbers that the options of a search may have.
#pragma once

#include "agents/search/options.hpp"

namespace carrack {

/// What is wrong with a number, by its key in specs; nothing where all are in range. Specs check
/// their numbers when they are read; programs that fill in SearchOptions do not.
[[nodiscard]] std::optional<std::string> conflict_of_ranges(const SearchOptions& options);

}  // namespace carrack
