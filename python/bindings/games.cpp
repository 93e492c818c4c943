// carrack.play: one game between agents.
#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "interrupt_scope.hpp"
#include "python_agent.hpp"

namespace carrack::python {
namespace {

/// The record of one game, which is also written to the file `record` if that is not empty.
std::string play_game_text(Ruleset rules, const py::list& agents, Arg<"seed", u64> run_seed,
                           Arg<"game", u64> number, Arg<"search_values", bool> search_values,
                           const std::string& record, Arg<"force", bool> force) {
  const u64 seed = run_seed.value;
  const u64 game = number.value;
  if (agents.size() != rules.players()) {
    throw InputError(std::to_string(agents.size()) + " agents for the " +
                     std::to_string(rules.players()) + " players of " + rules.to_string());
  }
  std::optional<OutputFile> file;  // fail before the game, not after
  if (!record.empty()) {
    naming_arguments(
        [&] { file.emplace(record, OutputRule{.replace = force.value, .inputs = {}}); });
  }
  InterruptScope interrupts;
  std::vector<std::unique_ptr<Agent>> bench;
  std::vector<Agent*> by_seat;
  for (const py::handle described : agents) {
    bench.push_back(agent_from(described));
    bench.back()->stop_on(&interrupts.stop());
    by_seat.push_back(bench.back().get());
  }
  std::string text;
  RecordWriter writer(text, record_header(rules, by_seat, seed, game), /*trace=*/false,
                      search_values.value);
  EventCount count;
  with_note(
      [&] {
        const py::gil_scoped_release release;
        static_cast<void>(
            play_game(rules, by_seat, game_seeds(seed, game), &writer, interrupts.stop(), &count));
      },
      [&] { return game_note(game, seed, std::nullopt, count); });
  interrupts.check();
  if (file) {
    file->write(text);
    file->finish();
  }
  return text;
}

}  // namespace

void bind_games(py::module_& m) {
  m.def("play_game", &play_game_text, py::arg("ruleset"), py::arg("agents"), py::arg("seed"),
        py::arg("game"), py::arg("search_values"), py::arg("record"), py::arg("force"),
        doc("play_game"));
}

}  // namespace carrack::python
