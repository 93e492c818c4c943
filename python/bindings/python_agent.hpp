// C++ wrappers of agents and evaluations written in Python.
#pragma once

#include "agents/mcts/search_agent.hpp"
#include "bindings.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack::python {

/// An agent whose `choose(state, seed)` is a Python method. Its methods take the GIL.
class PythonAgent final : public Agent {
 public:
  /// Throws InputError for an object without `choose`.
  explicit PythonAgent(py::object agent);
  PythonAgent(const PythonAgent&) = delete;
  PythonAgent& operator=(const PythonAgent&) = delete;
  ~PythonAgent() override;

  /// Calls `begin(ruleset, seat, seed)`, if the object has it.
  void begin(Ruleset rules, Player seat, Random& random) override;
  /// An exception of the method gets a note with the agent, its seat and the turn.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override { return spec_; }

 private:
  py::object agent_;
  std::string spec_;
  unsigned decisions_ = 0;  // of this game
};

/// Rethrows the exception that is being handled. If it is an exception of Python, or becomes one,
/// it gets a note (Python 3.11 or later). Precondition: the GIL is held.
[[noreturn]] void rethrow_with_note(const std::string& note);

/// Runs `act()`; an exception gets the text of `note()` as a note. Precondition: the GIL is held,
/// before and after.
template <typename Act, typename Note>
auto with_note(Act&& act, const Note& note) {
  try {
    return act();
  } catch (...) {
    rethrow_with_note(note());
  }
}

/// Counts the events of a game.
class EventCount final : public GameObserver {
 public:
  void event(const State& /*before*/, Action /*action*/, const State& /*after*/) override {
    ++events_;
  }
  void decision(unsigned /*seat*/, const Report& /*report*/) override {}
  [[nodiscard]] u64 events() const { return events_; }

 private:
  u64 events_ = 0;
};

/// The note about an exception in a game: "game 4 of seed 7 (block 1), at ply 12".
[[nodiscard]] std::string game_note(u64 game, u64 seed, std::optional<u64> block,
                                    const EventCount& count);

/// The agent of a spec, of a carrack.Agent, or of an object with `choose`.
[[nodiscard]] std::unique_ptr<Agent> agent_from(const py::handle& described);
[[nodiscard]] bool is_python_agent(const py::handle& described);

/// `evaluate(observations)` for a search. Input: float32 [leaves, OBSERVATION_SIZE], each observed
/// by the player to decide. Output: [leaves, players] in [0, 1], starting with that player, then in
/// seat order; with `priors` a pair of this and logits [leaves, kActions]. Throws InputError for a
/// wrong shape or range.
[[nodiscard]] BatchEvaluator batch_evaluator(py::object evaluate, bool priors);

}  // namespace carrack::python
