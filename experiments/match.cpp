#include "experiments/match.hpp"

#include <algorithm>

#include "experiments/interrupt.hpp"
#include "experiments/output_file.hpp"
#include "experiments/parallel.hpp"
#include "experiments/progress.hpp"
#include "experiments/version.hpp"

namespace carrack {
namespace {

struct FinishedGame {
  Fixture fixture;
  PlayedGame game;
  std::string record;
};

/// Agents of one thread: each entrant, and as many of it as it has seats.
using Bench = std::vector<std::unique_ptr<Agent>>;

}  // namespace

std::size_t play_match(const MatchOptions& options, const std::vector<std::string>& entrants,
                       std::size_t games, const std::function<Fixture(std::size_t)>& fixture,
                       const std::function<void(const Fixture&, const PlayedGame&)>& deliver) {
  const Ruleset rules = options.rules.ruleset();
  const auto threads = static_cast<unsigned>(
      std::min<std::size_t>(options.threads, std::max<std::size_t>(games, 1)));
  std::vector<Bench> benches(threads);
  for (Bench& bench : benches) bench = make_agents(entrants);

  std::optional<OutputFile> file;
  if (!options.record.empty()) file.emplace(options.record);
  catch_interrupts();
  std::atomic<bool>& stop = stop_flag();
  Progress progress("games", games);

  const auto play = [&](unsigned thread, std::size_t i) -> std::optional<FinishedGame> {
    FinishedGame finished{fixture(i), {}, {}};
    std::vector<Agent*> by_seat;
    for (const unsigned entrant : finished.fixture.seating) {
      by_seat.push_back(benches[thread][entrant].get());
    }
    std::optional<RecordWriter> writer;
    if (file) {
      RecordHeader header{rules, {}, options.seed, finished.fixture.number, version::engine()};
      for (const Agent* agent : by_seat) header.agents.push_back(agent->spec());
      writer.emplace(finished.record, header, options.trace, options.search_values);
    }
    const auto game =
        play_game(rules, by_seat, finished.fixture.seeds, writer ? &*writer : nullptr, stop);
    if (!game) return std::nullopt;
    finished.game = *game;
    return finished;
  };
  const std::size_t done = run_in_order<FinishedGame>(
      games, threads, stop, play, [&](std::size_t i, const FinishedGame& finished) {
        if (file) file->write(finished.record);
        deliver(finished.fixture, finished.game);
        progress.update(i + 1);
      });
  progress.finish();
  if (file) file->finish();
  return done;
}

}  // namespace carrack
