// What carrack.Ledger asks of a ledger: its tournaments, records, ratings, and merging.
#include "experiments/ledger/ledger.hpp"

#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/ledger/ledger_path.hpp"
#include "experiments/statistics/ledger_results.hpp"
#include "experiments/statistics/performance.hpp"
#include "experiments/statistics/plackett_luce.hpp"
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

std::vector<std::string> ledger_records(const std::string& path, const std::string& name) {
  Ledger ledger(path, Database::Mode::read);
  std::vector<std::string> records;
  ledger.for_each_record(ledger.tournament(name).id,
                         [&](std::string_view text) { records.emplace_back(text); });
  return records;
}

u64 ledger_merge(const std::string& path, const std::string& other) {
  const py::gil_scoped_release release;
  return Ledger(path, Database::Mode::create).merge(other);
}

void add_estimate(py::dict& row, const std::string& figure, const Estimate& estimate) {
  row[py::str(figure)] = estimate.mean;
  row[py::str(figure + "_interval")] = estimate.interval;
}

py::dict rate_ledgers(const std::vector<std::string>& paths, const std::string& name,
                      const std::string& anchor, double prior_sd, bool seat_effects) {
  if (!(prior_sd > 0)) throw InputError("prior_sd should be above 0");
  const Results results = read_ledger_results(paths, name);
  std::size_t zero = kMeanOfAll;
  if (!anchor.empty()) {
    const auto found = std::ranges::find(results.entrants, anchor);
    if (found == results.entrants.end()) {
      const std::vector<std::string_view> known(results.entrants.begin(), results.entrants.end());
      throw InputError(unknown_word("agent", anchor, known));
    }
    zero = static_cast<std::size_t>(found - results.entrants.begin());
  }
  PlackettLuceFit fit;
  Performances means;
  {
    const py::gil_scoped_release release;
    fit = fit_plackett_luce(results.games, results.entrants.size(),
                            {.prior_sd = prior_sd / kEloPerUnit, .seat_effects = seat_effects});
    means = performances(results);
  }
  const std::vector<Rating> ratings = elo_ratings(fit, zero);
  py::list rows;
  for (std::size_t e = 0; e < ratings.size(); ++e) {
    const Performance& performance = means.entrants[e];
    py::dict row;
    row["agent"] = results.entrants[e];
    row["games"] = performance.seats;
    row["elo"] = ratings[e].elo;
    row["elo_interval"] =
        fit.uses_sandwich() ? ratings[e].sandwich_interval : ratings[e].hessian_interval;
    add_estimate(row, "win_share", performance.win_share);
    add_estimate(row, "mean_rank", performance.rank);
    add_estimate(row, "mean_vp", performance.vp);
    add_estimate(row, "margin", performance.margin);
    rows.append(row);
  }
  py::dict all;
  all["entrants"] = rows;
  all["ruleset"] = results.ruleset;
  all["games"] = results.games.size();
  all["duplicates"] = results.duplicates;
  all["blocks"] = fit.blocks;
  all["elo_interval"] = fit.uses_sandwich() ? "sandwich" : "hessian";
  all["connected"] = fit.connected;
  return all;
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
  m.def("ledger_records", &ledger_records, py::arg("path"), py::arg("name"), doc("ledger_records"));
  m.def("ledger_merge", &ledger_merge, py::arg("path"), py::arg("other"), doc("ledger_merge"));
  m.def("rate_ledgers", &rate_ledgers, py::arg("paths"), py::arg("name"), py::arg("anchor"),
        py::arg("prior_sd"), py::arg("seat_effects"), doc("rate_ledgers"));
}

}  // namespace carrack::python
