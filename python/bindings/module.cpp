// The extension module carrack._core.
#include <algorithm>

#include "agents/observation.hpp"
#include "bindings.hpp"
#include "experiments/version.hpp"

namespace {

namespace py = pybind11;

/// The protocols 0 and 1 of pickle make an instance of a class's base, and that of pybind11's
/// classes ends the process. Protocol 2 makes one of the class itself.
void refuse_old_pickles(const py::module_& m) {
  const py::object reduce = py::module_::import("builtins").attr("object").attr("__reduce_ex__");
  for (const auto& [name, value] : py::dict(m.attr("__dict__"))) {
    if (!PyType_Check(value.ptr()) || PyExceptionClass_Check(value.ptr())) continue;
    const py::object type = py::reinterpret_borrow<py::object>(value);
    type.attr("__reduce_ex__") =
        py::cpp_function([reduce](const py::object& self,
                                  int protocol) { return reduce(self, std::max(protocol, 2)); },
                         py::name("__reduce_ex__"), py::is_method(type), py::arg("protocol"));
    type.attr("__reduce__") =
        py::cpp_function([reduce](const py::object& self) { return reduce(self, 2); },
                         py::name("__reduce__"), py::is_method(type));
  }
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  using namespace carrack;
  m.doc() = "The compiled part of carrack; import carrack instead.";
  // The last one registered is tried first, so the base comes first.
  auto& input_error = py::register_exception<InputError>(m, "InputError", PyExc_ValueError);
  auto& illegal =
      py::register_exception<python::IllegalAction>(m, "IllegalActionError", input_error);
  auto& resource_error = py::register_exception<ResourceError>(m, "ResourceError", PyExc_OSError);
  input_error.attr("__module__") = "carrack";
  resource_error.attr("__module__") = "carrack";
  illegal.attr("__module__") = "carrack";
  input_error.attr("__doc__") =
      "Wrong input: a ruleset, a spec, a notation, a record, an array. The message is one line "
      "that "
      "says what, where, and what was expected.";
  resource_error.attr("__doc__") =
      "The machine lacks memory, threads, processes, open files or space on a disk. The same call "
      "may succeed later.";
  illegal.attr("__doc__") = "An action that is not legal in the position.";

  m.attr("NUM_ACTIONS") = kActions;
  m.attr("MAX_PLAYERS") = kMaxPlayers;
  m.attr("OBSERVATION_SIZE") = observation_size();
  m.attr("ENGINE") = version::engine();

  python::bind_ruleset(m);
  python::bind_state(m);
  python::bind_agent(m);
  python::bind_games(m);
  python::bind_records(m);
  python::bind_tournaments(m);
  python::bind_ledger(m);
  python::bind_trial(m);
  python::bind_batch(m);
  refuse_old_pickles(m);
}
