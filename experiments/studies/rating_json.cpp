// The report of `carrack rate` as JSON.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "agents/short_spec.hpp"
#include "experiments/studies/rating_report.hpp"

namespace carrack {
namespace {

using Row = nlohmann::ordered_json;

void add_interval(Row& row, const std::string& figure, const Interval& interval) {
  row[figure + "_half_width"] = interval.half();
  row[figure + "_low"] = interval.low;
  row[figure + "_high"] = interval.high;
}

void add_estimate(Row& row, const std::string& figure, const Estimate& estimate) {
  row[figure] = estimate.mean;
  add_interval(row, figure, estimate.shown());
}

void add_rating(Row& row, const Rating& rating) {
  row["elo"] = rating.elo;
  add_interval(row, "elo", {rating.elo - rating.interval, rating.elo + rating.interval});
  row["elo_half_width_hessian"] = rating.hessian_interval;
  row["elo_half_width_sandwich"] = rating.sandwich_interval;
}

void add_performance(Row& row, const Performance& performance) {
  add_estimate(row, "win_share", performance.win_share);
  add_estimate(row, "mean_rank", performance.rank);
  add_estimate(row, "mean_vp", performance.vp);
  add_estimate(row, "margin", performance.margin);
}

void add_counts(Row& row, const Performance& performance) {
  row["games"] = performance.games;
  row["seats"] = performance.seats;
  row["blocks"] = performance.blocks;
}

/// A row for each seat; null for seats that the agent never had.
Row rows_by_seat(const std::vector<Performance>& by_seat) {
  Row rows = Row::array();
  for (const Performance& own : by_seat) {
    Row row;
    if (own.seats != 0) {
      add_counts(row, own);
      add_performance(row, own);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Row entrant_row(const RatingReport& report, std::size_t e, const std::string& name) {
  Row row{{"agent", name}, {"name_in_file", report.results.entrants[e]}};
  const Performance& performance = report.performances.entrants[e];
  add_counts(row, performance);
  add_rating(row, report.ratings[e]);
  add_performance(row, performance);
  if (!report.luck_adjusted.empty()) {
    const AdjustedShare& share = report.luck_adjusted[e];
    row["win_share_less_luck"] = share.mean;
    add_interval(row, "win_share_less_luck", share.interval);
    row["variance_ratio"] = share.variance_ratio;
  }
  if (!report.alpha_rank.empty()) {
    const AlphaRankMass& mass = report.alpha_rank[e];
    row["alpha_rank"] = mass.mass;
    row["alpha_rank_low"] = mass.low;
    row["alpha_rank_high"] = mass.high;
  }
  row["forfeits"] = report.results.forfeits_of(e);
  row["by_seat"] = rows_by_seat(report.performances.entrants_by_seat[e]);
  return row;
}

Row seat_rows(const RatingReport& report) {
  Row rows = Row::array();
  for (unsigned seat = 0; seat < report.results.players; ++seat) {
    Row row{{"seat", seat + 1}};
    if (!report.seats.empty()) add_rating(row, report.seats[seat]);
    add_performance(row, report.performances.seats[seat]);
    rows.push_back(std::move(row));
  }
  return rows;
}

Row pair_rows(const RatingReport& report, const std::vector<std::string>& names) {
  Row rows = Row::array();
  for (const PairFigures& pair : pairs_in_order(report)) {
    Row row{{"agent", names[pair.one]},
            {"other", names[pair.other]},
            {"games", pair.games},
            {"blocks", pair.blocks}};
    row["ahead"] = pair.ahead.mean;
    add_interval(row, "ahead", pair.ahead.interval);
    row["p"] = std::isnan(pair.p) ? Row() : Row(pair.p);
    row["vp_difference"] = pair.vp_difference.mean;
    add_interval(row, "vp_difference", pair.vp_difference.interval);
    rows.push_back(std::move(row));
  }
  return rows;
}

Row text_or_null(const std::string& text) { return text.empty() ? Row() : Row(text); }

}  // namespace

std::vector<PairFigures> pairs_in_order(const RatingReport& report) {
  std::vector<std::size_t> place(report.order.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[report.order[i]] = i;
  std::vector<PairFigures> pairs = pairs_of(report.results.games);
  std::erase_if(pairs, [&](const PairFigures& p) { return place[p.one] > place[p.other]; });
  std::ranges::sort(pairs, {},
                    [&](const PairFigures& p) { return std::pair(place[p.one], place[p.other]); });
  return pairs;
}

std::string rating_json(const RatingReport& report, const RatingOptions& options, bool with_pairs) {
  const Results& results = report.results;
  Row json{{"ruleset", results.ruleset},
           {"games", results.games.size()},
           {"duplicates", results.duplicates},
           {"unfinished_blocks", results.unfinished_blocks},
           {"other_signature", text_or_null(report.other_signature)},
           {"forfeits", std::accumulate(results.forfeits.begin(), results.forfeits.end(), u64{0})},
           {"blocks", report.fit.blocks},
           {"even_win_share", 1.0 / results.players},
           {"elo_anchor", text_or_null(options.anchor)},
           {"elo_interval_kind", elo_interval_kind(report.fit)},
           {"connected", report.fit.connected},
           {"log_likelihood", report.fit.log_likelihood},
           {"bootstrap", options.bootstrap},
           {"entrants", Row::array()}};
  const std::vector<std::string> names = short_names(results.entrants);
  for (const std::size_t e : report.order) {
    json["entrants"].push_back(entrant_row(report, e, names[e]));
  }
  json["seats"] = seat_rows(report);
  if (with_pairs) json["pairs"] = pair_rows(report, names);
  json["ties"] = Row::array();
  for (std::size_t t = 0; t < report.fit.tie_orders.size(); ++t) {
    json["ties"].push_back({{"order", report.fit.tie_orders[t]},
                            {"delta", std::exp(report.fit.log_tie[static_cast<Eigen::Index>(t)])}});
  }
  return json.dump(2) + '\n';
}

}  // namespace carrack
