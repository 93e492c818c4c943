// Agents and evaluations written in Python, as C++ sees them.
#pragma once

#include "agents/mcts/search_agent.hpp"
#include "bindings.hpp"

namespace carrack::python {

/// An agent whose `choose(state, seed)` is Python's. May be called without the GIL.
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

/// The agent of a spec, of a carrack.Agent's spec, or of an object with `choose`.
[[nodiscard]] std::unique_ptr<Agent> agent_from(const py::handle& described);
[[nodiscard]] bool is_python_agent(const py::handle& described);

/// `evaluate(observations)` for a search: float32 [leaves, OBSERVATION_SIZE], each seen by who is
/// to decide, in; [leaves, players] in [0, 1], the decider's first, then round the table, out.
/// With `priors` a pair of this and logits, [leaves, kActions]. Throws InputError for a result of
/// another shape or range.
[[nodiscard]] BatchEvaluator batch_evaluator(py::object evaluate, bool priors);

}  // namespace carrack::python
