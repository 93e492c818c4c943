#include "progress.hpp"

#include <chrono>
#include <utility>

namespace carrack::python {

PythonProgress::PythonProgress(py::object function) : function_(std::move(function)) {
  if (function_.is_none() || PyCallable_Check(function_.ptr()) != 0) return;
  throw py::type_error("progress is " + shown(function_) +
                       ", expected a function of a text, as print, or None");
}

void PythonProgress::start(const std::string& what, std::size_t total, std::size_t before) {
  meter_.emplace(what, total, before, std::chrono::seconds(1));
}

void PythonProgress::update(std::size_t done, const std::function<std::string()>& note) {
  if (!is_on()) return;
  std::optional<std::string> line = meter_->update(done, note);
  if (!line && done == meter_->total()) line = meter_->line(done, note);
  if (!line) return;
  const py::gil_scoped_acquire gil;
  function_(*line);
}

}  // namespace carrack::python
