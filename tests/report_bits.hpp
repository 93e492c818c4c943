// Reports of searches as numbers, to compare them bit by bit.
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "agents/report.hpp"
#include "agents/search/game.hpp"

namespace carrack::testing {

/// All of a report but its seconds.
template <typename Action>
[[nodiscard]] std::vector<u64> bits_of(const BasicReport<Action>& report) {
  std::vector<u64> bits{report.iterations, report.nodes, report.memory_bytes, report.deepest,
                        std::bit_cast<u64>(report.mean_depth)};
  const auto add = [&](float value) {  // one NaN is as good as another
    bits.push_back(std::isnan(value) ? ~u64{0} : std::bit_cast<u32>(value));
  };
  const auto add_all = [&](const BySeat& values) {
    for (const float value : values) add(value);
  };
  add_all(report.win_share);
  for (const auto& option : report.options) {
    bits.insert(bits.end(), {u64{id_of(option.action)}, option.visits});
    add_all(option.value);
    add_all(option.standard_error);
    add_all(option.win_share);
    add(option.prior);
    add(option.policy_target);
  }
  for (const Action& action : report.principal_variation) bits.push_back(id_of(action));
  bits.insert(bits.end(), report.principal_movers.begin(), report.principal_movers.end());
  for (const auto& [iterations, action] : report.anytime) {
    bits.insert(bits.end(), {iterations, u64{id_of(action)}});
  }
  return bits;
}

}  // namespace carrack::testing
