// carrack.rate, and the figures of carrack.Tournament.
#include <cstdint>
#include <map>

#include "arguments.hpp"
#include "docs.hpp"
#include "experiments/ledger/database.hpp"
#include "experiments/statistics/estimate.hpp"
#include "experiments/statistics/pairs.hpp"
#include "experiments/studies/rating_report.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

void add_estimate(py::dict& row, const std::string& figure, const Estimate& estimate) {
  row[py::str(figure)] = estimate.mean;
  row[py::str(figure + "_half_width")] = estimate.shown().half();
  row[py::str(figure + "_low")] = estimate.shown().low;
  row[py::str(figure + "_high")] = estimate.shown().high;
}

/// The report as JSON.
std::string rate_files(const std::vector<std::string>& files, const std::vector<std::string>& names,
                       const Arg<"anchor", std::string>& anchor, Arg<"prior_sd", double> prior_sd,
                       Arg<"seat_effects", bool> seat_effects, Arg<"bootstrap", unsigned> bootstrap,
                       Arg<"alpha_rank", bool> alpha_rank, Arg<"luck", bool> luck) {
  InterruptScope interrupts;
  const RatingOptions options{.files = files,
                              .tournaments = names,
                              .anchor = anchor.value,
                              .prior_sd = prior_sd.value,
                              .seat_effects = seat_effects.value,
                              .bootstrap = bootstrap.value,
                              .alpha_rank = alpha_rank.value,
                              .luck = luck.value,
                              .stop = &interrupts.stop()};
  RatingReport report;
  try {
    naming_arguments([&] {
      const py::gil_scoped_release release;
      const StoppableQueries queries(interrupts.stop());
      report = rate(options);
    });
  } catch (const QueryStopped&) {  // by a signal, which is checked below
  }
  interrupts.check();
  return rating_json(report, options);
}

using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

void check_shape(const char* what, const Integers& array, py::ssize_t games, py::ssize_t players) {
  if (array.ndim() == 2 && array.shape(0) == games && array.shape(1) == players) return;
  throw InputError(std::string(what) + " should be [" + std::to_string(games) + ", " +
                   std::to_string(players) + "], the numbers of games and players");
}

/// The seats of one game: those at `row` of arrays [games, players].
GameOutcome outcome(const Integers& entrants, const Integers& scores, const Integers& ranks,
                    py::ssize_t row, std::size_t count) {
  GameOutcome game;
  game.players = static_cast<u32>(entrants.shape(1));
  for (u32 seat = 0; seat < game.players; ++seat) {
    const std::int64_t entrant = entrants.at(row, seat);
    if (entrant < 0 || static_cast<std::size_t>(entrant) >= count) {
      throw InputError("entrants has a " + std::to_string(entrant) + ", expected 0 to " +
                       std::to_string(count - 1));
    }
    const std::int64_t rank = ranks.at(row, seat);
    if (rank < 1 || rank > game.players) {
      throw InputError("ranks has a " + std::to_string(rank) + ", expected 1 to " +
                       std::to_string(game.players));
    }
    game.by_seat[seat] = {static_cast<u32>(entrant), static_cast<u8>(seat), static_cast<u8>(rank),
                          static_cast<i16>(scores.at(row, seat))};
  }
  return game;
}

/// The games of arrays [games] and [games, players], in their order.
std::vector<GameOutcome> outcomes(const Integers& block, const Integers& entrants,
                                  const Integers& scores, const Integers& ranks,
                                  std::size_t count) {
  const py::ssize_t games = block.size();
  if (entrants.ndim() != 2 || entrants.shape(1) < 1 || entrants.shape(1) > kMaxPlayers) {
    throw InputError("entrants should be [games, players]");
  }
  const py::ssize_t players = entrants.shape(1);
  check_shape("entrants", entrants, games, players);
  check_shape("scores", scores, games, players);
  check_shape("ranks", ranks, games, players);
  std::vector<GameOutcome> all;
  for (py::ssize_t i = 0; i < games; ++i) {
    all.push_back(outcome(entrants, scores, ranks, i, count));
    all.back().block = static_cast<u64>(block.at(i));
  }
  return all;
}

py::list entrant_figures(const Integers& block, const Integers& entrants, const Integers& scores,
                         const Integers& ranks, std::size_t count) {
  const std::vector<GameOutcome> games = outcomes(block, entrants, scores, ranks, count);
  const py::ssize_t players = entrants.shape(1);
  std::map<u64, std::vector<BlockOfSeats>> blocks;
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::vector<BlockOfSeats>& of_entrants = blocks[games[i].block];
    of_entrants.resize(count);
    for (const SeatOutcome& seat : games[i].seats()) {
      of_entrants[seat.entrant].add({.win_share = win_share(games[i], seat),
                                     .rank = static_cast<double>(seat.rank),
                                     .vp = static_cast<double>(seat.vp)},
                                    i);
    }
  }
  py::list rows;
  const auto seats = static_cast<unsigned>(players);
  for (std::size_t entrant = 0; entrant < count; ++entrant) {
    SeatTally tally;
    for (const auto& [number, of_entrants] : blocks) tally.add(of_entrants[entrant]);
    py::dict row;
    row["games"] = tally.games();
    add_estimate(row, "win_share", tally.win_share(seats));
    add_estimate(row, "mean_rank", tally.rank(seats));
    add_estimate(row, "mean_vp", tally.vp());
    rows.append(std::move(row));
  }
  return rows;
}

