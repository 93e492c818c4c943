// Reports of recorded games: carrack.GameReport.
#include <sstream>

#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/report/game_report.hpp"
#include "interrupt_scope.hpp"
#include "progress.hpp"

namespace carrack::python {

/// A game with its report.
struct MadeReport {
  RecordedGame game;
  GameReport report;
};

namespace {

/// The report of the only game in the text of a record; without an agent, without searches.
MadeReport report_of_record(const std::string& text,
                            const Arg<"agent", std::optional<std::string>>& agent,
                            Arg<"seed", u64> seed, Arg<"threads", unsigned> threads,
                            const std::string& value, const py::object& on_progress) {
  std::istringstream in(text);
  RecordReader reader(in, "<string>");
  if (!reader.next_game()) throw InputError("<string> has no game");
  RecordedGame game = read_game(reader);
  game.number = game.header.game + 1;
  std::optional<JudgePlan> plan;
  if (agent.value) {
    plan = JudgePlan{.agent = *agent.value, .seed = seed.value, .threads = threads.value};
  }
  const PositionValue position_value = named_value(value);
  PythonProgress progress(on_progress);
  bool has_started = false;  // the number of decisions is known with the first one
  const auto update = [&](std::size_t done, std::size_t decisions) {
    if (!has_started) progress.start("decisions", decisions);
    has_started = true;
    progress.update(done);
  };
  InterruptScope interrupts;
  std::optional<GameReport> report = [&] {
    const py::gil_scoped_release release;
    return make_report(game, position_value, plan, interrupts.stop(), update);
  }();
  interrupts.check();
  if (!report) throw InputError("the report was stopped");
  return {std::move(game), std::move(*report)};
}

}  // namespace

void bind_reports(py::module_& m) {
  py::class_<MadeReport>(m, "MadeReport", doc("MadeReport"))
      .def(
          "json", [](const MadeReport& self) { return report_json(self.game, self.report); },
          doc("MadeReport.json"))
      .def(
          "text", [](const MadeReport& self) { return report_text(self.game, self.report); },
          doc("MadeReport.text"))
      .def(
          "html", [](const MadeReport& self) { return report_page(self.game, self.report); },
          doc("MadeReport.html"));
  m.def("make_report", &report_of_record, py::arg("text"), py::arg("agent"), py::arg("seed"),
        py::arg("threads"), py::arg("value"), py::arg("progress"), doc("make_report"));
}

}  // namespace carrack::python
