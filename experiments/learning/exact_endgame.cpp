#include "experiments/learning/exact_endgame.hpp"

#include <algorithm>

#include "agents/mcts/options.hpp"
#include "agents/mcts/scripted_rollouts.hpp"
#include "agents/search/solver.hpp"

namespace carrack {
namespace {

using EndgameSolver = Solver<DiscoveryGame, ScriptedRollouts>;

/// Tolerance for rounding: sums over chance events may be taken in another order.
constexpr double kRounding = 1e-9;

std::optional<EndgameSolver> solver_for(const State& s, u64 max_positions) {
  if (max_positions == 0 || s.turn < kTurns || is_over(s)) return std::nullopt;
  static const RewardOptions kReward = search_options("mcts")->reward;
  return EndgameSolver(max_positions, ScriptedRollouts(kReward, 0), max_positions);
}

}  // namespace

std::optional<ExactEndgame> exact_endgame(const State& s, u64 max_positions) {
  auto solver = solver_for(s, max_positions);
  if (!solver) return std::nullopt;
  const auto options = solver->options_of(s);
  if (!options) return std::nullopt;
  const unsigned mover = index(s.actor);
  const EndgameSolver::Option& best = EndgameSolver::best_of(*options, mover);
  ExactEndgame end{.best = {}, .win_share = best.win_share};
  for (const EndgameSolver::Option& option : *options) {
    if (option.value[mover] >= best.value[mover] - kRounding) end.best.push_back(option.action);
  }
  return end;
}

std::optional<std::array<double, kMaxPlayers>> exact_win_share(const State& s, u64 max_positions) {
  auto solver = solver_for(s, max_positions);
  if (!solver) return std::nullopt;
  const auto worth = solver->worth_of(s);
  return worth ? std::optional(worth->win_share) : std::nullopt;
}

}  // namespace carrack
