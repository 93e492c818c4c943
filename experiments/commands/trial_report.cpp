#include "experiments/commands/trial_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/statistics/simultaneous.hpp"
#include "experiments/statistics/student.hpp"
#include "experiments/version.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

std::string signed_text(double value, int decimals) {
  return (value < 0 ? "" : "+") + fixed(value, decimals);
}

std::string cell(const Sample& sample, int decimals) {
  if (sample.count() == 0) return "-";
  const std::string mean = signed_text(sample.mean(), decimals);
  return sample.count() < 2 ? mean : mean + " ± " + fixed(sample.interval(), decimals);
}

std::string simultaneous_cell(const Sample& sample, std::size_t intervals) {
  if (sample.count() < 2) return "-";
  const double half = simultaneous_interval(sample, intervals);
  return "± " + fixed(half, 3) + (std::abs(sample.mean()) > half ? " *" : "  ");
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
               std::to_string(tally.forks()), cell(tally.versus_other.win_share, 3),
               simultaneous_cell(tally.versus_other.win_share, intervals),
               cell(tally.versus_other.rank, 2), cell(tally.versus_other.vp, 1),
               cell(tally.versus_nothing.win_share, 3), cell(tally.versus_nothing.vp, 1)});
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
    const std::string adjusted = seen.adjusted
                                     ? signed_text(seen.adjusted->mean, 3) + " ± " +
                                           fixed(kNormal95 * seen.adjusted->standard_error, 3)
                                     : "-";
    table.add({std::string(name(tile->tile)), std::to_string(seen.bought),
               seen.bought == 0 ? "-" : fixed(seen.mean_turn, 1), cell(seen.advantage, 3), adjusted,
               cell(tally.versus_other.win_share, 3), cell(tally.versus_nothing.win_share, 3)});
  }
  return table.text();
}

Json mean_and_interval(const Sample& sample) {
  if (sample.count() == 0) return nullptr;
  Json json{{"mean", sample.mean()}};
  if (sample.count() > 1) json["interval"] = sample.interval();
  return json;
}

Json comparison_json(const Comparison& comparison, std::size_t intervals) {
  Json json{{"win_share", mean_and_interval(comparison.win_share)},
            {"rank", mean_and_interval(comparison.rank)},
            {"vp", mean_and_interval(comparison.vp)}};
  if (comparison.win_share.count() > 1) {
    json["win_share"]["simultaneous_interval"] =
        simultaneous_interval(comparison.win_share, intervals);
  }
  return json;
}

Json tally_json(const ForkTally& tally, std::size_t intervals) {
  return {{"forks", tally.forks()},
          {"other_is_nothing", tally.other_is_pass},
          {"versus_other", comparison_json(tally.versus_other, intervals)},
          {"versus_nothing", comparison_json(tally.versus_nothing, intervals)}};
}

Json tile_json(const TileTrial& tile, std::size_t intervals) {
  const Observation& seen = tile.observed;
  Json observed{{"bought", seen.bought}};
  if (seen.bought != 0) observed["mean_turn"] = seen.mean_turn;
  observed["advantage"] = mean_and_interval(seen.advantage);
  observed["adjusted"] = seen.adjusted
                             ? Json{{"mean", seen.adjusted->mean},
                                    {"interval", kNormal95 * seen.adjusted->standard_error}}
                             : Json(nullptr);
  return {{"tile", name(tile.tile)},
          {"age", index(catalogue::row(tile.tile).age) + 1},
          {"cost", catalogue::row(tile.tile).cost},
          {"offered", tally_json(tile.on(Occasion::offered), intervals)},
          {"bought", tally_json(tile.on(Occasion::bought), intervals)},
          {"observed", observed}};
}

/// ",mean,interval" with empty cells where there are none.
std::string csv_cells(const Sample& sample) {
  std::string cells = ",";
  if (sample.count() > 0) cells += fixed(sample.mean(), 6);
  cells += ',';
  if (sample.count() > 1) cells += fixed(sample.interval(), 6);
  return cells;
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
      trial["tiles"].push_back(tile_json(tile, intervals));
    }
    json["trials"].push_back(std::move(trial));
  }
  return json.dump(2) + '\n';
}

std::string trial_csv(const std::vector<TrialReport>& reports) {
  std::string text = "ruleset,players,tile,age,cost,occasion,games,forks,other_is_nothing";
  for (const std::string_view other : {"versus_other", "versus_nothing"}) {
    for (const std::string_view what : {"win_share", "rank", "vp"}) {
      const std::string column = std::string(other) + "_" + std::string(what);
      text.append(",").append(column).append(",").append(column).append("_interval");
    }
  }
  text += ",bought,mean_turn,advantage,advantage_interval,adjusted,adjusted_interval\n";
  for (const TrialReport& report : reports) {
    for (const TileTrial& tile : report.tiles) {
      const Observation& seen = tile.observed;
      for (const Occasion occasion : {Occasion::offered, Occasion::bought}) {
        const ForkTally& tally = tile.on(occasion);
        const std::initializer_list<std::string> labels{
            report.plan.rules.to_string(),
            std::to_string(report.plan.rules.players()),
            std::string(name(tile.tile)),
            std::to_string(index(catalogue::row(tile.tile).age) + 1),
            std::to_string(catalogue::row(tile.tile).cost),
            occasion == Occasion::offered ? "offered" : "bought",
            std::to_string(report.games),
            std::to_string(tally.forks()),
            std::to_string(tally.other_is_pass)};
        for (const std::string& label : labels) text += label + ',';
        text.pop_back();
        for (const Comparison* c : {&tally.versus_other, &tally.versus_nothing}) {
          text += csv_cells(c->win_share) + csv_cells(c->rank) + csv_cells(c->vp);
        }
        text += "," + std::to_string(seen.bought) + "," +
                (seen.bought == 0 ? "" : fixed(seen.mean_turn, 4)) + csv_cells(seen.advantage) +
                "," + (seen.adjusted ? fixed(seen.adjusted->mean, 6) : "") + "," +
                (seen.adjusted ? fixed(kNormal95 * seen.adjusted->standard_error, 6) : "") + "\n";
      }
    }
  }
  return text;
}

}  // namespace carrack
