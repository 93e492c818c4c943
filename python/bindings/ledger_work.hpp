// Work on ledgers without the GIL, ended by Ctrl-C.
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include "bindings.hpp"
#include "experiments/ledger/database.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {

/// Runs `work(stop)` without the GIL and returns its result. `work` must not make Python objects.
/// Ledgers need this: they are checked when they are opened, which takes seconds for a large one.
/// Ctrl-C ends the work with KeyboardInterrupt; a transaction is rolled back.
template <typename Work>
auto without_gil(Work&& work) -> decltype(work(std::declval<const std::atomic<bool>&>())) {
  InterruptScope interrupts;
  decltype(work(interrupts.stop())) found{};
  try {
    const py::gil_scoped_release release;
    const StoppableQueries queries(interrupts.stop());
    found = work(interrupts.stop());
  } catch (const QueryStopped&) {  // by a signal, which is checked below
  }
  interrupts.check();
  return found;
}

}  // namespace carrack::python
