#include "agents/scripted/placement_value.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "agents/scripted/region_view.hpp"
#include "agents/scripted/valuation.hpp"

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
    case Worker::colonist: break;
  }
  return 0;
}

/// Own workers that will land this turn already.
unsigned landing(const State& s, Player p) {
  unsigned n = 0;
  for (const Slot slot : s.dock) n += !slot.empty() && slot.player() == p;
  return n;
}

/// One more worker on the dock, behind the own ones there.
double dock_value(const State& s, Player p, Worker w, unsigned before,
                  valuation::RegionView& regions) {
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
  for (const Good g : s.goods_on_show) values[shown++] = valuation::good(s, p, g);
  std::ranges::sort(values, std::greater<>());
  const unsigned ahead = s.workers_in(Box::goods);
  return ahead < shown ? values[ahead] : 0;
}

/// The race for the ship on show, as it stands.
class ShippingRace {
 public:
  ShippingRace(const State& s, Player p) {
    if (s.ship_on_show == 0) return;
    prize_ = valuation::ship(s, p);
    for (unsigned q = 0; q < s.players(); ++q) {
      const unsigned strength = shipping::strength(s.player[q].shipping());
      unsigned& side = q == index(p) ? mine_ : most_;
      side = std::max(side, strength);
    }
  }
  /// What one more worker there is worth.
  [[nodiscard]] double value_of(Worker w) const {
    const unsigned add = w == Worker::captain || w == Worker::merchant ? 2 : 1;
    return prize_ * (hope(mine_ + add) - hope(mine_));
  }

 private:
  [[nodiscard]] double hope(unsigned strength) const {
    if (strength == 0 || strength <= most_) return 0.05;
    return strength - most_ >= 2 ? 0.75 : 0.5;
  }

  double prize_ = 0;
  unsigned mine_ = 0;
  unsigned most_ = 0;  // of another
};

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
  const unsigned ahead = s.workers_in(Box::buildings);
  if (ahead >= shown) return 0;
  // Those ahead do not want the same tiles: one in two takes ours.
  const unsigned taken = (ahead - mine_ahead) / 2 + mine_ahead;
  return std::max(0.0, values[std::min(taken, shown - 1)]);
}

/// The expedition that waits in the box, and what it waits for.
class NextExpedition {
 public:
  NextExpedition(const State& s, Player p)
      : has_target_(s.undiscovered() != 0 || card_bag(s) != 0), is_last_turn_(s.turn == kTurns) {
    if (!has_target_) return;
    now_ = valuation::strength(s, p, s.of(p).discovery());
    reach_ = now_ + valuation::strength(s, p, s.of(p).available());
    captain_ = tiles::captain_strength(s, p);
    wanted_ = valuation::wanted_strength(s);
    prize_ = valuation::discovery(s, p);
    coin_ = 3 * valuation::dollar(s);
  }
  /// The share of it that this worker helps to complete.
  [[nodiscard]] double value_of(Worker w) const {
    if (!has_target_) return 0;
    if (now_ >= wanted_) return 0.2;
    const unsigned step = w == Worker::captain ? captain_ : 1;
    if (reach_ < wanted_ && is_last_turn_) return 0.2;
    const double per_strength = prize_ / wanted_;
    const double soon = reach_ >= wanted_ ? 1.0 : 0.7;
    return soon * per_strength * std::min(step, wanted_ - now_) +
           (w == Worker::soldier ? coin_ : 0);
  }

 private:
  bool has_target_;
  bool is_last_turn_;
  unsigned now_ = 0;    // its strength
  unsigned reach_ = 0;  // with all workers who are left
  unsigned captain_ = 0;
  unsigned wanted_ = 0;
  double prize_ = 0;
  double coin_ = 0;  // what a soldier brings beside
};

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
  const unsigned on_dock = landing(s, me);
  const ShippingRace race(s, me);
  const NextExpedition expedition(s, me);
  for_each_bit(s.of(me).available().types(), [&](unsigned t) {
    const auto w = nth<Worker>(t);
    const double cost = opportunity(w);
    const auto set = [&](Box box, double value) { values_[t * kBoxes + index(box)] = value; };
    set(Box::initiative, initiative - cost);
    const double on_land = weights.colonies * dock_value(s, me, w, on_dock, regions) - 0.2 * cost;
    set(Box::dock, on_land);
    set(Box::mayflower, on_land - 0.5);  // behind everybody else
    set(Box::goods, goods - cost);
    set(Box::shipping, weights.ships * race.value_of(w) - 0.5 * cost);
    const double rebate = w == Worker::builder && buildings > 0 ? 5 * valuation::dollar(s) : 0;
    set(Box::buildings, buildings + rebate - cost);
    set(Box::discovery, weights.discoveries * expedition.value_of(w) - 0.5 * cost);
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
