#include "choice.hpp"

#include "interrupt_scope.hpp"

namespace carrack::python {

void expect_decision(const State& s, const std::string& where) {
  if (is_over(s)) throw InputError(where + "nothing to choose: the game is over");
  if (is_chance(s)) throw InputError(where + "nothing to choose: chance is to move");
}

Action choose(Agent& agent, const Position& position, u64 seed) {
  // A copy: other threads, and an evaluation in Python, may play on from the position.
  const State s = position.state;
  const Legal options = position.options;
  expect_decision(s);
  InterruptScope interrupts;
  Action action;
  {
    const py::gil_scoped_release release;
    const StopScope scope(agent, interrupts.stop());
    try {
      action = choose_once(agent, s, options, seed).action;
    } catch (const ChoiceStopped&) {  // by a signal, which is checked below
    }
  }
  interrupts.check();
  return action;
}

}  // namespace carrack::python
