// One line about a call with wrong arguments. pybind11 lists all overloads instead, with types that
// say little to users, on many lines.
#include <Python.h>

#include "bindings.hpp"

namespace carrack::python {
namespace {

// pybind11 makes each function object from a PyMethodDef with the same C function, which looks for
// the overload and converts the arguments. It is called through call(), so that a call that works
// costs one jump more.
using Function = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
constexpr int kFlags = METH_FASTCALL | METH_KEYWORDS;
Function dispatch = nullptr;

/// Replaces the message of pybind11's TypeError by that of carrack._calls, which gets the arguments
/// of the call. Other errors stay.
void explain(PyObject* const* given, Py_ssize_t count, PyObject* names) {
  py::error_already_set error;  // takes it
  const std::string message = text_of(py::str(error.value()));
  if (message.find(" arguments. The following argument types are supported:") ==
      std::string::npos) {
    error.restore();
    return;
  }
  const Py_ssize_t positionals = PyVectorcall_NARGS(static_cast<std::size_t>(count));
  py::list positional;
  for (Py_ssize_t i = 0; i < positionals; ++i) positional.append(py::handle(given[i]));
  py::dict named;
  if (names != nullptr) {
    for (const py::handle name : py::reinterpret_borrow<py::tuple>(names)) {
      named[name] = py::handle(given[positionals + static_cast<Py_ssize_t>(named.size())]);
    }
  }
  const py::object line =
      py::module_::import("carrack._calls").attr("what_is_wrong")(message, positional, named);
  PyErr_SetObject(PyExc_TypeError, line.ptr());
}

PyObject* call(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) {
  PyObject* const result = dispatch(self, given, count, names);
  if (result != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return result;
  try {
    explain(given, count, names);
  } catch (py::error_already_set& failed) {  // such as a signal
    failed.restore();
  } catch (const std::exception& failed) {
    PyErr_SetString(PyExc_TypeError, failed.what());
  }
  return nullptr;
}

/// Makes calls of `value`, a function or a method of a class, go through call().
void wrap(py::object value) {
  if (py::hasattr(value, "__func__")) value = value.attr("__func__");
  if (PyCFunction_Check(value.ptr()) == 0) return;
  PyMethodDef* const made = reinterpret_cast<PyCFunctionObject*>(value.ptr())->m_ml;
  if (made->ml_flags != kFlags) return;  // not made by pybind11, or by another version of it
  const auto found = reinterpret_cast<Function>(reinterpret_cast<void (*)()>(made->ml_meth));
  if (dispatch == nullptr) dispatch = found;
  if (found != dispatch) return;
  made->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call));
}

}  // namespace

void explain_wrong_calls(const py::module_& m) {
  for (const auto& [name, value] : py::dict(m.attr("__dict__"))) {
    wrap(py::reinterpret_borrow<py::object>(value));
    if (PyType_Check(value.ptr()) == 0 || PyExceptionClass_Check(value.ptr()) != 0) continue;
    for (const auto& [member, method] : py::dict(value.attr("__dict__"))) {
      wrap(py::reinterpret_borrow<py::object>(method));
    }
  }
}

}  // namespace carrack::python
