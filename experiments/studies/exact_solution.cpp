#include "experiments/studies/exact_solution.hpp"

#include <optional>

#include "agents/agent.hpp"
#include "agents/mcts/options.hpp"
#include "agents/mcts/scripted_rollouts.hpp"
#include "agents/search/solver.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

/// The rewards at the end of a game. Throws ChoiceStopped there once the flag is raised.
class StoppableRewards : public ScriptedRollouts {
 public:
  StoppableRewards(const RewardOptions& reward, const std::atomic<bool>& stop)
      : ScriptedRollouts(reward, /*diversity=*/0), stop_(&stop) {}

  [[nodiscard]] Payoff payoff(const State& s) const {
    if (stop_->load(std::memory_order_relaxed)) throw ChoiceStopped();
    return ScriptedRollouts::payoff(s);
  }

 private:
  const std::atomic<bool>* stop_;
};

using PositionSolver = Solver<DiscoveryGame, StoppableRewards>;

[[noreturn]] void say_why_not(const PositionSolver& solver, const State& s) {
  if (solver.failure() == PositionSolver::Failure::secrets) {
    throw InputError(
        "players may have private information (scouting, Denmark), which backward induction cannot "
        "handle; expected a game without it, or carrack analyse");
  }
  throw InputError("not solved after " + std::to_string(solver.positions()) + " positions (turn " +
                   std::to_string(s.turn) + " of " + std::to_string(kTurns) +
                   "); expected a later --ply, or a larger --max-positions");
}

}  // namespace

RewardOptions reward_to_solve_for(const std::string& spec) {
  const std::optional<MctsOptions> options = search_options(spec);
  if (options) return options->reward;
  throw InputError("the agent gives the reward to solve for, and '" + excerpt(spec) +
                   "' has none; expected mcts or uct, as in mcts:win=1,margin=0");
}

ExactSolution solve_exactly(const State& s, const RewardOptions& reward, u64 max_positions,
                            const std::atomic<bool>& stop) {
  PositionSolver solver(max_positions, StoppableRewards(reward, stop));
  const auto solved = solver.options_of(s);
  if (!solved) say_why_not(solver, s);
  ExactSolution solution{.options = {},
                         .best = PositionSolver::best_of(*solved, index(s.actor)).action,
                         .positions = solver.positions()};
  for (const PositionSolver::Option& option : *solved) {
    solution.options.push_back({option.action, option.value, option.win_share});
  }
  return solution;
}

}  // namespace carrack
