// The extension module carrack._core.
#include "agents/agent_failure.hpp"
#include "agents/evaluation/observation.hpp"
#include "bindings.hpp"
#include "core/base/cpu.hpp"
#include "experiments/base/version.hpp"

namespace {

namespace py = pybind11;

/// Pickle protocols 0 and 1 create an instance of the base class, which aborts the process for
/// pybind11 classes. All protocols use protocol 2, which creates an instance of the class.
py::object reduce(const py::object& self) {
  const py::object type = py::type::of(self);
  if (!py::hasattr(type, "__setstate__")) {
    throw py::type_error("cannot pickle '" + type.attr("__name__").cast<std::string>() +
                         "' object");
  }
  const py::object create = py::module_::import("copyreg").attr("__newobj__");
  return py::make_tuple(create, py::make_tuple(type), self.attr("__getstate__")());
}

/// Installed in classes without their own pickling.
void define_reduce(const py::module_& m) {
  for (const auto& [name, value] : py::dict(m.attr("__dict__"))) {
    if (!PyType_Check(value.ptr()) || PyExceptionClass_Check(value.ptr())) continue;
    const py::object type = py::reinterpret_borrow<py::object>(value);
    if (type.attr("__dict__").contains("__reduce__")) continue;
    type.attr("__reduce__") =
        py::cpp_function(&reduce, py::name("__reduce__"), py::is_method(type));
    type.attr("__reduce_ex__") =
        py::cpp_function([](const py::object& self, int) { return reduce(self); },
                         py::name("__reduce_ex__"), py::is_method(type), py::arg("protocol"));
  }
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  using namespace carrack;
  py::options options;
  options.disable_function_signatures();  // docs.py has them
  m.doc() = "The compiled module of carrack; import carrack instead.";
  // The last one registered is tried first, so the base comes first.
  auto& input_error = py::register_exception<InputError>(m, "InputError", PyExc_ValueError);
  auto& illegal =
      py::register_exception<python::IllegalAction>(m, "IllegalActionError", input_error);
  auto& agent_failure =
      py::register_exception<AgentFailure>(m, "AgentFailureError", PyExc_RuntimeError);
  auto& resource_error = py::register_exception<ResourceError>(m, "ResourceError", PyExc_OSError);
  input_error.attr("__module__") = "carrack";
  resource_error.attr("__module__") = "carrack";
  illegal.attr("__module__") = "carrack";
  agent_failure.attr("__module__") = "carrack";
  input_error.attr("__doc__") =
      "Invalid input: a ruleset, a spec, a notation, a record, an array. The one-line message says "
      "what, where, and what was expected.";
  resource_error.attr("__doc__") =
      "A lack of memory, threads, processes, open files or disk space. The same call may succeed "
      "later.";
  agent_failure.attr("__doc__") =
      "An agent failed where no game can go on without it, for example in a trial: its program "
      "ended or broke the protocol, or its code raised an exception.";
  illegal.attr("__doc__") = "An action that is not legal in the position.";

  if (const auto reason = cpu::ignored_request()) {
    const std::string text = "CARRACK_CPU is ignored: " + std::string(*reason);
    if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
  }
  m.attr("NUM_ACTIONS") = kActions;
  m.attr("MAX_PLAYERS") = kMaxPlayers;
  m.attr("OBSERVATION_SIZE") = observation_size();
  m.attr("ENGINE") = version::engine();

  python::bind_trees(m);
  python::bind_reports(m);
  python::bind_ruleset(m);
  python::bind_state(m);
  python::bind_agent(m);
  python::bind_served_agents(m);
  python::bind_searches(m);
  python::bind_solve(m);
  python::bind_games(m);
  python::bind_records(m);
  python::bind_tournaments(m);
  python::bind_ledger(m);
  python::bind_ledger_rows(m);
  python::bind_trial(m);
  python::bind_statistics(m);
  python::bind_batch(m);
  python::bind_ratings(m);
  python::bind_commands(m);
  python::bind_learning(m);
  python::bind_networks(m);
  define_reduce(m);
  python::explain_wrong_calls(m);
}
