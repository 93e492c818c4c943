// carrack.solve: exact values of late positions, by backward induction.
#include <atomic>
#include <optional>
#include <vector>

#include "agents/mcts/options.hpp"
#include "agents/mcts/scripted_rollouts.hpp"
#include "agents/search/solver.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
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

/// The reward that a search with this spec maximises.
RewardOptions reward_to_solve_for(const std::string& spec) {
  const std::optional<MctsOptions> options = search_options(spec);
  if (!options) {
    throw InputError("agent gives the reward to solve for, and '" + excerpt(spec) +
                     "' has none; expected mcts or uct, as in mcts:win=1,margin=0");
  }
  return options->reward;
}

[[noreturn]] void say_why_not(const PositionSolver& solver, const State& s) {
  if (solver.failure() == PositionSolver::Failure::secrets) {
    throw InputError(
        "the position, or one after it, may have private information (scouting, Denmark), which "
        "backward induction cannot handle; expected a game without it, or carrack.search");
  }
  throw InputError("the position (turn " + std::to_string(s.turn) + " of " +
                   std::to_string(kTurns) + ") is not solved after " +
                   std::to_string(solver.positions()) +
                   " positions; expected a later one, or a larger max_positions");
}

py::dict as_dict(const std::vector<PositionSolver::Option>& options, const State& s) {
  const auto count = static_cast<py::ssize_t>(options.size());
  const py::ssize_t players = s.players();
  py::array_t<std::int64_t> actions(count);
  py::array_t<double> values({count, players});
  py::array_t<double> win_shares({count, players});
  for (py::ssize_t i = 0; i < count; ++i) {
    const PositionSolver::Option& option = options[static_cast<std::size_t>(i)];
    actions.mutable_at(i) = option.action.id();
    for (py::ssize_t p = 0; p < players; ++p) {
      values.mutable_at(i, p) = option.value[static_cast<std::size_t>(p)];
      win_shares.mutable_at(i, p) = option.win_share[static_cast<std::size_t>(p)];
    }
  }
  py::dict all;
  all["ruleset"] = s.ruleset();
  all["player"] = index(s.actor);
  all["action"] = PositionSolver::best_of(options, index(s.actor)).action.id();
  all["actions"] = actions;
  all["values"] = values;
  all["win_shares"] = win_shares;
  return all;
}

py::dict solve_position(Arg<"state", GivenState> given, const Arg<"agent", std::string>& agent,
                        Arg<"max_positions", u64> max_positions) {
  const State s = given.value.position->state;  // a copy: other threads may play on from it
  if (is_over(s)) throw InputError("nothing to solve: the game is over");
  if (is_chance(s)) throw InputError("nothing to solve: chance is to move");
  InterruptScope interrupts;
  PositionSolver solver(max_positions.value,
                        StoppableRewards(reward_to_solve_for(agent.value), interrupts.stop()));
  std::optional<std::vector<PositionSolver::Option>> options;
  try {
    const py::gil_scoped_release release;
    options = solver.options_of(s);
  } catch (const ChoiceStopped&) {  // by a signal, which is checked below
  }
  interrupts.check();
  if (!options) say_why_not(solver, s);
  py::dict all = as_dict(*options, s);
  all["positions"] = solver.positions();
  return all;
}

}  // namespace

void bind_solve(py::module_& m) {
  m.def("solve_position", &solve_position, py::arg("state"), py::arg("agent"),
        py::arg("max_positions"), doc("solve_position"));
}

}  // namespace carrack::python
