// Functions of carrack.Ledger: tournaments, records, ratings, merging.
#include "experiments/ledger/ledger.hpp"

#include <atomic>
#include <utility>

#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/base/database_file.hpp"
#include "ledger_work.hpp"
#include "tournaments.hpp"

namespace carrack::python {
namespace {

py::dict as_dict(const LedgerTournament& t) {
  py::list agents;
  py::list specs;
  for (const LedgerAgent& agent : t.agents) {
    agents.append(agent.name);
    specs.append(agent.spec);
  }
  py::dict row;
  row["tournament"] = t.id;
  row["name"] = t.name;
  row["ruleset"] = t.plan.rules;
  row["agents"] = agents;
  row["specs"] = specs;
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
  const auto tournaments = without_gil(
      [&](const std::atomic<bool>&) { return Ledger(path, Database::Mode::read).tournaments(); });
  py::list all;
  for (const LedgerTournament& t : tournaments) all.append(as_dict(t));
  return all;
}

py::dict ledger_tournament(const std::string& path, const std::string& name) {
  const auto found = without_gil([&](const std::atomic<bool>&) {
    return std::optional(Ledger(path, Database::Mode::read).tournament(name));
  });
  return as_dict(*found);
}

py::tuple ledger_games(const std::string& path, const std::string& name) {
  const auto [games, players] = without_gil([&](const std::atomic<bool>&) {
    Ledger ledger(path, Database::Mode::read);
    const LedgerTournament t = ledger.tournament(name);
    return std::pair(ledger.games(t.id), t.plan.rules.players());
  });
  return games_as_arrays(games, players);
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

std::string ledger_query(const std::string& table) {
  const auto tables = export_tables();
  const auto found = std::ranges::find(tables, table, &ExportTable::name);
  if (found == tables.end()) {
    std::vector<std::string_view> known;
    for (const ExportTable& one : tables) known.push_back(one.name);
    throw InputError(unknown_word("table", table, known));
  }
  return found->sql();
}

std::vector<std::string> ledger_records(const std::string& path, const std::string& name,
                                        std::optional<std::pair<i64, i64>> blocks,
                                        std::optional<i64> permutations) {
  GameRange range;
  if (blocks) std::tie(range.first, range.end) = *blocks;
  if (permutations) range.permutations = *permutations;
  return without_gil([&](const std::atomic<bool>& stop) {
    std::vector<std::string> records;
    Ledger ledger(path, Database::Mode::read);
    ledger.for_each_record(
        ledger.tournament(name).id,
        [&](std::string_view text) {
          if (stop.load(std::memory_order_relaxed)) throw QueryStopped();
          records.emplace_back(text);
        },
        range);
    return records;
  });
}

u64 ledger_merge(const std::string& path, const std::vector<std::string>& sources,
                 Arg<"ignore_signature", bool> ignore_signature, Arg<"keep_ours", bool> keep_ours) {
  const MergeRule rule{.ignore_signature = ignore_signature.value, .keep_ours = keep_ours.value};
  return without_gil([&](const std::atomic<bool>&) {
    Ledger ledger(path, Database::Mode::create);
    u64 copied = 0;
    for (const std::string& other : sources) copied += ledger.merge(other, rule);
    return copied;
  });
}

}  // namespace

void bind_ledger(py::module_& m) {
  m.def("ledger_tournaments", &ledger_tournaments, py::arg("path"), doc("ledger_tournaments"));
  m.def("ledger_tournament", &ledger_tournament, py::arg("path"), py::arg("name"),
        doc("ledger_tournament"));
  m.def("ledger_games", &ledger_games, py::arg("path"), py::arg("name"), doc("ledger_games"));
  m.def("ledger_tables", &ledger_tables, doc("ledger_tables"));
  m.def("ledger_query", &ledger_query, py::arg("table"), doc("ledger_query"));
  m.def("is_database", &is_database, py::arg("path"), doc("is_database"));
  m.def("ledger_records", &ledger_records, py::arg("path"), py::arg("name"),
        py::arg("blocks") = py::none(), py::arg("permutations") = py::none(),
        doc("ledger_records"));
  m.def("ledger_merge", &ledger_merge, py::arg("path"), py::arg("others"),
        py::arg("ignore_signature"), py::arg("keep_ours"), doc("ledger_merge"));
}

}  // namespace carrack::python
