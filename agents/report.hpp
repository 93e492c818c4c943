// What a search reports about a position, whatever the game.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// Chance in the place of a seat.
inline constexpr u8 kChanceMover = 0xFF;

/// A number a seat; NaN if it is not known.
using BySeat = std::array<float, kMaxPlayers>;
inline constexpr BySeat kUnknown = [] {
  BySeat values{};
  values.fill(std::numeric_limits<float>::quiet_NaN());
  return values;
}();

/// What one option looked like to the agent that chose.
template <typename Action>
struct BasicOptionReport {
  Action action;
  u64 visits = 0;
  /// The mean reward, in [0, 1]; unknown without a visit. The agent says what is rewarded (`win=`,
  /// `rank=`, `margin=`), so the rewards of all seats need not add up to 1.
  BySeat value = kUnknown;
  BySeat standard_error = kUnknown;  // of the value; unknown below two visits
  BySeat win_share = kUnknown;       // expected; those of all seats add up to 1
  float prior = kUnknown[0];
  /// The probability of the option in the policy that a network learns from this search, with
  /// root=gumbel (improved policy) and noise= (visits without those of the noise). The targets of a
  /// search add up to 1. Otherwise unknown: a network learns the shares of the visits.
  float policy_target = kUnknown[0];
};

/// What an agent found out while it chose. Agents that do not search leave it empty.
template <typename Action>
struct BasicReport {
  u64 iterations = 0;  // playouts, or leaves that were evaluated
  double seconds = 0;
  /// The chosen one, then the others: those with the most visits first (flat: the highest values).
  std::vector<BasicOptionReport<Action>> options;
  /// The most visited line; with parallel=root, of the first tree after the chosen action.
  std::vector<Action> principal_variation;
  /// Who does each action of principal_variation: a seat, or kChanceMover. If that depends on
  /// chance, the first one that was met.
  std::vector<u8> principal_movers;
  u64 nodes = 0;  // of the tree, or trees
  u64 memory_bytes = 0;
  // Decisions of a descent that were taken from the tree, or trees.
  u64 deepest = 0;
  double mean_depth = 0;
  BySeat win_share = kUnknown;  // the mean over all iterations
  /// What would have been chosen after 1, 2, 4, 8 ... iterations; if several iterations are counted
  /// at once, after the next number reached. With parallel=tree some of these iterations are not
  /// finished yet. Empty with parallel=root.
  struct Moment {
    u64 iterations;
    Action action;
  };
  std::vector<Moment> anytime;
};

}  // namespace carrack
