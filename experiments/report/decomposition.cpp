#include "experiments/report/decomposition.hpp"

#include <algorithm>

#include "core/game/win_shares.hpp"

namespace carrack {
namespace {

/// Adds the change of the result by forfeits. `end` is the value without them.
void add_forfeits(Decomposition& d, const RecordedGame& game, const WinShares& end) {
  const unsigned players = game.header.rules.players();
  const WinShares real = win_shares(game.result.rank, players);
  for (unsigned p = 0; p < players; ++p) {
    const bool forfeited =
        std::ranges::find(game.forfeits, p, &Forfeit::seat) != game.forfeits.end();
    (forfeited ? d.seats[p].own : d.seats[p].others) += real[p] - end[p];
    d.seats[p].result = real[p];
  }
}

}  // namespace

Decomposition decompose(const RecordedGame& game, const PositionValue& value) {
  const unsigned players = game.header.rules.players();
  State s = start(game.header.rules);
  Decomposition d{.start = value_of(s, value), .events = {}, .seats = {}};
  d.seats.resize(players);
  for (unsigned p = 0; p < players; ++p) d.seats[p].start = d.start[p];

  WinShares now = d.start;
  std::optional<unsigned> chooser;
  for (const Action action : game.events) {
    ReportedEvent event{.action = action,
                        .mover = std::nullopt,
                        .chooser = std::nullopt,
                        .phase = s.phase,
                        .turn = s.turn};
    WinShares expected{};
    const bool by_chance = is_chance(s);
    if (by_chance) {
      expected = expected_value(s, value);
    } else {
      event.mover = chooser = index(s.actor);
    }
    event.chooser = chooser;
    apply(s, action);
    event.value = value_of(s, value);
    if (!by_chance) expected = event.value;
    for (unsigned p = 0; p < players; ++p) {
      event.choice[p] = expected[p] - now[p];
      event.luck[p] = event.value[p] - expected[p];
      (chooser == p ? d.seats[p].own : d.seats[p].others) += event.choice[p];
      d.seats[p].luck += event.luck[p];
    }
    now = event.value;
    d.events.push_back(event);
  }
  add_forfeits(d, game, now);
  return d;
}

}  // namespace carrack
