#include "experiments/cli/trial_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "experiments/base/csv.hpp"
#include "experiments/base/version.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

std::string signed_text(double value, int decimals) {
  return (value < 0 ? "" : "+") + fixed(value, decimals);
}

/// A win share or a rank.
std::string cell(double mean, const Interval& interval, int decimals) {
  if (!interval.is_known()) return signed_text(mean, decimals);
  return signed_text(mean, decimals) + " [" + signed_text(interval.low, decimals) + ", " +
         signed_text(interval.high, decimals) + "]";
}

std::string share_cell(const Comparison& comparison) {
  if (comparison.win_share.count() == 0) return "-";
  return cell(comparison.win_share.mean(), comparison.win_share_interval(), 3);
}

std::string points_cell(const Comparison& comparison) {
  const Sample& vp = comparison.vp;
  if (vp.count() == 0) return "-";
  const std::string mean = signed_text(vp.mean(), 1);
  return vp.count() < 2 ? mean : mean + " ± " + fixed(comparison.vp_interval().half(), 1);
}

std::string rank_cell(const Comparison& comparison, unsigned players) {
  if (comparison.rank.count() == 0) return "-";
  return cell(comparison.rank.mean(), comparison.rank_interval(players), 2);
}

std::string simultaneous_cell(const Comparison& comparison, std::size_t intervals) {
  if (comparison.win_share.count() < 2) return "-";
  const Interval all = comparison.win_share_interval(intervals);
  return "[" + signed_text(all.low, 3) + ", " + signed_text(all.high, 3) +
         (all.holds(0) ? "]  " : "] *");
}

/// The tiles, the largest effect first; those that were never forked last.
std::vector<const TileTrial*> ranked(const std::vector<TileTrial>& tiles, Occasion occasion) {
  std::vector<const TileTrial*> order;
  order.reserve(tiles.size());
  for (const TileTrial& tile : tiles) order.push_back(&tile);
  std::ranges::stable_sort(order, [&](const TileTrial* a, const TileTrial* b) {
    const ForkTally& x = a->on(occasion);
    const ForkTally& y = b->on(occasion);
    if (x.forks() == 0 || y.forks() == 0) return x.forks() > y.forks();
    return x.versus_other.win_share.mean() > y.versus_other.win_share.mean();
  });
  return order;
}

std::string effects_table(const TrialReport& report, std::size_t intervals) {
  Table table({"tile", "$", "forks", "win share vs other", "all " + std::to_string(intervals),
               "rank", "VP", "win share vs nothing", "VP"});
  for (const TileTrial* tile : ranked(report.tiles, Occasion::offered)) {
    const ForkTally& tally = tile->on(Occasion::offered);
    table.add({std::string(name(tile->tile)), std::to_string(catalogue::row(tile->tile).cost),
               std::to_string(tally.forks()), share_cell(tally.versus_other),
               simultaneous_cell(tally.versus_other, intervals),
               rank_cell(tally.versus_other, report.plan.rules.players()),
               points_cell(tally.versus_other), share_cell(tally.versus_nothing),
               points_cell(tally.versus_nothing)});
  }
  return table.text();
}

std::string buyers_table(const TrialReport& report) {
  Table table({"tile", "bought", "turn",
               "seen: win share - 1/" + std::to_string(report.plan.rules.players()),
               "seen, adjusted", "effect vs other", "effect vs nothing"});
  for (const TileTrial* tile : ranked(report.tiles, Occasion::bought)) {
    const Observation& seen = tile->observed;
    const ForkTally& tally = tile->on(Occasion::bought);
    const std::string advantage =
        seen.bought == 0
            ? "-"
            : cell(seen.advantage.mean(), seen.advantage_interval(report.plan.rules.players()), 3);
    const std::string adjusted =
        seen.adjusted ? cell(seen.adjusted->mean, seen.adjusted_interval(), 3) : "-";
    table.add({std::string(name(tile->tile)), std::to_string(seen.bought),
               seen.bought == 0 ? "-" : fixed(seen.mean_turn, 1), advantage, adjusted,
               share_cell(tally.versus_other), share_cell(tally.versus_nothing)});
  }
  return table.text();
}

Json mean_and_interval(double mean, const Interval& interval) {
  Json json{{"mean", mean}};
  if (interval.is_known()) {
    json["interval"] = interval.half();
    json["low"] = interval.low;
    json["high"] = interval.high;
  }
  return json;
}

Json comparison_json(const Comparison& comparison, unsigned players, std::size_t intervals) {
  if (comparison.win_share.count() == 0) {
    return {{"win_share", nullptr}, {"rank", nullptr}, {"vp", nullptr}};
  }
  Json json{{"win_share",
             mean_and_interval(comparison.win_share.mean(), comparison.win_share_interval())},
            {"rank", mean_and_interval(comparison.rank.mean(), comparison.rank_interval(players))},
            {"vp", mean_and_interval(comparison.vp.mean(), comparison.vp_interval())}};
  if (comparison.win_share.count() > 1) {
    const Interval all = comparison.win_share_interval(intervals);
    json["win_share"]["simultaneous_interval"] = all.half();
    json["win_share"]["simultaneous_low"] = all.low;
    json["win_share"]["simultaneous_high"] = all.high;
  }
  return json;
}

Json tally_json(const ForkTally& tally, unsigned players, std::size_t intervals) {
  return {{"forks", tally.forks()},
          {"other_is_nothing", tally.other_is_pass},
          {"versus_other", comparison_json(tally.versus_other, players, intervals)},
          {"versus_nothing", comparison_json(tally.versus_nothing, players, intervals)}};
}

