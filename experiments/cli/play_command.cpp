// `carrack play`: games with fixed seats.
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/render/table.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/tournament/match.hpp"
#include "experiments/tournament/one_a_seat.hpp"

namespace carrack {
namespace {

struct SeatSamples {
  Sample vp;
  Sample wins;  // a win shared by k players counts 1/k

  [[nodiscard]] Interval vp_interval() const { return stepped_interval(vp.over_blocks(), 1); }
  [[nodiscard]] Interval win_interval() const {
    return bounded_interval(wins.over_blocks(), {0, 1});
  }
};

void print_table(const std::vector<std::string>& entrants, const std::vector<SeatSamples>& seats) {
  const std::vector<std::string> names = short_names(entrants);
  Table table({"seat", "agent", "mean VP", "win share"});
  for (std::size_t i = 0; i < seats.size(); ++i) {
    table.add({"p" + std::to_string(i + 1), names[i],
               with_error(seats[i].vp.mean(), seats[i].vp_interval().half(), 1),
               with_interval(seats[i].wins.mean(), seats[i].win_interval(), 3)});
  }
  std::cout << table.text();
}

int play(const MatchArguments& arguments) {
  MatchOptions options = arguments.options();
  const std::vector<std::string> entrants = one_a_seat(options.entrants, options.rules);
  options.entrants = entrants;
  const Ruleset rules = options.rules;
  Seating seating(rules.players());
  std::iota(seating.begin(), seating.end(), 0U);

  std::vector<SeatSamples> seats(rules.players());
  u64 decisions = 0;
  const CatchInterrupts interrupts;
  Progress progress("games", arguments.games);
  std::array<u64, kFailureNames.size()> forfeits{};
  std::optional<Forfeit> first_forfeit;
  const std::size_t games = play_match(
      options, arguments.games,
      [&](std::size_t i) {
        return Fixture{i, seating, game_seeds(options.seed, i)};
      },
      [&](const Fixture& f, const PlayedGame& game) {
        decisions += game.decisions;
        const auto shares = win_shares(game.result.rank, rules.players());
        for (unsigned seat = 0; seat < rules.players(); ++seat) {
          seats[seat].vp.add(game.result.vp[seat]);
          seats[seat].wins.add(shares[seat]);
        }
        for (const Forfeit& forfeit : game.forfeits) ++forfeits[index(forfeit.kind)];
        if (!first_forfeit && !game.forfeits.empty()) first_forfeit = game.forfeits.front();
        progress.update(f.number + 1);
      });
  progress.finish();
  const double seconds = progress.seconds();
  const double rate = static_cast<double>(games) / seconds;
  const double per_game =
      games == 0 ? 0 : static_cast<double>(decisions) / static_cast<double>(games);

  if (arguments.json) {
    nlohmann::ordered_json json{{"ruleset", rules.to_string()},
                                {"seed", options.seed},
                                {"games", games},
                                {"games_per_second", rate},
                                {"decisions_per_game", per_game},
                                {"interrupted", was_interrupted()}};
    for (std::size_t i = 0; i < seats.size(); ++i) {
      const Interval vp = seats[i].vp_interval();
      const Interval wins = seats[i].win_interval();
      json["seats"].push_back({{"seat", i + 1},
                               {"agent", entrants[i]},
                               {"mean_vp", seats[i].vp.mean()},
                               {"mean_vp_interval", vp.half()},
                               {"mean_vp_low", vp.low},
                               {"mean_vp_high", vp.high},
                               {"win_share", seats[i].wins.mean()},
                               {"win_share_interval", wins.half()},
                               {"win_share_low", wins.low},
                               {"win_share_high", wins.high}});
    }
    for (unsigned k = 0; k < forfeits.size(); ++k) {
      json["forfeits"][std::string(kFailureNames[k])] = forfeits[k];
    }
    std::cout << json.dump(2) << '\n';
  } else {
    if (games != 0) print_table(entrants, seats);
    std::cout << counted(games, "game") << " of " << rules.to_string() << ", " << grouped(rate)
              << " games/s, " << fixed(per_game, 1)
              << " decisions/game; [low, high] and ± are 95 % intervals\n";
    for (unsigned k = 0; k < forfeits.size(); ++k) {
      if (forfeits[k] != 0)
        std::cout << "forfeits, " << kFailureNames[k] << ": " << forfeits[k] << '\n';
    }
    if (first_forfeit) {
      std::cout << "the first forfeit was of p" << first_forfeit->seat + 1 << ": "
                << printable(first_forfeit->what) << '\n';
    }
    if (was_interrupted()) {
      std::cout << "interrupted: " << games << " of " << counted(arguments.games, "game");
      if (!arguments.record.empty() && games != 0) {
        std::cout << " are in " << printable(arguments.record);
      }
      std::cout << '\n';
    }
  }
  return was_interrupted() ? interrupted_status() : 0;
}

}  // namespace

void add_play(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand("play", "Play games with fixed seats");
  command->footer(
      "Example: carrack play --players 4 --agent random --games 1000 --record games.jsonl");
  const auto options = std::make_shared<MatchArguments>();
  options->add_to(*command);
  command->callback([options, &status] { status = play(*options); });
}

}  // namespace carrack
