// carrack.trial: what a tile is worth, by intervention.
#include "experiments/trial/trial.hpp"

#include <limits>

#include "agents/tile_list.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/age_and_seat.hpp"
#include "experiments/one_a_seat.hpp"
#include "experiments/parallel.hpp"
#include "experiments/statistics/simultaneous.hpp"
#include "experiments/statistics/student.hpp"
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

void add_mean(py::dict& row, const std::string& figure, const Sample& sample) {
  row[py::str(figure)] = sample.count() == 0 ? kNaN : sample.mean();
  row[py::str(figure + "_interval")] = sample.interval();
}

py::dict as_dict(const TileTrial& tile, Occasion occasion, std::size_t effects) {
  const ForkTally& tally = tile.on(occasion);
  const Sample& effect = tally.versus_other.win_share;
  py::dict row;
  row["tile"] = std::string(name(tile.tile));
  row["age"] = index(catalogue::row(tile.tile).age) + 1;
  row["cost"] = catalogue::row(tile.tile).cost;
  row["occasion"] = occasion == Occasion::offered ? "offered" : "bought";
  row["forks"] = tally.forks();
  add_mean(row, "win_share_vs_other", effect);
  row["win_share_vs_other_simultaneous"] =
      effect.count() < 2 ? kNaN : simultaneous_interval(effect, effects);
  add_mean(row, "rank_vs_other", tally.versus_other.rank);
  add_mean(row, "vp_vs_other", tally.versus_other.vp);
  add_mean(row, "win_share_vs_nothing", tally.versus_nothing.win_share);
  add_mean(row, "rank_vs_nothing", tally.versus_nothing.rank);
  add_mean(row, "vp_vs_nothing", tally.versus_nothing.vp);
  const Observation& seen = tile.observed;
  row["bought"] = seen.bought;
  row["mean_turn"] = seen.bought == 0 ? kNaN : seen.mean_turn;
  add_mean(row, "seen", seen.advantage);
  row["seen_adjusted"] = seen.adjusted ? seen.adjusted->mean : kNaN;
  row["seen_adjusted_interval"] = seen.adjusted ? kNormal95 * seen.adjusted->standard_error : kNaN;
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
      rows.append(as_dict(tile, occasion, effects));
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