Json tile_json(const TileTrial& tile, unsigned players, std::size_t intervals) {
  const Observation& seen = tile.observed;
  Json observed{{"bought", seen.bought}};
  if (seen.bought != 0) observed["mean_turn"] = seen.mean_turn;
  observed["advantage"] =
      seen.bought == 0 ? Json(nullptr)
                       : mean_and_interval(seen.advantage.mean(), seen.advantage_interval(players));
  observed["adjusted"] = seen.adjusted
                             ? mean_and_interval(seen.adjusted->mean, seen.adjusted_interval())
                             : Json(nullptr);
  return {{"tile", name(tile.tile)},
          {"age", index(catalogue::row(tile.tile).age) + 1},
          {"cost", catalogue::row(tile.tile).cost},
          {"offered", tally_json(tile.on(Occasion::offered), players, intervals)},
          {"bought", tally_json(tile.on(Occasion::bought), players, intervals)},
          {"observed", observed}};
}

constexpr std::array<std::string_view, 4> kEstimateColumns{"", "_interval", "_low", "_high"};

/// A cell for each of kEstimateColumns; empty where there is none.
void add_cells(std::vector<std::string>& row, bool any, double mean, const Interval& interval) {
  row.push_back(any ? fixed(mean, 6) : "");
  for (const double value : {interval.half(), interval.low, interval.high}) {
    row.push_back(interval.is_known() ? fixed(value, 6) : "");
  }
}

void add_cells(std::vector<std::string>& row, const Comparison& c, unsigned players) {
  const bool any = c.win_share.count() > 0;
  add_cells(row, any, c.win_share.mean(), c.win_share_interval());
  add_cells(row, any, c.rank.mean(), c.rank_interval(players));
  add_cells(row, any, c.vp.mean(), c.vp_interval());
}

std::string csv_header() {
  std::vector<std::string> header{"ruleset", "players", "tile",
                                  "age",     "cost",    "occasion",
                                  "games",   "forks",   "other_is_nothing"};
  const auto add = [&](const std::string& figure) {
    for (const std::string_view column : kEstimateColumns) {
      header.push_back(figure + std::string(column));
    }
  };
  for (const std::string other : {"versus_other", "versus_nothing"}) {
    for (const char* const what : {"_win_share", "_rank", "_vp"}) add(other + what);
  }
  header.insert(header.end(), {"bought", "mean_turn"});
  add("advantage");
  add("adjusted");
  return csv_line(header);
}

std::string csv_row(const TrialReport& report, const TileTrial& tile, Occasion occasion) {
  const unsigned players = report.plan.rules.players();
  const Observation& seen = tile.observed;
  const ForkTally& tally = tile.on(occasion);
  std::vector<std::string> row{report.plan.rules.to_string(),
                               std::to_string(players),
                               std::string(name(tile.tile)),
                               std::to_string(index(catalogue::row(tile.tile).age) + 1),
                               std::to_string(catalogue::row(tile.tile).cost),
                               occasion == Occasion::offered ? "offered" : "bought",
                               std::to_string(report.games),
                               std::to_string(tally.forks()),
                               std::to_string(tally.other_is_pass)};
  add_cells(row, tally.versus_other, players);
  add_cells(row, tally.versus_nothing, players);
  row.push_back(std::to_string(seen.bought));
  row.push_back(seen.bought == 0 ? "" : fixed(seen.mean_turn, 4));
  add_cells(row, seen.bought != 0, seen.advantage.mean(), seen.advantage_interval(players));
  add_cells(row, seen.adjusted.has_value(), seen.adjusted ? seen.adjusted->mean : 0,
            seen.adjusted_interval());
  return csv_line(row);
}

}  // namespace

std::string trial_text(const TrialReport& report, std::size_t intervals) {
  const TrialPlan& plan = report.plan;
  std::string text = "== " + plan.rules.to_string() + ": " + std::to_string(report.games) +
                     " games, each fork played on " + std::to_string(plan.continuations) +
                     (plan.continuations == 1 ? " time" : " times") + ", seed " +
                     std::to_string(plan.seed) + "\n\n" +
                     "Buying a tile the first time a player can, all else equal:\n";
  text += effects_table(report, intervals);
  text += "\nThose who chose to buy it: what is seen, and what the purchase did:\n";
  return text + buyers_table(report) + '\n';
}

std::string trial_json(const std::vector<TrialReport>& reports, bool interrupted) {
  const std::size_t intervals = effects_in(reports);
  Json json{{"version", version::engine()},
            {"interrupted", interrupted},
            {"simultaneous_intervals", intervals},
            {"trials", Json::array()}};
  for (const TrialReport& report : reports) {
    const TrialPlan& plan = report.plan;
    Json trial{{"ruleset", plan.rules.to_string()},
               {"agents", plan.agents},
               {"seed", plan.seed},
               {"games", report.games},
               {"continuations", plan.continuations},
               {"turn", nullptr},
               {"seat", nullptr},
               {"tiles", Json::array()}};
    if (plan.turn) trial["turn"] = *plan.turn;
    if (plan.seat) trial["seat"] = index(*plan.seat) + 1;
    for (const TileTrial& tile : report.tiles) {
      trial["tiles"].push_back(tile_json(tile, plan.rules.players(), intervals));
    }
    json["trials"].push_back(std::move(trial));
  }
  return json.dump(2) + '\n';
}

std::string trial_csv(const std::vector<TrialReport>& reports) {
  std::string text = csv_header();
  for (const TrialReport& report : reports) {
    for (const TileTrial& tile : report.tiles) {
      for (const Occasion occasion : {Occasion::offered, Occasion::bought}) {
        text += csv_row(report, tile, occasion);
      }
    }
  }
  return text;
}

}  // namespace carrack
