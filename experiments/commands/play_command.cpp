// `carrack play`: games with fixed seats.
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/match.hpp"
#include "experiments/progress.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {
namespace {

struct SeatTally {
  Sample vp;
  Sample wins;  // a win shared by k players counts 1/k
};

double win_share(const Result& result, unsigned players, unsigned seat) {
  const auto winners = std::count(result.rank.begin(), result.rank.begin() + players, 1);
  return result.rank[seat] == 1 ? 1.0 / static_cast<double>(winners) : 0;
}

void print_table(const std::vector<std::string>& entrants, const std::vector<SeatTally>& seats) {
  Table table({"seat", "agent", "mean VP", "win share"});
  for (std::size_t i = 0; i < seats.size(); ++i) {
    table.add({"p" + std::to_string(i + 1), entrants[i],
               with_interval(seats[i].vp.mean(), seats[i].vp.interval(), 1),
               with_interval(seats[i].wins.mean(), seats[i].wins.interval(), 3)});
  }
  std::cout << table.text();
}

int play(const MatchOptions& options) {
  const Ruleset rules = options.rules.ruleset();
  const std::vector<std::string> entrants = options.entrants();
  Seating seating(rules.players());
  std::iota(seating.begin(), seating.end(), 0U);

  std::vector<SeatTally> seats(rules.players());
  u64 decisions = 0;
  const Progress clock("games", options.games);
  const std::size_t games = play_match(
      options, entrants, options.games,
      [&](std::size_t i) {
        return Fixture{i, seating, game_seeds(options.seed, i)};
      },
      [&](const Fixture&, const PlayedGame& game) {
        decisions += game.decisions;
        for (unsigned seat = 0; seat < rules.players(); ++seat) {
          seats[seat].vp.add(game.result.vp[seat]);
          seats[seat].wins.add(win_share(game.result, rules.players(), seat));
        }
      });
  const double seconds = clock.seconds();
  const double rate = static_cast<double>(games) / seconds;
  const double per_game =
      games == 0 ? 0 : static_cast<double>(decisions) / static_cast<double>(games);

  if (options.json) {
    nlohmann::ordered_json json{{"ruleset", rules.to_string()},
                                {"seed", options.seed},
                                {"games", games},
                                {"games_per_second", rate},
                                {"decisions_per_game", per_game},
                                {"interrupted", was_interrupted()}};
    for (std::size_t i = 0; i < seats.size(); ++i) {
      json["seats"].push_back({{"seat", i + 1},
                               {"agent", entrants[i]},
                               {"mean_vp", seats[i].vp.mean()},
                               {"mean_vp_interval", seats[i].vp.interval()},
                               {"win_share", seats[i].wins.mean()},
                               {"win_share_interval", seats[i].wins.interval()}});
    }
    std::cout << json.dump(2) << '\n';
  } else {
    if (games != 0) print_table(entrants, seats);
    std::cout << games << " games of " << rules.to_string() << ", " << grouped(rate) << " games/s, "
              << fixed(per_game, 1) << " decisions/game; ± is the 95 % interval\n";
    if (was_interrupted())
      std::cout << "interrupted: " << games << " of " << options.games << " games\n";
  }
  return was_interrupted() ? kInterrupted : 0;
}

}  // namespace

void add_play(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand("play", "Play games with fixed seats");
  command->footer(
      "Example: carrack play --players 4 --agent random --games 1000 --record games.jsonl");
  const auto options = std::make_shared<MatchOptions>();
  options->add_to(*command);
  command->callback([options, &status] { status = play(*options); });
}

}  // namespace carrack
