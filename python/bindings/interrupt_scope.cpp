#include "interrupt_scope.hpp"

#include <pybind11/pybind11.h>

#include <csignal>

namespace carrack::python {
namespace {

namespace py = pybind11;

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // required in a signal handler
unsigned depth = 0;                                     // of nested scopes on the main thread
struct sigaction before {};

/// Raises the flag, then calls the previous handler.
void on_interrupt(int number) {
  flag = true;
  const auto previous = before.sa_handler;
  if (previous != SIG_IGN && previous != SIG_DFL) previous(number);
}

bool on_main_thread() {
  const py::module_ threading = py::module_::import("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

}  // namespace

std::atomic<bool>& InterruptScope::interrupted() noexcept { return flag; }

InterruptScope::InterruptScope() : is_main_(on_main_thread()) {
  if (!is_main_ || depth++ != 0) return;
  flag = false;
  struct sigaction ours {};
  ours.sa_handler = on_interrupt;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, nullptr, &before);
  // A handler with more arguments is not Python's; it is left alone, as is an ignored signal.
  const bool is_pythons = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler != SIG_IGN;
  if (is_pythons) sigaction(SIGINT, &ours, nullptr);
}

InterruptScope::~InterruptScope() {
  if (is_main_ && --depth == 0) sigaction(SIGINT, &before, nullptr);
}

void InterruptScope::check() const {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!is_main_ || !flag) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

}  // namespace carrack::python
