// Game records for carrack.Record.
#include <sstream>

#include "bindings.hpp"
#include "core/record.hpp"
#include "docs.hpp"
#include "experiments/picture/replay_page.hpp"

namespace carrack::python {
namespace {

/// The games of a record's text, each checked line by line; `file` is what errors call it.
py::list parse_records(const std::string& text, const std::string& file) {
  std::istringstream in(text);
  RecordReader reader(in, file);
  py::list games;
  while (reader.next_game()) {
    const RecordHeader header = reader.header();
    py::list actions;
    while (reader.next_event()) actions.append(reader.action().id());
    games.append(py::make_tuple(header.rules, header.agents, header.seed, header.game,
                                header.engine, actions));
  }
  return games;
}

/// A record's text from its parts. Throws InputError where an action is not legal or the game is
/// not played to its end.
std::string format_record(Ruleset rules, const std::vector<std::string>& agents, u64 seed, u64 game,
                          const std::string& engine, const std::vector<unsigned>& actions,
                          bool trace) {
  std::string text;
  RecordWriter writer(text, {rules, agents, seed, game, engine}, trace);
  Position position(rules, std::nullopt);
  for (const unsigned id : actions) {
    const Action action = legal_action(position, py::int_(id));
    const State before = position.state;
    position.apply(action);
    writer.event(before, action, position.state);
  }
  if (!is_over(position.state)) throw InputError("the record ends before the game does");
  writer.finish(result(position.state), rules.players());
  return text;
}

/// The viewer's page of the only game of a record's text.
std::string record_page(const std::string& text) {
  std::istringstream in(text);
  RecordReader reader(in, "<string>");
  if (!reader.next_game()) throw InputError("<string> has no game");
  return replay_page(reader);
}

}  // namespace

void bind_records(py::module_& m) {
  m.def("parse_records", &parse_records, py::arg("text"), py::arg("file"), doc("parse_records"));
  m.def("format_record", &format_record, py::arg("ruleset"), py::arg("agents"), py::arg("seed"),
        py::arg("game"), py::arg("engine"), py::arg("actions"), py::arg("trace"),
        doc("format_record"));
  m.def("record_page", &record_page, py::arg("text"), doc("record_page"));
}

}  // namespace carrack::python
