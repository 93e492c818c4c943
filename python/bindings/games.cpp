// Whole games: carrack.play and the games of carrack.tournament.
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/game_runner.hpp"
#include "experiments/parallel.hpp"
#include "experiments/seatings.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/version.hpp"
#include "interrupt_scope.hpp"
#include "python_agent.hpp"

namespace carrack::python {
namespace {

using Bench = std::vector<std::unique_ptr<Agent>>;

Bench make_bench(const py::list& agents, const std::atomic<bool>& stop) {
  Bench bench;
  for (const py::handle agent : agents) {
    bench.push_back(agent_from(agent));
    bench.back()->stop_on(&stop);
  }
  return bench;
}

void check_seats(Ruleset rules, const py::list& agents) {
  if (agents.size() != rules.players()) {
    throw InputError(std::to_string(agents.size()) + " agents for the " +
                     std::to_string(rules.players()) + " players of " + rules.to_string());
  }
}

/// The record of one game.
std::string play_game_text(Ruleset rules, const py::list& agents, u64 seed, u64 game) {
  check_seats(rules, agents);
  InterruptScope interrupts;
  const Bench bench = make_bench(agents, interrupts.stop());
  std::vector<Agent*> by_seat;
  RecordHeader header{rules, {}, seed, game, version::engine()};
  for (const auto& agent : bench) {
    by_seat.push_back(agent.get());
    header.agents.push_back(agent->spec());
  }
  std::string text;
  RecordWriter writer(text, header, /*trace=*/false);
  {
    const py::gil_scoped_release release;
    static_cast<void>(
        play_game(rules, by_seat, game_seeds(seed, game), &writer, interrupts.stop()));
  }
  interrupts.check();
  return text;
}

/// What one game of a tournament left: entrants by seat, and by seat their VP and ranks.
struct TournamentGame {
  Seating seating;
  PlayedGame played;
};

/// Plays whole blocks. Returns int32 arrays [games, players]: entrant, VP and rank by seat.
py::tuple play_blocks(Ruleset rules, const py::list& agents, std::size_t blocks, bool rotations,
                      u64 seed, unsigned threads) {
  check_seats(rules, agents);
  if (threads == 0) throw InputError("threads is 0, expected 1 or more");
  for (const py::handle agent : agents) {
    if (threads > 1 && is_python_agent(agent)) {
      throw InputError("agents written in Python play on one thread; threads is " +
                       std::to_string(threads));
    }
  }
  const auto seatings =
      rotations ? rotated_seatings(rules.players()) : balanced_seatings(rules.players());
  const std::size_t games = blocks * seatings.size();
  InterruptScope interrupts;
  std::atomic<bool>& stop = interrupts.stop();
  std::vector<Bench> benches(threads);
  for (Bench& bench : benches) bench = make_bench(agents, stop);
  std::vector<TournamentGame> finished;
  {
    const py::gil_scoped_release release;
    const auto play = [&](unsigned thread, std::size_t i) -> std::optional<TournamentGame> {
      TournamentGame game{seatings[i % seatings.size()], {}};
      std::vector<Agent*> by_seat;
      for (const unsigned entrant : game.seating) by_seat.push_back(benches[thread][entrant].get());
      const GameSeeds seeds = game_seeds(seed, i / seatings.size(), i % seatings.size());
      const auto played = play_game(rules, by_seat, seeds, nullptr, stop);
      if (!played) return std::nullopt;
      game.played = *played;
      return game;
    };
    run_in_order<TournamentGame>(
        games, threads, stop, play,
        [&](std::size_t, TournamentGame&& game) { finished.push_back(std::move(game)); });
  }
  interrupts.check();
  const std::array<py::ssize_t, 2> shape{static_cast<py::ssize_t>(games),
                                         static_cast<py::ssize_t>(rules.players())};
  py::array_t<std::int32_t> entrants(shape);
  py::array_t<std::int32_t> vp(shape);
  py::array_t<std::int32_t> ranks(shape);
  for (py::ssize_t g = 0; g < shape[0]; ++g) {
    const TournamentGame& game = finished[static_cast<std::size_t>(g)];
    for (py::ssize_t p = 0; p < shape[1]; ++p) {
      const auto seat = static_cast<std::size_t>(p);
      entrants.mutable_at(g, p) = static_cast<std::int32_t>(game.seating[seat]);
      vp.mutable_at(g, p) = game.played.result.vp[seat];
      ranks.mutable_at(g, p) = game.played.result.rank[seat];
    }
  }
  return py::make_tuple(entrants, vp, ranks);
}

}  // namespace

void bind_games(py::module_& m) {
  m.def("play_game", &play_game_text, py::arg("ruleset"), py::arg("agents"), py::arg("seed"),
        py::arg("game"), doc("play_game"));
  m.def("play_blocks", &play_blocks, py::arg("ruleset"), py::arg("agents"), py::arg("blocks"),
        py::arg("rotations"), py::arg("seed"), py::arg("threads"), doc("play_blocks"));
  m.def(
      "mean_interval",
      [](const std::vector<double>& values) {
        Sample sample;
        for (const double value : values) sample.add(value);
        return py::make_tuple(sample.mean(), sample.interval());
      },
      py::arg("values"), doc("mean_interval"));
}

}  // namespace carrack::python
