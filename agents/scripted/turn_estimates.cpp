#include "agents/scripted/turn_estimates.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "agents/scripted/valuation.hpp"

namespace carrack {
namespace {

double warfare_value(const State& s, Player p) {
  double best = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(p) || tiles::are_allied(s, p, nth<Player>(q))) continue;
    for_each_bit(warfare::battlefields(s, p, nth<Player>(q)), [&](unsigned r) {
      best = std::max(best, valuation::battle(s, p, nth<Player>(q), nth<Region>(r)));
    });
  }
  return best;
}

}  // namespace

void sort_downwards(std::span<double> values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    for (std::size_t j = i; j > 0 && values[j] > values[j - 1]; --j) {
      std::swap(values[j], values[j - 1]);
    }
  }
}

// A look costs money and shows a counter (variant scouting). age_of_reason counts workers on the
// specialist spaces in the last turn.
bool TurnEstimates::update(const State& s) {
  if (s.turn != turn || s.of(s.actor).money() != money) {
    begin_turn(s);
    return true;
  }
  if (has_secrets(s)) estimate_expedition(s);
  if (s.turn != kTurns || Slot::count(s.specialist_box, s.actor) == scholars) return false;
  estimate_tiles(s);
  return true;
}

void TurnEstimates::begin_turn(const State& s) {
  const Player p = s.actor;
  turn = s.turn;
  money = s.of(p).money();
  dollar = valuation::dollar(s);
  regions.look_at(s, p);
  goods_shown = 0;
  for (const Good g : s.goods_on_show) goods[goods_shown++] = valuation::good(s, p, g);
  sort_downwards(std::span(goods).first(goods_shown));
  estimate_tiles(s);
  ship = s.ship_on_show != 0 ? valuation::ship(s, p) : 0;
  estimate_expedition(s);
  war = warfare_value(s, p);
}

void TurnEstimates::estimate_tiles(const State& s) {
  tiles_shown = 0;
  tile_price = 0;
  scholars = s.turn == kTurns ? Slot::count(s.specialist_box, s.actor) : 0;
  tiles_on_show(s).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    const unsigned cost = catalogue::row(kind).cost;
    tile_price = std::max(tile_price, cost);
    tiles[tiles_shown++] = {kind, cost, valuation::tile(s, s.actor, kind)};
  });
}

void TurnEstimates::estimate_expedition(const State& s) {
  has_target = s.undiscovered() != 0 || card_bag(s) != 0;
  if (!has_target) return;
  captain = tiles::captain_strength(s, s.actor);
  wanted = valuation::wanted_strength(s);
  per_strength = valuation::discovery(s, s.actor) / wanted;
}

}  // namespace carrack
