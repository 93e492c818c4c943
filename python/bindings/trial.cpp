// carrack.trial: what a tile is worth, by intervention.
#include "experiments/trial/trial.hpp"

#include <limits>

#include "agents/tile_list.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/tournament/one_a_seat.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TileSet tiles_named(Ruleset rules, const std::optional<std::vector<std::string>>& words,
                    const std::string& age) {
  const TileSet all = tiles_in(rules, parse_age(age));
  if (!words) return all;
  TileSet kinds;
  for (const std::string& word : *words) kinds.insert(nth<TileCopy>(index(tile_named(word))));
  return all & kinds;
}

void add_mean(py::dict& row, const std::string& figure, double mean, const Interval& interval) {
  row[py::str(figure)] = mean;
  row[py::str(figure + "_interval")] = interval.half();
  row[py::str(figure + "_low")] = interval.low;
  row[py::str(figure + "_high")] = interval.high;
}

double mean_of(const Sample& sample) { return sample.count() == 0 ? kNaN : sample.mean(); }

void add_comparison(py::dict& row, const std::string& other, const Comparison& c,
                    unsigned players) {
  add_mean(row, "win_share" + other, mean_of(c.win_share), c.win_share_interval());
  add_mean(row, "rank" + other, mean_of(c.rank), c.rank_interval(players));
  add_mean(row, "vp" + other, mean_of(c.vp), c.vp_interval());
}

py::dict as_dict(const TileTrial& tile, Occasion occasion, unsigned players, std::size_t effects) {
  const ForkTally& tally = tile.on(occasion);
  py::dict row;
  row["tile"] = std::string(name(tile.tile));
  row["age"] = index(catalogue::row(tile.tile).age) + 1;
  row["cost"] = catalogue::row(tile.tile).cost;
  row["occasion"] = occasion == Occasion::offered ? "offered" : "bought";
  row["forks"] = tally.forks();
  add_comparison(row, "_vs_other", tally.versus_other, players);
  const Interval all = tally.versus_other.win_share_interval(effects);
  row["win_share_vs_other_simultaneous"] = all.half();
  row["win_share_vs_other_simultaneous_low"] = all.low;
  row["win_share_vs_other_simultaneous_high"] = all.high;
  add_comparison(row, "_vs_nothing", tally.versus_nothing, players);
  const Observation& seen = tile.observed;
  row["bought"] = seen.bought;
  row["mean_turn"] = seen.bought == 0 ? kNaN : seen.mean_turn;
  add_mean(row, "seen", mean_of(seen.advantage), seen.advantage_interval(players));
  add_mean(row, "seen_adjusted", seen.adjusted ? seen.adjusted->mean : kNaN,
           seen.adjusted_interval());
  return row;
}

py::list trial_rows(Ruleset rules, const Arg<"agents", std::vector<std::string>>& agents,
                    const Arg<"tiles", std::optional<std::vector<std::string>>>& tiles,
                    const std::string& age, Arg<"games", u64> games, Arg<"seed", u64> seed,
                    Arg<"continuations", unsigned> continuations,
                    Arg<"turn", std::optional<unsigned>> turn,
                    const std::optional<std::string>& seat, Arg<"threads", unsigned> threads) {
  check_threads(threads.value);
  const TrialPlan plan{
      .rules = rules,
      .agents = one_a_seat(agents.value, rules),
      .tiles = tiles_named(rules, tiles.value, age),
      .games = games.value,
      .seed = seed.value,
      .continuations = continuations.value,
      .turn = turn.value,
      .seat = seat ? std::optional(parse_seat(*seat, rules.players())) : std::nullopt,
  };
  check_plan(plan);
  InterruptScope interrupts;
  const TrialReport report = [&] {
    const py::gil_scoped_release release;
    return run_trial(plan, threads.value, interrupts.stop());
  }();
  interrupts.check();
  const std::size_t effects = effects_in({&report, 1});
  py::list rows;
  for (const TileTrial& tile : report.tiles) {
    for (const Occasion occasion : {Occasion::offered, Occasion::bought}) {
      rows.append(as_dict(tile, occasion, rules.players(), effects));
    }
  }
  return rows;
}

}  // namespace

void bind_trial(py::module_& m) {
  m.def("trial_rows", &trial_rows, py::arg("ruleset"), py::arg("agents"), py::arg("tiles"),
        py::arg("age"), py::arg("games"), py::arg("seed"), py::arg("continuations"),
        py::arg("turn"), py::arg("seat"), py::arg("threads"), doc("trial_rows"));
}

}  // namespace carrack::python
