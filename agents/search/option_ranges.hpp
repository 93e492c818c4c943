// The ranges of the options of a search.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "agents/search/budget_meter.hpp"
#include "agents/search/options.hpp"

namespace carrack {

/// The least and the most that a number among the options may be.
struct OptionRange {
  std::string_view key;  // in specs
  double least;
  double most;
};

/// A budget of 0 is no limit.
inline constexpr std::array kOptionRanges{
    OptionRange{"iterations", 0, static_cast<double>(kMaxIterations)},
    OptionRange{"time", 0, 86400},
    OptionRange{"game_time", 0, 86400},
    OptionRange{"extend", 0, 10},
    OptionRange{"memory", 1, 65536},
    OptionRange{"c", 0, 100},
    OptionRange{"fpu", -1, 1},
    OptionRange{"fpu_reduction", -1, 1},
    OptionRange{"bias", 0, 100},
    OptionRange{"history", 0, 100},
    OptionRange{"rave", 0, 1e6},
    OptionRange{"grave", 0, 1e6},
    OptionRange{"gamma", 0.001, 1},
    OptionRange{"considered", 1, 1000},
    OptionRange{"gumbel_scale", 0, 100},
    OptionRange{"c_visit", 0, 1e6},
    OptionRange{"c_scale", 0, 1000},
    OptionRange{"noise", 0, 1},
    OptionRange{"noise_alpha", 0.01, 10000},
    OptionRange{"widening", 0, 1},
    OptionRange{"temperature", 0.01, 100},
    OptionRange{"epsilon", 0, 1},
    OptionRange{"adapt", 0, 10000},
    OptionRange{"learners", 1, 64},
    OptionRange{"cutoff", 0, 10000},
    OptionRange{"cutoff_turns", 0, 8},
    OptionRange{"lambda", 0, 1},
    OptionRange{"implicit", 0, 1},
    OptionRange{"threads", 1, 256},
    OptionRange{"workers", 1, 256},
    OptionRange{"leaves", 1, 256},
    OptionRange{"batch", 0, 256},
};

/// The range of a key. Throws std::out_of_range for a key that has none, which is an error of
/// compilation in constant expressions.
[[nodiscard]] constexpr const OptionRange& option_range(std::string_view key) {
  for (const OptionRange& range : kOptionRanges) {
    if (range.key == key) return range;
  }
  throw std::out_of_range("no range of this key");
}

/// The first number that is out of its range, by its key in specs; nothing if all are in range.
/// Specs check their numbers when they are read; programs that fill in SearchOptions do not.
[[nodiscard]] std::optional<std::string> conflict_of_ranges(const SearchOptions& options);

}  // namespace carrack
