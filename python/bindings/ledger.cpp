// Functions of carrack.Ledger: tournaments, records, ratings, merging.
#include "experiments/ledger/ledger.hpp"

#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/ledger/ledger_path.hpp"
#include "tournaments.hpp"

namespace carrack::python {
namespace {

py::dict as_dict(const LedgerTournament& t) {
  py::list agents;
  for (const LedgerAgent& agent : t.agents) agents.append(agent.name);
  py::dict row;
  row["tournament"] = t.id;
  row["name"] = t.name;
  row["ruleset"] = t.plan.rules;
  row["agents"] = agents;
  row["kind"] = std::string(kTournamentKindNames[index(t.plan.kind)]);
  row["seatings"] = std::string(kSeatingSetNames[index(t.plan.seatings)]);
  row["seed"] = t.plan.seed;
  row["blocks"] = t.blocks;
  row["games_per_block"] = t.games_per_block;
  row["games"] = t.games;
  row["engine"] = t.engine;
  row["signature"] = t.signature;
  return row;
}

py::list ledger_tournaments(const std::string& path) {
  Ledger ledger(path, Database::Mode::read);
  py::list all;
  for (const LedgerTournament& t : ledger.tournaments()) all.append(as_dict(t));
  return all;
}

py::dict ledger_tournament(const std::string& path, const std::string& name) {
  return as_dict(Ledger(path, Database::Mode::read).tournament(name));
}

py::tuple ledger_games(const std::string& path, const std::string& name) {
  Ledger ledger(path, Database::Mode::read);
  const LedgerTournament t = ledger.tournament(name);
  return games_as_arrays(ledger.games(t.id), t.plan.rules.players());
}

py::list ledger_tables() {
  py::list tables;
  for (const ExportTable& table : export_tables()) {
    py::list columns;
    for (const ExportColumn& column : table.columns) {
      columns.append(py::make_tuple(std::string(column.name), std::string(column.type),
                                    std::string(column.meaning)));
    }
    tables.append(py::make_tuple(std::string(table.name), std::string(table.meaning), columns));
  }
  return tables;
}

std::string ledger_query(const std::string& table, i64 version) {
  const auto tables = export_tables();
  const auto found = std::ranges::find(tables, table, &ExportTable::name);
  if (found == tables.end()) {
    std::vector<std::string_view> known;
    for (const ExportTable& one : tables) known.push_back(one.name);
    throw InputError(unknown_word("table", table, known));
  }
  return found->sql(version);
}

std::vector<std::string> ledger_records(const std::string& path, const std::string& name,
                                        std::optional<std::pair<i64, i64>> blocks,
                                        std::optional<i64> permutations) {
  GameRange range;
  if (blocks) std::tie(range.first, range.end) = *blocks;
  if (permutations) range.permutations = *permutations;
  Ledger ledger(path, Database::Mode::read);
  std::vector<std::string> records;
  ledger.for_each_record(
      ledger.tournament(name).id, [&](std::string_view text) { records.emplace_back(text); },
      range);
  return records;
}

u64 ledger_merge(const std::string& path, const std::string& other,
                 Arg<"ignore_signature", bool> ignore_signature, Arg<"keep_ours", bool> keep_ours) {
  const MergeRule rule{.ignore_signature = ignore_signature.value, .keep_ours = keep_ours.value};
  const py::gil_scoped_release release;
  return Ledger(path, Database::Mode::create).merge(other, rule);
}

}  // namespace

void bind_ledger(py::module_& m) {
  m.def("ledger_tournaments", &ledger_tournaments, py::arg("path"), doc("ledger_tournaments"));
  m.def("ledger_tournament", &ledger_tournament, py::arg("path"), py::arg("name"),
        doc("ledger_tournament"));
  m.def("ledger_games", &ledger_games, py::arg("path"), py::arg("name"), doc("ledger_games"));
  m.def("ledger_tables", &ledger_tables, doc("ledger_tables"));
  m.def("ledger_query", &ledger_query, py::arg("table"), py::arg("version"), doc("ledger_query"));
  m.def("ledger_uri", &ledger_uri_for_reading, py::arg("path"), doc("ledger_uri"));
  m.def("ledger_records", &ledger_records, py::arg("path"), py::arg("name"),
        py::arg("blocks") = py::none(), py::arg("permutations") = py::none(),
        doc("ledger_records"));
  m.def("ledger_merge", &ledger_merge, py::arg("path"), py::arg("other"),
        py::arg("ignore_signature"), py::arg("keep_ours"), doc("ledger_merge"));
}

}  // namespace carrack::python
