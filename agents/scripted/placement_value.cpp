#include "agents/scripted/placement_value.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "agents/scripted/option_value.hpp"
#include "agents/scripted/valuation.hpp"

namespace carrack {
namespace {

/// The value of a specialist over a colonist, by Worker, in VP. It is lost on a space that any
/// worker could take.
constexpr std::array<double, kWorkers> kOpportunity{0, 1.6, 1.7, 2.0, 0.6, 1.8};

/// The race for the ship on show, as it stands.
class ShippingRace {
 public:
  ShippingRace(const State& s, Player p, double prize) : prize_(prize) {
    if (s.ship_on_show == 0) return;
    for (unsigned q = 0; q < s.players(); ++q) {
      const unsigned strength = shipping::strength(s.player[q].shipping());
      if (q == index(p)) {
        mine_ = strength;
      } else {
        other_ = std::max(other_, strength);
      }
    }
  }
  /// The value of `strength` more strength in the shipping box.
  [[nodiscard]] double value_of(unsigned strength) const {
    return prize_ * (hope(mine_ + strength) - hope(mine_));
  }

 private:
  [[nodiscard]] double hope(unsigned strength) const {
    constexpr std::array<double, 3> kByLead{0.05, 0.5, 0.75};
    return kByLead[std::min(std::max(strength, other_) - other_, 2U)];
  }

  double prize_;
  unsigned mine_ = 0;
  unsigned other_ = 0;  // of the strongest other player
};

double initiative_value(const State& s, [[maybe_unused]] Player p, double dollar) {
  const unsigned k = count_bits(s.in_initiative) + 1;
  const unsigned place = s.cursor;  // of the player who places a worker
  assert(s.in_place(place) == p);
  const double order = s.turn == kTurns ? 0 : 0.5 * place + 0.6 * (s.players() - k);
  return k * dollar + order;
}

/// The good that is left when the workers before have taken the ones worth most.
double goods_value(const State& s, const TurnEstimates& now) {
  const unsigned ahead = s.workers_in(Box::goods);
  return ahead < now.goods_shown ? now.goods[ahead] : 0;
}

/// The value of one more worker on the dock, behind the `before` own workers there.
double dock_value(const State& s, Worker w, unsigned before, TurnEstimates& now) {
  const unsigned extra = w == Worker::missionary ? (s.has(s.actor, Tile::cathedral) ? 3 : 2) : 1;
  // Workers that land in one region strengthen each other; in many regions they do not.
  double value =
      now.regions.best_reinforcement(before + extra) - now.regions.best_reinforcement(before);
  value = std::max(value, 0.55 * now.regions.best_reinforcement(extra));
  if (w == Worker::merchant) value += 5 * now.dollar;
  if (w == Worker::soldier) value += 0.3;
  if (w == Worker::builder) value += valuation::builder_bonus(s);
  return value;
}

/// What one more worker for the expedition in the box is worth, in VP.
class Expedition {
 public:
  Expedition(const State& s, const TurnEstimates& now) : now_(now) {
    if (!now.has_target) return;
    const PlayerState& mine = s.of(s.actor);
    const auto strength = [&](WorkerCounts workers) {
      return workers.total() + (now.captain - 1) * workers[Worker::captain];
    };
    const unsigned waiting = mine.discovery().empty() ? 0 : strength(mine.discovery());
    if (waiting >= now.wanted) return;
    const bool in_reach = waiting + strength(mine.available()) >= now.wanted;
    if (!in_reach && s.turn == kTurns) return;
    missing_ = now.wanted - waiting;
    per_strength_ = (in_reach ? 1.0 : 0.7) * now.per_strength;
  }
  [[nodiscard]] double value_of(Worker w) const {
    if (!now_.has_target) return 0;
    if (missing_ == 0) return 0.2;
    const unsigned step = w == Worker::captain ? now_.captain : 1;
    const double plunder = w == Worker::soldier ? 3 * now_.dollar : 0;
    return per_strength_ * std::min(step, missing_) + plunder;
  }

