// C++ wrappers of agents and evaluations written in Python.
#pragma once

#include "agents/mcts/search_agent.hpp"
#include "bindings.hpp"

namespace carrack::python {

/// An agent whose `choose(state, seed)` is a Python method. May be called without the GIL.
class PythonAgent final : public Agent {
 public:
  /// Throws InputError for an object without `choose`.
  explicit PythonAgent(py::object agent);
  PythonAgent(const PythonAgent&) = delete;
  PythonAgent& operator=(const PythonAgent&) = delete;
  ~PythonAgent() override;

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override { return spec_; }

 private:
  py::object agent_;
  std::string spec_;
};

/// The agent of a spec, of a carrack.Agent, or of an object with `choose`.
[[nodiscard]] std::unique_ptr<Agent> agent_from(const py::handle& described);
[[nodiscard]] bool is_python_agent(const py::handle& described);

/// `evaluate(observations)` for a search. Input: float32 [leaves, OBSERVATION_SIZE], each observed
/// by the player to decide. Output: [leaves, players] in [0, 1], starting with that player, then in
/// seat order; with `priors` a pair of this and logits [leaves, kActions]. Throws InputError for a
/// wrong shape or range.
[[nodiscard]] BatchEvaluator batch_evaluator(py::object evaluate, bool priors);

}  // namespace carrack::python
