#include "interrupt_scope.hpp"

#include <pybind11/pybind11.h>

#include <array>
#include <csignal>
#include <string>

#include "core/base/error.hpp"

namespace carrack::python {
namespace {

namespace py = pybind11;

/// A signal that ends the work of a scope.
struct Handled {
  int number;
  bool is_ours = false;  // while a scope lives
  struct sigaction before {};
};

constexpr int kSignals = 65;

// All of these are used on the main thread alone, and by its signal handler.
std::atomic<bool> signalled{false};
std::atomic<InterruptScope*> innermost{nullptr};
std::array<Handled, kSignals> handled{};  // by number
std::vector<int> others;                  // signals besides SIGINT
// Required in a signal handler.
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<InterruptScope*>::is_always_lock_free);

bool on_main_thread() {
  const py::module_ threading = py::module_::import("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

/// Sets our handler in place of Python's. A handler with more arguments is not Python's and stays,
/// as do ignored signals and default actions, except of SIGINT.
void take(int number, void (*handler)(int)) {
  Handled& taken = handled[static_cast<std::size_t>(number)];
  sigaction(number, nullptr, &taken.before);
  const auto previous = taken.before.sa_handler;
  taken.is_ours = (taken.before.sa_flags & SA_SIGINFO) == 0 && previous != SIG_IGN &&
                  (previous != SIG_DFL || number == SIGINT);
  if (!taken.is_ours) return;
  struct sigaction ours {};
  ours.sa_handler = handler;
  sigemptyset(&ours.sa_mask);
  sigaction(number, &ours, nullptr);
}

void give_back(int number) {
  Handled& taken = handled[static_cast<std::size_t>(number)];
  if (taken.is_ours) sigaction(number, &taken.before, nullptr);
  taken.is_ours = false;
}

}  // namespace

/// Raises all flags, then calls the previous handler.
void InterruptScope::on_signal(int number) {
  signalled = true;
  for (InterruptScope* scope = innermost; scope != nullptr; scope = scope->outer_) {
    scope->stop_ = true;
  }
  const auto previous = handled[static_cast<std::size_t>(number)].before.sa_handler;
  if (previous != SIG_IGN && previous != SIG_DFL) previous(number);
}

void InterruptScope::also_on(const std::vector<int>& signals) {
  for (const int number : signals) {
    if (number > 0 && number < kSignals) continue;
    throw InputError("there is no signal " + std::to_string(number));
  }
  others = signals;
}

InterruptScope::InterruptScope() : is_main_(on_main_thread()) {
  if (!is_main_) return;
  outer_ = innermost;
  if (outer_ == nullptr) signalled = false;
  stop_ = signalled.load();
  innermost = this;
  if (outer_ != nullptr) return;
  take(SIGINT, on_signal);
  for (const int number : others) take(number, on_signal);
}

InterruptScope::~InterruptScope() {
  if (!is_main_) return;
  innermost = outer_;
  if (outer_ != nullptr) return;
  for (int number = 1; number < kSignals; ++number) give_back(number);
}

void InterruptScope::check() const {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!is_main_ || !signalled) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

}  // namespace carrack::python