 private:
  const TurnEstimates& now_;
  unsigned missing_ = 0;  // strength; 0 also if it cannot be reached
  double per_strength_ = 0;
};

}  // namespace

void PlacementValues::start(const State& root) {
  const bool is_shared = root.node == Node::place && !has_secrets(root);
  shared_turn_ = is_shared ? root.turn : 0U;
  of_root_.turn = 0;
  forget();
}

/// Weighs the estimates of a turn by the strategy.
void PlacementValues::weigh(const State& s, const TurnEstimates& now, const Strategy& strategy) {
  turn_ = s.turn;
  rows_known_ = 0;
  tiles_.fill(TurnEstimates::kNothing);
  for (unsigned i = 0; i < now.tiles_shown; ++i) {
    const TurnEstimates::ShownTile& tile = now.tiles[i];
    tiles_[i] = weighed_tile(tile.kind, tile.value, strategy) - tile.cost * now.dollar;
  }
  sort_downwards(tiles_);
  const auto set = [&](Box box, double value) { whole_[index(box)] = value; };
  for (unsigned space = 0; space + 1 < kWorkers; ++space) {
    set(nth<Box>(index(Box::captain) + space),
        strategy.specialists * valuation::next_worker(s, nth<Worker>(space + 1)));
  }
  const unsigned training = s.ruleset().figures().training;
  set(Box::training, now.money >= training
                         ? strategy.specialists * valuation::next_worker(s, Worker::missionary) -
                               training * now.dollar
                         : 0);
  set(Box::warfare, strategy.warfare * now.war);
  set(Box::mayflower, 0);         // valued in update()
  constexpr double kInIndia = 2;  // VP, and nothing can take them
  set(Box::india, kInIndia);
}

/// The tile that one more worker could still buy: others and own workers ahead take the best.
double PlacementValues::buildings_value(const State& s, const TurnEstimates& now) const {
  const unsigned mine_ahead = Slot::count(s.buildings_box, s.actor);
  // More money may come before the box resolves.
  if (now.money + 3 < now.tile_price * (mine_ahead + 1)) return 0;
  const unsigned ahead = s.workers_in(Box::buildings);
  if (ahead >= now.tiles_shown) return 0;
  // Players ahead want other tiles: one in two takes ours.
  const unsigned taken = (ahead - mine_ahead) / 2 + mine_ahead;
  return std::max(0.0, tiles_[std::min(taken, now.tiles_shown - 1)]);
}

void PlacementValues::update(const State& s, const Strategy& strategy) {
  const Player me = s.actor;
  TurnEstimates& now = s.turn == shared_turn_ ? of_root_ : of_later_;
  const bool has_changed = now.update(s);
  if (has_changed || turn_ != s.turn) weigh(s, now, strategy);
  const double initiative = strategy.initiative * initiative_value(s, me, now.dollar);
  const double goods = strategy.goods * goods_value(s, now);
  const double buildings = buildings_value(s, now);
  const unsigned on_dock = Slot::count(s.dock, me);
  const ShippingRace race(s, me, now.ship);
  const std::array<double, 3> ships{0,  // by strength
                                    strategy.ships * race.value_of(1),
                                    strategy.ships * race.value_of(2)};
  const Expedition expedition(s, now);
  for_each_bit(s.of(me).available().types(), [&](unsigned t) {
    const auto w = nth<Worker>(t);
    const double cost = kOpportunity[t];
    double* const row = &values_[t * kBoxes];
    const auto set = [&](Box box, double value) { row[index(box)] = value; };
    const bool is_new = !has_bit(rows_known_, t);
    if (is_new) {
      for (unsigned box = index(Box::captain); box < kBoxes; ++box) row[box] = whole_[box] - cost;
      add_bit(rows_known_, t);
    }
    if (is_new || on_dock != on_dock_[t]) {
      on_dock_[t] = on_dock;
      const double on_land = strategy.colonies * dock_value(s, w, on_dock, now) - 0.2 * cost;
      set(Box::dock, on_land);
      set(Box::mayflower, on_land - 0.5);  // behind everybody else
    }
    const double rebate = w == Worker::builder && buildings > 0 ? 5 * now.dollar : 0;
    const unsigned strength = w == Worker::captain || w == Worker::merchant ? 2 : 1;
    set(Box::initiative, initiative - cost);
    set(Box::goods, goods - cost);
    set(Box::shipping, ships[strength] - 0.5 * cost);
    set(Box::buildings, buildings + rebate - cost);
    set(Box::discovery, strategy.discoveries * expedition.value_of(w) - 0.5 * cost);
  });
}

double placement_value(const State& s, Action place, const Strategy& strategy) {
  PlacementValues values;
  values.update(s, strategy);
  return values.of(place);
}

}  // namespace carrack
