#include "experiments/cli/trial_report.hpp"

#include <nlohmann/json.hpp>

#include "experiments/base/csv.hpp"
#include "experiments/base/version.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/trial_words.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;
using namespace trial_words;

/// The mean and its interval; unknown numbers are null.
Json mean_and_interval(double mean, const Interval& interval) {
  return {{"mean", mean},
          {"half_width", interval.half()},
          {"low", interval.low},
          {"high", interval.high}};
}

Json comparison_json(const Comparison& comparison, unsigned players, std::size_t intervals) {
  if (comparison.win_share.count() == 0) {
    return {{"win_share", nullptr}, {"rank", nullptr}, {"vp", nullptr}};
  }
  Json json{{"win_share",
             mean_and_interval(comparison.win_share.mean(), comparison.win_share_interval())},
            {"rank", mean_and_interval(comparison.rank.mean(), comparison.rank_interval(players))},
            {"vp", mean_and_interval(comparison.vp.mean(), comparison.vp_interval())}};
  const Interval all = comparison.win_share_interval(intervals);
  json["win_share"]["simultaneous_half_width"] = all.half();
  json["win_share"]["simultaneous_low"] = all.low;
  json["win_share"]["simultaneous_high"] = all.high;
  return json;
}

Json tally_json(const ForkTally& tally, const TrialPlan& plan, std::size_t intervals) {
  const unsigned players = plan.rules.players();
  Json json{{"forks", tally.forks()}};
  if (!plan.is_of_placements()) json["other_is_nothing"] = tally.other_is_pass;
  json["vs_other"] = comparison_json(tally.versus_other, players, intervals);
  if (!plan.is_of_placements()) {
    json["vs_nothing"] = comparison_json(tally.versus_nothing, players, intervals);
  }
  if (plan.denial) {
    json["own_use"] = comparison_json(tally.own_use, players, intervals);
    json["denial"] = comparison_json(tally.denial, players, intervals);
  }
  if (!plan.discounts.empty()) {
    Json& gains = json["of_discounts"] = Json::array();
    for (std::size_t i = 0; i < plan.discounts.size(); ++i) {
      const Comparison& gain = tally.of_discounts[i];
      Json& one =
          gains.emplace_back(Json{{"discount", plan.discounts[i]}, {"forks", gain.vp.count()}});
      one.update(comparison_json(gain, players, intervals));
    }
  }
  return json;
}

Json line_json(const TrialLine& line, const TrialPlan& plan, const EffectsByOccasion& intervals) {
  const unsigned players = plan.rules.players();
  const bool placement = line.on.is_placement();
  const Observation& seen = line.observed;
  Json observed{{name(Occasion::chosen, placement), seen.chosen}};
  if (seen.chosen != 0) observed["mean_turn"] = seen.mean_turn;
  observed["advantage"] =
      seen.chosen == 0 ? Json(nullptr)
                       : mean_and_interval(seen.advantage.mean(), seen.advantage_interval(players));
  observed["adjusted"] = seen.adjusted
                             ? mean_and_interval(seen.adjusted->mean, seen.adjusted_interval())
                             : Json(nullptr);
  Json json{{subject_word(plan), name(line.on)}};
  if (!placement) {
    json["age"] = index(catalogue::row(line.on.tile()).age) + 1;
    json["cost"] = cost_of(line.on, plan.rules);
  }
  for (const Occasion occasion : kBothOccasions) {
    if (!plan.tries(occasion)) continue;
    json[std::string(name(occasion, placement))] =
        tally_json(line.at(occasion), plan, intervals[index(occasion)]);
  }
  json["observed"] = observed;
  return json;
}

constexpr std::array<std::string_view, 4> kEstimateColumns{"", "_half_width", "_low", "_high"};

/// Half the width, low and high; empty if unknown.
void add_interval(std::vector<std::string>& row, const Interval& interval) {
  for (const double value : {interval.half(), interval.low, interval.high}) {
    row.push_back(interval.is_known() ? csv_number(value) : "");
  }
}

/// A cell for each of kEstimateColumns; empty if unknown.
void add_cells(std::vector<std::string>& row, bool any, double mean, const Interval& interval) {
  row.push_back(any ? csv_number(mean) : "");
  add_interval(row, interval);
}

void add_cells(std::vector<std::string>& row, const Comparison& c, unsigned players) {
  const bool any = c.win_share.count() > 0;
  add_cells(row, any, c.win_share.mean(), c.win_share_interval());
  add_cells(row, any, c.rank.mean(), c.rank_interval(players));
  add_cells(row, any, c.vp.mean(), c.vp_interval());
}

/// The comparisons of a trial besides _vs_other, as columns name them.
std::vector<std::string> further_alternatives(const TrialPlan& plan) {
  if (plan.is_of_placements()) return {};
  std::vector<std::string> found{"_vs_nothing"};
  if (plan.denial) append(found, {"_own_use", "_denial"});
  for (const unsigned discount : plan.discounts) {
    found.push_back("_of_discount_" + std::to_string(discount));
  }
  return found;
}

