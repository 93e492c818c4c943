#include "agents/search/option_ranges.hpp"

#include <array>

#include "agents/search/budget_meter.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

/// A number that an option has, and the least and the most that it may be.
struct Range {
  const char* key;
  double value;
  double least;
  double most;
};

constexpr double whole(u64 number) { return static_cast<double>(number); }

}  // namespace

// agents/mcts/parameters.cpp has the same ranges for specs; a test compares them. A budget of 0,
// which specs leave out, is no limit.
std::optional<std::string> conflict_of_ranges(const SearchOptions& o) {
  const std::array ranges{
      Range{"iterations", whole(o.budget.iterations), 0, whole(kMaxIterations)},
      Range{"time", o.budget.seconds, 0, 86400},
      Range{"game_time", o.budget.game_seconds, 0, 86400},
      Range{"extend", o.budget.extend, 0, 10},
      Range{"memory", whole(o.tree.memory), 1, 65536},
      Range{"c", o.selection.exploration, 0, 100},
      Range{"fpu", o.selection.first_play, -1, 1},
      Range{"fpu_reduction", o.selection.reduction, -1, 1},
      Range{"bias", o.selection.bias, 0, 100},
      Range{"history", o.selection.history, 0, 100},
      Range{"rave", o.selection.rave, 0, 1e6},
      Range{"grave", whole(o.selection.grave), 0, 1e6},
      Range{"gamma", o.root.mixing, 0.001, 1},
      Range{"considered", whole(o.root.considered), 1, 1000},
      Range{"gumbel_scale", o.root.gumbel_scale, 0, 100},
      Range{"c_visit", o.root.visit_offset, 0, 1e6},
      Range{"c_scale", o.root.value_scale, 0, 1000},
      Range{"noise", o.root.noise, 0, 1},
      Range{"noise_alpha", o.root.noise_alpha, 0.01, 10000},
      Range{"widening", o.expansion.widening, 0, 1},
      Range{"temperature", o.expansion.temperature, 0.01, 100},
      Range{"epsilon", o.rollout.epsilon, 0, 1},
      Range{"adapt", o.rollout.adapt, 0, 10000},
      Range{"learners", whole(o.rollout.learners), 1, 64},
      Range{"cutoff", whole(o.rollout.cutoff), 0, 10000},
      Range{"cutoff_turns", whole(o.rollout.cutoff_turns), 0, 8},
      Range{"lambda", o.backup.lambda, 0, 1},
      Range{"implicit", o.backup.implicit, 0, 1},
      Range{"threads", whole(o.parallel.threads), 1, 256},
      Range{"workers", whole(o.parallel.workers), 1, 256},
      Range{"leaves", whole(o.parallel.leaves), 1, 256},
      Range{"batch", whole(o.parallel.batch), 0, 256},
  };
  for (const Range& range : ranges) {
    if (range.value >= range.least && range.value <= range.most) continue;  // a NaN is in no range
    return std::string(range.key) + "= is " + digits_of(range.value) + ", expected " +
           digits_of(range.least) + " to " + digits_of(range.most);
  }
  return {};
}

}  // namespace carrack
