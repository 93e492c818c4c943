#include "experiments/trial/trial_records.hpp"

#include "core/notation/record.hpp"

namespace carrack {
namespace {

/// The action at the fork, and the tile that nobody buys after it; empty if there is no such
/// branch.
std::optional<std::pair<Action, std::optional<Tile>>> branch_of(const Fork& fork, BranchKind kind) {
  switch (kind) {
    case BranchKind::with: return std::pair(fork.with, std::nullopt);
    case BranchKind::other: return std::pair(fork.other, std::nullopt);
    case BranchKind::nothing:
      if (!fork.versus_nothing) return std::nullopt;
      return std::pair(kPass, std::nullopt);
    case BranchKind::denied:
      if (!fork.versus_denied) return std::nullopt;
      return std::pair(fork.other, std::optional(fork.on.tile()));
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(BranchKind kind) noexcept {
  constexpr std::array<std::string_view, kBranchKinds.size()> kNames{"with", "other", "nothing",
                                                                     "denied"};
  return kNames[index(kind)];
}

std::vector<std::size_t> RecordedTrialGame::records_of(std::size_t fork, BranchKind kind) const {
  std::vector<std::size_t> found;
  const auto wanted = branch_of(game.forks.at(fork), kind);
  if (!wanted) return found;
  for (std::size_t i = 0; i < log.branches.size(); ++i) {
    const TrialLog::Branch& branch = log.branches[i];
    if (branch.ply == log.plies[fork] && std::pair(branch.action, branch.denied) == *wanted) {
      found.push_back(i + 1);
    }
  }
  return found;
}

std::optional<RecordedTrialGame> record_trial_game(const TrialPlan& plan, u64 number,
                                                   const std::atomic<bool>& stop) {
  check_plan(plan);
  const TrialBench bench(plan.agents, stop);
  RecordedTrialGame recorded;
  try {
    auto game = play_trial_game(plan, bench, number, stop, &recorded.log);
    if (!game || stop) return std::nullopt;
    recorded.game = std::move(*game);
  } catch (const ChoiceStopped&) {
    return std::nullopt;
  }
  const RecordHeader header = record_header(plan.rules, bench.game, plan.seed, number);
  recorded.records.push_back(record_text(header, recorded.log.events));
  for (const TrialLog::Branch& branch : recorded.log.branches) {
    recorded.records.push_back(record_text(header, branch.events));
  }
  return recorded;
}

}  // namespace carrack