/// Mean and both ends of its interval.
py::tuple as_tuple(const PairMean& mean) {
  return py::make_tuple(mean.mean, mean.interval.low, mean.interval.high);
}

py::list pair_figures(const Integers& block, const Integers& entrants, const Integers& scores,
                      const Integers& ranks, std::size_t count) {
  py::list rows;
  for (const PairFigures& pair : pairs_of(outcomes(block, entrants, scores, ranks, count))) {
    rows.append(py::make_tuple(pair.one, pair.other, pair.games, pair.blocks, as_tuple(pair.ahead),
                               as_tuple(pair.vp_difference), pair.p));
  }
  return rows;
}

py::list alpha_rank_masses(const Integers& block, const Integers& entrants, const Integers& scores,
                           const Integers& ranks, std::size_t count) {
  const std::vector<GameOutcome> games = outcomes(block, entrants, scores, ranks, count);
  py::list rows;
  for (const AlphaRankMass& mass : alpha_rank_of_games(games, count)) {
    rows.append(py::make_tuple(mass.mass, mass.low, mass.high));
  }
  return rows;
}

/// The report on games in memory as JSON. `forfeits` is negative for agents that did not forfeit.
std::string rate_games(Ruleset rules, const std::vector<std::string>& names, const Integers& block,
                       const Integers& entrants, const Integers& scores, const Integers& ranks,
                       const Integers& forfeits, const Arg<"anchor", std::string>& anchor,
                       Arg<"prior_sd", double> prior_sd, Arg<"seat_effects", bool> seat_effects,
                       Arg<"bootstrap", unsigned> bootstrap, Arg<"alpha_rank", bool> alpha_rank) {
  RecordedResults games;
  Results& results = games.results;
  results.ruleset = rules.to_string();
  results.players = rules.players();
  results.entrants = names;
  results.games = outcomes(block, entrants, scores, ranks, names.size());
  check_shape("forfeits", forfeits, block.size(), static_cast<py::ssize_t>(rules.players()));
  for (py::ssize_t game = 0; game < forfeits.shape(0); ++game) {
    for (py::ssize_t seat = 0; seat < forfeits.shape(1); ++seat) {
      if (forfeits.at(game, seat) < 0) continue;
      results.add_forfeit(static_cast<std::size_t>(entrants.at(game, seat)));
    }
  }
  InterruptScope interrupts;
  const RatingOptions options{.anchor = anchor.value,
                              .prior_sd = prior_sd.value,
                              .seat_effects = seat_effects.value,
                              .bootstrap = bootstrap.value,
                              .alpha_rank = alpha_rank.value,
                              .stop = &interrupts.stop()};
  const RatingReport report = naming_arguments([&] {
    const py::gil_scoped_release release;
    return rate(std::move(games), options);
  });
  interrupts.check();
  return rating_json(report, options);
}

}  // namespace

void bind_ratings(py::module_& m) {
  m.def("entrant_figures", &entrant_figures, py::arg("block"), py::arg("entrants"),
        py::arg("scores"), py::arg("ranks"), py::arg("count"), doc("entrant_figures"));
  m.def("pair_figures", &pair_figures, py::arg("block"), py::arg("entrants"), py::arg("scores"),
        py::arg("ranks"), py::arg("count"), doc("pair_figures"));
  m.def("alpha_rank_masses", &alpha_rank_masses, py::arg("block"), py::arg("entrants"),
        py::arg("scores"), py::arg("ranks"), py::arg("count"), doc("alpha_rank_masses"));
  m.def("rate_files", &rate_files, py::arg("files"), py::arg("names"), py::arg("anchor"),
        py::arg("prior_sd"), py::arg("seat_effects"), py::arg("bootstrap"), py::arg("alpha_rank"),
        py::arg("luck"), doc("rate_files"));
  m.def("rate_games", &rate_games, py::arg("ruleset"), py::arg("names"), py::arg("block"),
        py::arg("entrants"), py::arg("scores"), py::arg("ranks"), py::arg("forfeits"),
        py::arg("anchor"), py::arg("prior_sd"), py::arg("seat_effects"), py::arg("bootstrap"),
        py::arg("alpha_rank"), doc("rate_games"));
}

}  // namespace carrack::python
