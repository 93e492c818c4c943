// carrack.rate: what `carrack rate` computes.
#include "agents/short_spec.hpp"
#include "arguments.hpp"
#include "docs.hpp"
#include "experiments/studies/rating_report.hpp"

namespace carrack::python {
namespace {

void add_estimate(py::dict& row, const std::string& figure, const Estimate& estimate) {
  row[py::str(figure)] = estimate.mean;
  row[py::str(figure + "_interval")] = estimate.shown().half();
  row[py::str(figure + "_low")] = estimate.shown().low;
  row[py::str(figure + "_high")] = estimate.shown().high;
}

void add_performance(py::dict& row, const Performance& performance) {
  add_estimate(row, "win_share", performance.win_share);
  add_estimate(row, "mean_rank", performance.rank);
  add_estimate(row, "mean_vp", performance.vp);
  add_estimate(row, "margin", performance.margin);
}

void add_rating(py::dict& row, const RatingReport& report, const Rating& rating) {
  row["elo"] = rating.elo;
  row["elo_interval"] = report.interval(rating);
}

py::dict entrant_row(const RatingReport& report, std::size_t e, const std::string& name) {
  const Performance& performance = report.performances.entrants[e];
  py::dict row;
  row["agent"] = name;
  row["games"] = performance.seats;
  add_rating(row, report, report.ratings[e]);
  add_performance(row, performance);
  if (!report.luck_adjusted.empty()) {
    const AdjustedShare& share = report.luck_adjusted[e];
    row["win_share_less_luck"] = share.mean;
    row["win_share_less_luck_interval"] = share.interval.half();
    row["win_share_less_luck_low"] = share.interval.low;
    row["win_share_less_luck_high"] = share.interval.high;
    row["variance_ratio"] = share.variance_ratio;
  }
  if (!report.alpha_rank.empty()) {
    const AlphaRankMass& mass = report.alpha_rank[e];
    row["alpha_rank"] = mass.mass;
    row["alpha_rank_low"] = mass.low;
    row["alpha_rank_high"] = mass.high;
  }
  row["spec"] = report.results.entrants[e];
  return row;
}

/// Its win share at every seat; None where it never sat there.
py::list by_seat(const std::vector<Performance>& own) {
  py::list seats;
  for (const Performance& performance : own) {
    if (performance.seats == 0) {
      seats.append(py::none());
      continue;
    }
    py::dict row;
    add_estimate(row, "win_share", performance.win_share);
    seats.append(row);
  }
  return seats;
}

py::dict as_dict(const RatingReport& report) {
  const std::vector<std::string> names = short_names(report.results.entrants);
  py::list entrants;
  py::list entrants_by_seat;
  for (const std::size_t e : report.order) {
    entrants.append(entrant_row(report, e, names[e]));
    entrants_by_seat.append(by_seat(report.performances.entrants_by_seat[e]));
  }
  py::list seats;
  for (unsigned seat = 0; seat < report.results.players; ++seat) {
    py::dict row;
    row["seat"] = seat + 1;
    if (!report.seats.empty()) add_rating(row, report, report.seats[seat]);
    add_performance(row, report.performances.seats[seat]);
    seats.append(row);
  }
  py::dict all;
  all["entrants"] = entrants;
  all["by_seat"] = entrants_by_seat;
  all["seats"] = seats;
  all["ruleset"] = report.results.ruleset;
  all["games"] = report.results.games.size();
  all["duplicates"] = report.results.duplicates;
  all["blocks"] = report.fit.blocks;
  all["elo_interval"] = report.fit.uses_sandwich() ? "sandwich" : "hessian";
  all["connected"] = report.fit.connected;
  return all;
}

py::dict rate_files(const std::vector<std::string>& files, const Arg<"name", std::string>& name,
                    const Arg<"anchor", std::string>& anchor, Arg<"prior_sd", double> prior_sd,
                    Arg<"seat_effects", bool> seat_effects, Arg<"bootstrap", unsigned> bootstrap,
                    Arg<"alpha_rank", bool> alpha_rank, Arg<"luck", bool> luck) {
  const RatingOptions options{.files = files,
                              .tournament = name.value,
                              .anchor = anchor.value,
                              .prior_sd = prior_sd.value,
                              .seat_effects = seat_effects.value,
                              .bootstrap = bootstrap.value,
                              .alpha_rank = alpha_rank.value,
                              .luck = luck.value};
  const RatingReport report = [&] {
    const py::gil_scoped_release release;
    return rate(options);
  }();
  return as_dict(report);
}

}  // namespace

void bind_ratings(py::module_& m) {
  m.def("rate_files", &rate_files, py::arg("files"), py::arg("name"), py::arg("anchor"),
        py::arg("prior_sd"), py::arg("seat_effects"), py::arg("bootstrap"), py::arg("alpha_rank"),
        py::arg("luck"), doc("rate_files"));
}

}  // namespace carrack::python
