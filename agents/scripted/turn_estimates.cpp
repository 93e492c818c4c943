#include "agents/scripted/turn_estimates.hpp"

#include <algorithm>
#include <optional>

#include "agents/scripted/valuation.hpp"
#include "core/game/bags.hpp"

namespace carrack {
namespace {

double warfare_value(const State& s, Player p) {
  std::optional<valuation::Battles> battles;  // most turns have none
  double best = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(p) || tiles::are_allied(s, p, nth<Player>(q))) continue;
    for_each_bit(warfare::battlefields(s, p, nth<Player>(q)), [&](unsigned r) {
      if (!battles) battles.emplace(s, p);
      best = std::max(best, battles->in(nth<Region>(r), nth<Player>(q)));
    });
  }
  return best;
}

}  // namespace

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
  goods.fill(kNothing);
  for (const Good g : s.goods_on_show) goods[goods_shown++] = valuation::good(s, p, g);
  sort_downwards(goods);
  estimate_tiles(s);
  ship = s.ship_on_show != 0 ? valuation::ship(s, p) : 0;
  estimate_expedition(s);
  war = warfare_value(s, p);
}

void TurnEstimates::estimate_tiles(const State& s) {
  tiles_shown = 0;
  tile_price = 0;
  scholars = s.turn == kTurns ? Slot::count(s.specialist_box, s.actor) : 0;
  const Figures& figures = s.ruleset().figures();
  tiles_on_show(s).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    const unsigned cost = figures.of(kind).cost;
    if (cost != 0 && (tile_price == 0 || cost < tile_price)) tile_price = cost;
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
