// Reports the progress of long calls to a Python function.
#pragma once

#include <optional>

#include "bindings.hpp"
#include "experiments/base/progress.hpp"

namespace carrack::python {

/// Calls a Python function with a line of progress, at most once a second and at the end. An
/// exception of the function ends the work and is raised by the call. Construct and destroy it with
/// the GIL held.
class PythonProgress {
 public:
  /// `function` may be None. Raises TypeError if it cannot be called.
  explicit PythonProgress(py::object function);
  /// Begins to count; arguments as of ProgressMeter.
  void start(const std::string& what, std::size_t total, std::size_t before = 0);
  /// To be called on the thread of the call, with or without the GIL. Arguments as of
  /// ProgressMeter.
  void update(std::size_t done, const std::function<std::string()>& note = {});
  /// Whether there is a function to be called.
  [[nodiscard]] bool is_on() const { return !function_.is_none(); }

 private:
  py::object function_;
  std::optional<ProgressMeter> meter_;
};

}  // namespace carrack::python
