#include "experiments/trial/trial.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/game/pieces.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack {
void Comparison::add(const Outcome& difference) {
  win_share.add(difference.win_share);
  rank.add(difference.rank);
  vp.add(difference.vp);
}

// Shares, ranks and VP are whole in most games: where no fork differs yet, one may by 1.

Interval Comparison::win_share_interval(std::size_t together) const {
  return stepped_interval(win_share.over_blocks(), 1, {-1, 1}, together);
}

Interval Comparison::rank_interval(unsigned players) const {
  const double most = static_cast<double>(players) - 1;
  return stepped_interval(rank.over_blocks(), 1, {-most, most});
}

Interval Comparison::vp_interval() const { return stepped_interval(vp.over_blocks(), 1); }

TileSet tiles_in(Ruleset rules, std::optional<Age> age) {
  TileSet kinds;
  for (const Age each : {Age::one, Age::two, Age::three}) {
    if (age.value_or(each) == each) kinds = kinds | tile_pool(rules, each).kinds();
  }
  return kinds;
}

std::size_t effects_in(std::span<const TrialReport> reports) {
  std::size_t effects = 0;
  for (const TrialReport& report : reports) {
    effects += static_cast<std::size_t>(std::ranges::count_if(
        report.tiles, [](const TileTrial& t) { return t.on(Occasion::offered).forks() > 1; }));
  }
  return effects;
}

void check_plan(const TrialPlan& plan) {
  const std::string ruleset = plan.rules.to_string();
  if (plan.games == 0) throw InputError("a trial of " + ruleset + " should have at least 1 game");
  if (plan.continuations == 0) {
    throw InputError("a fork in " + ruleset + " should have at least 1 continuation");
  }
  if (plan.agents.size() != plan.rules.players()) {
    throw InputError("a trial of " + ruleset + " has " + std::to_string(plan.agents.size()) +
                     " agents; expected " + std::to_string(plan.rules.players()));
  }
  if (plan.seat && index(*plan.seat) >= plan.rules.players()) {
    throw InputError("seat " + std::to_string(index(*plan.seat) + 1) + " is not in " + ruleset);
  }
  if (plan.turn && (*plan.turn < 1 || *plan.turn > kTurns)) {
    throw InputError("turn " + std::to_string(*plan.turn) + " should be from 1 to 8");
  }
  const auto age = plan.turn ? std::optional(age_of_turn(*plan.turn)) : std::nullopt;
  if ((plan.tiles & tiles_in(plan.rules, age)).empty()) {
    throw InputError("none of the tiles of this trial can be bought in " + ruleset +
                     (plan.turn ? ", turn " + std::to_string(*plan.turn) : ""));
  }
}

TrialReport run_trial(const TrialPlan& plan, unsigned threads, std::atomic<bool>& stop,
                      const std::function<void(std::size_t)>& progress) {
  check_plan(plan);
  threads = static_cast<unsigned>(std::min<u64>(threads, plan.games));
  std::vector<TrialBench> benches;
  benches.reserve(threads);
  for (unsigned t = 0; t < threads; ++t) benches.emplace_back(plan.agents, stop);

  TrialReport report{plan, 0, 0, {}};
  std::array<std::optional<std::size_t>, kTiles> line_of;
  std::vector<PurchaseLog> logs;
  (plan.tiles & tiles_in(plan.rules, std::nullopt)).for_each([&](TileCopy kind) {
    line_of[index(kind)] = report.tiles.size();
    report.tiles.push_back({nth<Tile>(index(kind)), {}, {}});
    logs.emplace_back(plan.rules, plan.agents);
  });

  const auto play = [&](unsigned thread, std::size_t number) -> std::optional<TrialGame> {
    try {
      auto game = play_trial_game(plan, benches[thread], number, stop);
      // A search that was ended early has not chosen as it would have.
      return stop ? std::nullopt : std::move(game);
    } catch (const ChoiceStopped&) {
      return std::nullopt;
    }
  };
  report.games = run_in_order<TrialGame>(
      plan.games, threads, stop, play, [&](std::size_t number, const TrialGame& game) {
        for (const Fork& fork : game.forks) {
          TileTrial& line = report.tiles[*line_of[index(fork.tile)]];
          ForkTally& tally = line.by_occasion[index(fork.occasion)];
          tally.versus_other.add(fork.versus_other);
          tally.versus_nothing.add(fork.versus_nothing);
          tally.other_is_pass += fork.other_is_pass ? 1 : 0;
        }
        for (const Purchase& purchase : game.purchases) {
          logs[*line_of[index(purchase.tile)]].add(purchase, game.result, number);
        }
        report.courses += game.courses;
        if (progress) progress(number + 1);
      });
  for (std::size_t line = 0; line < logs.size(); ++line) {
    report.tiles[line].observed = logs[line].observe();
  }
  return report;
}

}  // namespace carrack
