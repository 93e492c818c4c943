#include "agents/search/option_ranges.hpp"

#include "core/base/numbers.hpp"

namespace carrack {
namespace {

/// An option by its key.
struct Number {
  std::string_view key;
  double value;
};

constexpr double whole(u64 number) { return static_cast<double>(number); }

}  // namespace

std::optional<std::string> conflict_of_ranges(const SearchOptions& o) {
  const std::array numbers{
      Number{"iterations", whole(o.budget.iterations)},
      Number{"time", o.budget.seconds},
      Number{"game_time", o.budget.game_seconds},
      Number{"extend", o.budget.extend},
      Number{"memory", whole(o.tree.memory)},
      Number{"c", o.selection.exploration},
      Number{"fpu", o.selection.first_play},
      Number{"fpu_reduction", o.selection.reduction},
      Number{"bias", o.selection.bias},
      Number{"history", o.selection.history},
      Number{"rave", o.selection.rave},
      Number{"grave", whole(o.selection.grave)},
      Number{"gamma", o.root.mixing},
      Number{"considered", whole(o.root.considered)},
      Number{"gumbel_scale", o.root.gumbel_scale},
      Number{"c_visit", o.root.visit_offset},
      Number{"c_scale", o.root.value_scale},
      Number{"noise", o.root.noise},
      Number{"noise_alpha", o.root.noise_alpha},
      Number{"widening", o.expansion.widening},
      Number{"temperature", o.expansion.temperature},
      Number{"epsilon", o.rollout.epsilon},
      Number{"adapt", o.rollout.adapt},
      Number{"learners", whole(o.rollout.learners)},
      Number{"cutoff", whole(o.rollout.cutoff)},
      Number{"cutoff_turns", whole(o.rollout.cutoff_turns)},
      Number{"lambda", o.backup.lambda},
      Number{"implicit", o.backup.implicit},
      Number{"threads", whole(o.parallel.threads)},
      Number{"workers", whole(o.parallel.workers)},
      Number{"leaves", whole(o.parallel.leaves)},
      Number{"batch", whole(o.parallel.batch)},
  };
  static_assert(numbers.size() == kOptionRanges.size());
  for (const auto& [key, value] : numbers) {
    const OptionRange& range = option_range(key);
    if (value >= range.least && value <= range.most) continue;  // a NaN is in no range
    return std::string(key) + "= is " + digits_of(value) + ", expected " + digits_of(range.least) +
           " to " + digits_of(range.most);
  }
  return {};
}

}  // namespace carrack