std::string csv_header(const TrialPlan& plan) {
  const bool placements = plan.is_of_placements();
  std::vector<std::string> header{"ruleset", "players", std::string(subject_word(plan))};
  if (!placements) append(header, {"age", "cost"});
  append(header, {"occasion", "games", "forks"});
  if (!placements) append(header, {"other_is_nothing"});
  const auto add = [&](const std::string& figure) {
    for (const std::string_view column : kEstimateColumns) {
      header.push_back(figure + std::string(column));
    }
  };
  const auto add_all = [&](const std::string& alternative) {
    for (const char* const what : {"win_share", "rank", "vp"}) add(what + alternative);
  };
  add_all("_vs_other");
  for (const char* const end : {"_half_width", "_low", "_high"}) {
    append(header, {std::string("win_share_vs_other_simultaneous") + end});
  }
  for (const std::string& alternative : further_alternatives(plan)) add_all(alternative);
  append(header, {std::string(name(Occasion::chosen, placements)), "mean_turn"});
  add("seen");
  add("seen_adjusted");
  return csv_line(header);
}

std::string csv_row(const TrialReport& report, const TrialLine& line, Occasion occasion,
                    std::size_t intervals) {
  const unsigned players = report.plan.rules.players();
  const bool placement = line.on.is_placement();
  const Observation& seen = line.observed;
  const ForkTally& tally = line.at(occasion);
  std::vector<std::string> row{report.plan.rules.to_string(), std::to_string(players),
                               std::string(name(line.on))};
  if (!placement) {
    append(row, {std::to_string(index(catalogue::row(line.on.tile()).age) + 1),
                 std::to_string(cost_of(line.on, report.plan.rules))});
  }
  append(row, {std::string(name(occasion, placement)), std::to_string(report.games),
               std::to_string(tally.forks())});
  if (!placement) append(row, {std::to_string(tally.other_is_pass)});
  add_cells(row, tally.versus_other, players);
  add_interval(row, tally.versus_other.win_share_interval(intervals));
  if (!placement) add_cells(row, tally.versus_nothing, players);
  if (report.plan.denial) {
    add_cells(row, tally.own_use, players);
    add_cells(row, tally.denial, players);
  }
  for (const Comparison& gain : tally.of_discounts) add_cells(row, gain, players);
  append(row, {std::to_string(seen.chosen), seen.chosen == 0 ? "" : csv_number(seen.mean_turn)});
  add_cells(row, seen.chosen != 0, seen.advantage.mean(), seen.advantage_interval(players));
  add_cells(row, seen.adjusted.has_value(), seen.adjusted ? seen.adjusted->mean : 0,
            seen.adjusted_interval());
  return csv_line(row);
}

}  // namespace

std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted) {
  const EffectsByOccasion intervals = effects_by_occasion(reports);
  Json json{{"engine", version::engine()},
            {"interrupted", interrupted},
            {"simultaneous_intervals", {}},
            {"trials", Json::array()}};
  for (const Occasion occasion : kBothOccasions) {
    if (!reports.front().plan.tries(occasion)) continue;
    const auto word = std::string(name(occasion, reports.front().plan.is_of_placements()));
    json["simultaneous_intervals"][word] = intervals[index(occasion)];
  }
  for (const TrialReport& report : reports) {
    const TrialPlan& plan = report.plan;
    Json trial{{"ruleset", plan.rules.to_string()},
               {"agents", plan.agents},
               {"seed", plan.seed},
               {"games", report.games},
               {"continuations", plan.continuations},
               {"turn", nullptr},
               {"seat", nullptr},
               {"occasion", nullptr},
               {"denial", plan.denial},
               {"discounts", plan.discounts}};
    if (plan.turn) trial["turn"] = *plan.turn;
    if (plan.seat) trial["seat"] = index(*plan.seat) + 1;
    if (plan.occasion) trial["occasion"] = name(*plan.occasion, plan.is_of_placements());
    Json& lines = trial[plan.is_of_placements() ? "placements" : "tiles"] = Json::array();
    for (const TrialLine& line : report.lines) lines.push_back(line_json(line, plan, intervals));
    json["trials"].push_back(std::move(trial));
  }
  return json.dump(2) + '\n';
}

std::string trial_csv(const std::vector<TrialReport>& reports) {
  const EffectsByOccasion intervals = effects_by_occasion(reports);
  std::string text;
  for (const TrialReport& report : reports) {
    if (text.empty()) text = csv_header(report.plan);
    for (const TrialLine& line : report.lines) {
      for (const Occasion occasion : kBothOccasions) {
        if (!report.plan.tries(occasion)) continue;
        text += csv_row(report, line, occasion, intervals[index(occasion)]);
      }
    }
  }
  return text;
}

}  // namespace carrack
