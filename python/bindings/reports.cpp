// Reports of recorded games: carrack.GameReport, carrack.report_agents.
#include <fstream>
#include <functional>
#include <sstream>

#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/report/game_report.hpp"
#include "experiments/studies/report_summary.hpp"
#include "interrupt_scope.hpp"
#include "progress.hpp"

namespace carrack::python {

/// A game with its report.
struct MadeReport {
  RecordedGame game;
  GameReport report;
};

namespace {

/// Progress in decisions, whose number is known with the first one.
class DecisionProgress {
 public:
  explicit DecisionProgress(py::object function) : progress_(std::move(function)) {}
  void operator()(std::size_t done, std::size_t decisions) {
    if (!has_started_) progress_.start("decisions", decisions);
    has_started_ = true;
    progress_.update(done);
  }

 private:
  PythonProgress progress_;
  bool has_started_ = false;
};

using JudgeArg = Arg<"agent", std::optional<std::string>>;

std::optional<JudgePlan> plan_of(const JudgeArg& agent, u64 seed, unsigned threads) {
  if (!agent.value) return std::nullopt;
  return JudgePlan{.agent = *agent.value, .seed = seed, .threads = threads};
}

/// The report of the only game in the text of a record; without an agent, without searches.
MadeReport report_of_record(const std::string& text, const JudgeArg& agent, Arg<"seed", u64> seed,
                            Arg<"threads", unsigned> threads, const std::string& value,
                            const py::object& on_progress) {
  std::istringstream in(text);
  RecordReader reader(in, "<string>");
  if (!reader.next_game()) throw InputError("<string> has no game");
  RecordedGame game = read_game(reader);
  game.number = game.header.game + 1;
  const std::optional<JudgePlan> plan = plan_of(agent, seed.value, threads.value);
  const PositionValue position_value = named_value(value);
  DecisionProgress progress(on_progress);
  InterruptScope interrupts;
  std::optional<GameReport> report = [&] {
    const py::gil_scoped_release release;
    return make_report(game, position_value, plan, interrupts.stop(), std::ref(progress));
  }();
  interrupts.check();
  if (!report) throw InputError("the report was stopped");
  return {std::move(game), std::move(*report)};
}

/// A name, and the text of records; without a text, the name is that of a file.
using NamedRecords = std::pair<std::string, std::optional<std::string>>;

GamesInMemory games_of(const std::vector<NamedRecords>& all) {
  GamesInMemory games;
  for (const auto& [name, text] : all) {
    if (text) {
      std::istringstream in(*text);
      games.read(in, name);
    } else {
      std::ifstream in = open_input(name);
      games.read(in, name);
    }
  }
  return games;
}

/// The summary of the reports of all games, as JSON.
std::string report_agents(const std::vector<NamedRecords>& records, const JudgeArg& agent,
                          Arg<"seed", u64> seed, Arg<"threads", unsigned> threads,
                          const std::string& value, const py::object& on_progress) {
  const std::optional<JudgePlan> plan = plan_of(agent, seed.value, threads.value);
  const PositionValue position_value = named_value(value);
  DecisionProgress progress(on_progress);
  InterruptScope interrupts;
  const ReportSummary summary = [&] {
    const py::gil_scoped_release release;
    if (plan) static_cast<void>(JudgeOptions::of(*plan));  // fail before the games are read
    const GamesInMemory games = games_of(records);
    return summarise_reports(games, position_value, plan, interrupts.stop(), std::ref(progress));
  }();
  interrupts.check();
  return report_summary_json(summary);
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
  m.def("report_agents", &report_agents, py::arg("records"), py::arg("agent"), py::arg("seed"),
        py::arg("threads"), py::arg("value"), py::arg("progress"), doc("report_agents"));
}

}  // namespace carrack::python
