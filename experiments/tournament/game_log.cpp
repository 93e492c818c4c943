#include "experiments/tournament/game_log.hpp"

#include <bit>

#include "core/game/queries.hpp"

namespace carrack {
namespace {

TurnRow turn_row(const State& s, unsigned turn, unsigned seat, const Result& so_far) {
  const PlayerState& p = s.player[seat];
  TurnRow row{.turn = turn,
              .seat = seat,
              .money = p.money(),
              .vp = so_far.vp[seat],
              .colonists = 0,
              .soldiers = 0,
              .missionaries = 0,
              .regions = 0,
              .goods = p.tokens(),
              .ships = p.ships(),
              .tiles = s.tiles_of(seat).size(),
              .discoveries = static_cast<unsigned>(std::popcount(s.counters.held_by(seat)) +
                                                   std::popcount(s.cards.held_by(seat))),
              .vp_by_source = so_far.breakdown[seat]};
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    const auto region = nth<Region>(r);
    row.colonists += p.civilians_in(region) + p.builders_in(region);
    row.soldiers += p.soldiers_in(region);
    row.missionaries += p.missionaries_in(region);
    row.regions += p.workers_in(region) != 0;
  }
  return row;
}

}  // namespace

void GameLogger::event(const State& before, Action action, const State& after) {
  if (action.is(Verb::buy)) {
    const auto tile = nth<Tile>(action.argument(Verb::buy));
    log_.purchases.push_back({static_cast<unsigned>(log_.purchases.size()) + 1, before.turn,
                              index(before.actor), tile, buildings::price(before, tile),
                              before.of(before.actor).money()});
  }
  if (before.turn == after.turn && !is_over(after)) return;
  const Result so_far = result(after);
  for (unsigned seat = 0; seat < after.players(); ++seat) {
    log_.turns.push_back(turn_row(after, before.turn, seat, so_far));
  }
}

void GameLogger::decision(unsigned seat, const Report& report) {
  SearchRow& row = log_.search[seat];
  ++row.decisions;
  row.iterations += report.iterations;
  row.nodes += report.nodes;
  row.seconds += report.seconds;
}

}  // namespace carrack
