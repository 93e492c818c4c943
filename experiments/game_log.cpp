#include "experiments/game_log.hpp"

#include "core/phases.hpp"

namespace carrack {
namespace {

TurnRow turn_row(const State& s, unsigned turn, unsigned seat, int vp) {
  const PlayerState& p = s.player[seat];
  TurnRow row{
      turn, seat, p.money(), vp, 0, 0, 0, 0, p.tokens(), p.ships(), s.tiles_of(seat).size()};
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
    log_.turns.push_back(turn_row(after, before.turn, seat, so_far.vp[seat]));
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
