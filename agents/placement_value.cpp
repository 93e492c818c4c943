#include "agents/placement_value.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "agents/region_view.hpp"
#include "agents/valuation.hpp"

namespace carrack {
namespace {

/// What a specialist could do elsewhere that a colonist cannot; lost on a space that does not ask.
double opportunity(Worker w) {
  switch (w) {
    case Worker::captain: return 1.6;
    case Worker::merchant: return 1.7;
    case Worker::missionary: return 2.0;
    case Worker::soldier: return 0.6;
    case Worker::builder: return 1.8;
    default: return 0;
  }
}

unsigned placed(const State& s, unsigned lane) { return s.box_counts >> 4 * lane & 15U; }

/// Own workers that will land this turn already.
unsigned landing(const State& s, Player p) {
  unsigned n = 0;
  for (const Slot slot : s.dock) n += !slot.empty() && slot.player() == p;
  return n;
}

/// One more worker on the dock, behind the own ones there.
double dock_value(const State& s, Player p, Worker w, valuation::RegionView& regions) {
  const unsigned before = landing(s, p);
  const unsigned extra = w == Worker::missionary ? (s.has(p, Tile::cathedral) ? 3 : 2) : 1;
  // Workers that land in one region strengthen each other; in many regions they do not.
  double value = regions.best_reinforcement(before + extra) - regions.best_reinforcement(before);
  value = std::max(value, 0.55 * regions.best_reinforcement(extra));
  if (w == Worker::merchant) value += 5 * valuation::dollar(s);
  if (w == Worker::soldier) value += 0.3;
  if (w == Worker::builder) value += valuation::builder_bonus(s);
  return value;
}

/// The good that is left when the workers before have taken the ones worth most.
double goods_value(const State& s, Player p) {
  std::array<double, kGoodsOnShow> values{};
  unsigned shown = 0;
  for (unsigned i = 0; i < kGoodsOnShow; ++i) {
    const unsigned g = s.on_show >> 4 * i & 15U;
    if (g < kGoods) values[shown++] = valuation::good(s, p, nth<Good>(g));
  }
  std::ranges::sort(values, std::greater<>());
  const unsigned ahead = placed(s, 1);
  return ahead < shown ? values[ahead] : 0;
}

double shipping_value(const State& s, Player p, Worker w) {
  if (s.ship_on_show == 0) return 0;
  const auto total = [](WorkerCounts c) {
    return c.total() + c[Worker::captain] + c[Worker::merchant];
  };
  const unsigned mine = total(s.of(p).shipping());
  const unsigned add = w == Worker::captain || w == Worker::merchant ? 2 : 1;
  unsigned most = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(p)) most = std::max(most, total(s.player[q].shipping()));
  }
  const double prize = valuation::ship(s, p);
  const auto hope = [&](unsigned strength) {
    if (strength == 0 || strength <= most) return 0.05;
    return strength - most >= 2 ? 0.75 : 0.5;
  };
  return prize * (hope(mine + add) - hope(mine));
}

/// The tile that this worker could still buy: others and own workers ahead take the best.
double buildings_value(const State& s, Player p, const Weights& weights) {
  unsigned mine_ahead = 0;
  for (const Slot slot : s.buildings_box) mine_ahead += !slot.empty() && slot.player() == p;
  std::array<double, kTilesOnShow> values;
  values.fill(std::numeric_limits<double>::lowest());
  unsigned shown = 0;
  unsigned price = 0;  // of the dearest: all but spoils cost the same
  tiles_on_show(s).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    const unsigned cost = catalogue::row(kind).cost;
    price = std::max(price, cost);
    values[shown++] = tile_value(s, p, kind, weights) - cost * valuation::dollar(s);
  });
  const unsigned funds = s.of(p).money();  // more may come before the box resolves
  if (funds + 3 < price * (mine_ahead + 1)) return 0;
  std::ranges::sort(values, std::greater<>());
  const unsigned ahead = placed(s, 2);
  if (ahead >= shown) return 0;
  // Those ahead do not want the same tiles: one in two takes ours.
  const unsigned taken = (ahead - mine_ahead) / 2 + mine_ahead;
  return std::max(0.0, values[std::min(taken, shown - 1)]);
}

/// A share of the expedition that this worker helps to complete.
double discovery_value(const State& s, Player p, Worker w, unsigned wanted) {
  if (s.undiscovered() == 0 && card_bag(s) == 0) return 0;
  const unsigned now = valuation::strength(s, p, s.of(p).discovery());
  const WorkerCounts hand = s.of(p).available();
  const unsigned reach = now + valuation::strength(s, p, hand);
  if (now >= wanted) return 0.2;
  const unsigned step = w == Worker::captain ? tiles::captain_strength(s, p) : 1;
  const double prize = valuation::discovery(s, p);
  if (reach < wanted && s.turn == kTurns) return 0.2;
  const double per_strength = prize / wanted;
  const double soon = reach >= wanted ? 1.0 : 0.7;
  return soon * per_strength * std::min(step, wanted - now) +
         (w == Worker::soldier ? 3 * valuation::dollar(s) : 0);
}

double initiative_value(const State& s, Player p) {
  const unsigned k = count_bits(s.in_initiative) + 1;
  unsigned place = 0;
  while (s.in_place(place) != p) ++place;
  const double order = s.turn == kTurns ? 0 : 0.5 * place + 0.6 * (s.players() - k);
  return k * valuation::dollar(s) + order;
}

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

PlacementValues::PlacementValues(const State& s, const Weights& weights) {
  if (s.node != Node::place) return;
  const Player me = s.actor;
  const double goods = weights.goods * goods_value(s, me);
  const double buildings = buildings_value(s, me, weights);
  const double initiative = weights.initiative * initiative_value(s, me);
  const double war = weights.warfare * warfare_value(s, me);
  const double training =
      s.of(me).money() >= specialists::kTrainingCost
          ? weights.specialists * valuation::next_worker(s, Worker::missionary) -
                specialists::kTrainingCost * valuation::dollar(s)
          : 0;
  valuation::RegionView regions(s, me);
  const unsigned wanted = valuation::wanted_strength(s);
  for_each_bit(s.of(me).available().types(), [&](unsigned t) {
    const auto w = nth<Worker>(t);
    const double cost = opportunity(w);
    const auto set = [&](Box box, double value) { values_[t * kBoxes + index(box)] = value; };
    set(Box::initiative, initiative - cost);
    const double landing = weights.colonies * dock_value(s, me, w, regions) - 0.2 * cost;
    set(Box::dock, landing);
    set(Box::mayflower, landing - 0.5);  // behind everybody else
    set(Box::goods, goods - cost);
    set(Box::shipping, weights.ships * shipping_value(s, me, w) - 0.5 * cost);
    const double rebate = w == Worker::builder && buildings > 0 ? 5 * valuation::dollar(s) : 0;
    set(Box::buildings, buildings + rebate - cost);
    set(Box::discovery, weights.discoveries * discovery_value(s, me, w, wanted) - 0.5 * cost);
    for (unsigned space = 0; space + 1 < kWorkers; ++space) {
      set(nth<Box>(index(Box::captain) + space),
          weights.specialists * valuation::next_worker(s, nth<Worker>(space + 1)) - cost);
    }
    set(Box::training, training - cost);
    set(Box::warfare, war - cost);
    constexpr double kInIndia = 2;  // VP, and nothing can take them
    set(Box::india, kInIndia - cost);
  });
}

}  // namespace carrack
