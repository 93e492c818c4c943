// Records of one game of a trial and of its branches.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/trial/trial_game.hpp"

namespace carrack {

/// What the branch of a fork begins with.
enum class BranchKind : u8 {
  with,     // the action that is tried
  other,    // the agent's choice when it is not available
  nothing,  // purchases: buying nothing
  denied    // with `denial`: as other, and nobody buys the tile
};
inline constexpr std::array kBranchKinds{BranchKind::with, BranchKind::other, BranchKind::nothing,
                                         BranchKind::denied};
[[nodiscard]] std::string_view name(BranchKind kind) noexcept;

/// A game of a trial with the records of everything that was played in it.
struct RecordedTrialGame {
  TrialGame game;
  TrialLog log;
  std::vector<std::string> records;  // of the game, then of each branch of the log

  /// The indices of the records that are branches of this kind of fork number `fork`, one per
  /// continuation; empty if the trial has no such branches. Forks share branches: buying nothing is
  /// one for all tiles.
  [[nodiscard]] std::vector<std::size_t> records_of(std::size_t fork, BranchKind kind) const;
};

/// Plays game `number` of the plan again, with records. Empty if `stop` was raised before its end.
/// Throws as check_plan() does. A game of agents that have a clock cannot be repeated.
[[nodiscard]] std::optional<RecordedTrialGame> record_trial_game(const TrialPlan& plan, u64 number,
                                                                 const std::atomic<bool>& stop);

}  // namespace carrack
