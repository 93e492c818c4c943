// carrack.solve: exact values of late positions, by backward induction.
#include <optional>

#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/studies/exact_solution.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

py::dict as_dict(const ExactSolution& solution, const State& s) {
  const auto count = static_cast<py::ssize_t>(solution.options.size());
  const py::ssize_t players = s.players();
  py::array_t<std::int64_t> actions(count);
  py::array_t<double> values({count, players});
  py::array_t<double> win_shares({count, players});
  for (py::ssize_t i = 0; i < count; ++i) {
    const ExactSolution::Option& option = solution.options[static_cast<std::size_t>(i)];
    actions.mutable_at(i) = option.action.id();
    for (py::ssize_t p = 0; p < players; ++p) {
      values.mutable_at(i, p) = option.value[static_cast<std::size_t>(p)];
      win_shares.mutable_at(i, p) = option.win_share[static_cast<std::size_t>(p)];
    }
  }
  py::dict all;
  all["ruleset"] = s.ruleset();
  all["player"] = index(s.actor);
  all["action"] = solution.best.id();
  all["actions"] = actions;
  all["values"] = values;
  all["win_shares"] = win_shares;
  all["positions"] = solution.positions;
  return all;
}

py::dict solve_position(Arg<"state", GivenState> given, const Arg<"agent", std::string>& agent,
                        Arg<"max_positions", u64> max_positions) {
  const State s = given.value.position->state;  // a copy: other threads may play on from it
  if (is_over(s)) throw InputError("nothing to solve: the game is over");
  if (is_chance(s)) throw InputError("nothing to solve: chance is to move");
  InterruptScope interrupts;
  std::optional<ExactSolution> solution;
  try {
    solution = naming_arguments([&] {
      const py::gil_scoped_release release;
      return solve_exactly(s, reward_to_solve_for(agent.value), max_positions.value,
                           interrupts.stop());
    });
  } catch (const ChoiceStopped&) {
    interrupts.check();
    throw;  // only a signal stops it
  }
  return as_dict(*solution, s);
}

}  // namespace

void bind_solve(py::module_& m) {
  m.def("solve_position", &solve_position, py::arg("state"), py::arg("agent"),
        py::arg("max_positions"), doc("solve_position"));
}

}  // namespace carrack::python
