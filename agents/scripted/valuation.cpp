#include "agents/scripted/valuation.hpp"

#include <algorithm>

#include "agents/scripted/presence.hpp"
#include "agents/scripted/world_value.hpp"
#include "core/game/bags.hpp"

namespace carrack::valuation {
namespace {

/// Turns still to come after this one.
double turns_left(const State& s) { return static_cast<double>(kTurns - s.turn); }

/// The most workers that another player than `p` has in a region once `killed` workers of `victim`
/// are gone.
unsigned best_other_after(const State& s, Player p, Player victim, Region r, unsigned killed) {
  unsigned most = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(p)) continue;
    const unsigned here = s.player[q].workers_in(r);
    most = std::max(most, q == index(victim) ? here - killed : here);
  }
  return most;
}

/// Expected $ a turn from so many tokens of a kind: its sets, and the chance to complete more.
double promise(unsigned alike) {
  constexpr std::array<double, 7> kPromise{0, 0.5, 1.5, 3.2, 6, 6.5, 7.5};
  return kPromise[std::min<std::size_t>(alike, kPromise.size() - 1)];
}

/// VP of $1 a turn in each income to come; the last income is VP by itself.
double per_income(const State& s) { return dollar(s) * turns_left(s) + 1; }

/// What is still in the bag of counters, or in the deck of cards once all regions are discovered.
class UnknownNatives {
 public:
  explicit UnknownNatives(const State& s)
      : overcome_(s.undiscovered() == 0 ? s.ruleset().table().cards_overcome
                                        : s.ruleset().table().counters_overcome),
        bag_(s.undiscovered() == 0 ? card_bag(s) : counter_bag(s)),
        // A tile that lowers the strength of all natives helps like own strength.
        help_(kMostNatives - tiles::natives(s, s.actor, kMostNatives)) {}

  /// The chance that a strength overcomes the next one.
  [[nodiscard]] double success(unsigned strength) const {
    if (bag_ == 0) return 0;
    const unsigned beaten = count_bits(bag_ & overcome_[std::min(strength + help_, kMostNatives)]);
    return static_cast<double>(beaten) / count_bits(bag_);
  }

 private:
  const Rules::Overcome& overcome_;
  u32 bag_;
  unsigned help_;
};

unsigned discoveries(const State& s, Player p) {
  return count_bits(s.counters.held_by(index(p))) + count_bits(s.cards.held_by(index(p)));
}

/// What plague_2 takes from others, less what it takes from its owner.
double plague(const State& s, Player p) {
  double value = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    for_each_bit(s.habitable(), [&](unsigned r) {
      if (s.player[q].workers_in(nth<Region>(r)) >= 3) value += q == index(p) ? -1.0 : 0.5;
    });
  }
  return value;
}

double best_strike(const State& s, Player p) {
  double best = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(p)) continue;
    for_each_bit(s.habitable(), [&](unsigned r) {
      const unsigned killed = std::min(kMostStruck, s.player[q].civilians_in(nth<Region>(r)));
      best = std::max(best, weakening(s, p, nth<Player>(q), nth<Region>(r), killed));
    });
  }
  return best;
}

/// What a tile is worth, without the VP that are printed on it.
double beside_printed_vp(const State& s, Player p, Tile kind) {
  const PlayerState& mine = s.of(p);
  const double turns = turns_left(s);
  const double money = dollar(s);
  const double each = tiles::each(s, kind);
  switch (kind) {
    case Tile::settlers: return turns * next_worker(s, Worker::colonist);
    case Tile::monastery: return turns * next_worker(s, Worker::missionary);
    case Tile::trade_routes:
    case Tile::marketplace: return turns * next_worker(s, Worker::merchant);
    case Tile::training_grounds:
    case Tile::military_academy:
    case Tile::fortress: return turns * next_worker(s, Worker::soldier);
    case Tile::ship_yards: return turns * next_worker(s, Worker::captain);
    case Tile::indentured_servitude:
    case Tile::colonization_laws:
    case Tile::conquistadors: return turns * 2.2;
    case Tile::navigator: return turns * 2.8;
    case Tile::inca_conquest: return each * money;
    case Tile::trading_post:
    case Tile::taxation:
    case Tile::factory: return turns * each * money;
    case Tile::cartography: return s.undiscovered() != 0 ? discovery(s, p) + 2 : 0;
    case Tile::indian_allies: return mine.colonies() != 0 ? best_reinforcement(s, p, 2) : 0;
    case Tile::privateers: return each * turns * money * mine.ships() * (s.players() - 1);
    case Tile::cathedral: return turns * (s.has(p, Tile::monastery) ? 2.2 : 1.0);
    case Tile::university: return 1.5;
    case Tile::west_indies_co: return 1.1 * per_income(s) + turns;
    case Tile::rum_distillery: return turns * each * money * mine.good(Good::sugar);
    case Tile::stables: return turns * 0.8;
    case Tile::militia: return 0.5;
    case Tile::migration: return 1.5 + turns;
    case Tile::mercantilism: return each * mine.tokens() + turns;
    case Tile::population:
      return (mine.civilians_in_regions() + mine.soldiers_in_regions()) / 2.0 + 2;
    case Tile::navy: return each * mine.ships() + turns;
    case Tile::power: return each * mine.soldiers_in_regions() + turns;
    case Tile::prosperity: return each * (s.tiles_of(p).size() + 1) + turns * 1.5;
    case Tile::glory: return each * count_bits(mine.colonies()) + turns;
    case Tile::wealth: return turns == 0 ? mine.money() / 5.0 - 4 : 0;
    case Tile::plague_1:
    case Tile::magellan: return turns * 0.7;
    case Tile::spoils_coin_5:
    case Tile::spoils_coin_7: return each * money;
    case Tile::spoils_ship: return ship(s, p);
    case Tile::spoils_specialists: return 2 * next_worker(s, Worker::missionary);
    case Tile::spoils_goods: return 2 * 0.9 * per_income(s);
    case Tile::new_world_city:
    case Tile::stone_masonry: return turns * next_worker(s, Worker::builder);
    case Tile::new_world_mission: return turns * next_worker(s, Worker::missionary);
    case Tile::overpopulation: return best_reinforcement(s, p, 3);
    case Tile::smuggler: return 0.4 * per_income(s);
    case Tile::plague_2: return plague(s, p);
    case Tile::papal_edict: return best_reinforcement(s, p, 2) - 1;
    case Tile::mint:
      return each * (money * turns + 0.1) *
             std::max(mine.good(Good::gold), mine.good(Good::silver));
    case Tile::trading_house: return turns;
    case Tile::reformation: return turns * 0.5;
    case Tile::mayflower: return turns * std::min(3U, mine.ships());
    case Tile::plague_3: return best_strike(s, p);
    case Tile::age_of_discovery: return each * discoveries(s, p) + 2 * turns;
    case Tile::new_world_capital_city: return each * mine.builders_in_regions() + 2 * turns;
    case Tile::age_of_reason: return each * (turns == 0 ? Slot::count(s.specialist_box, p) : 2);
    case Tile::rewrite_history: return 2 * 5.0;
    // the world map
    case Tile::around_the_cape: return best_reinforcement(s, p, 3, s.board_row().african());
    case Tile::trade_routes_to_asia: return asian_goods(s, p);
    case Tile::alliance: return 0.15 * turns;
    case Tile::garrisons: return 0.3 * mine.builders_in_regions() + 0.1 * turns;
    case Tile::aztec_conquest: return aztec_conquest(s, p);
    case Tile::spice_trade:
      return each * turns * money * (mine.tokens() + mine.ships() + turns / 2);
    case Tile::goa: return turns * money * (tiles::world::goa(s, p) + 1);
    case Tile::zanzibar: return turns * money * (tiles::world::zanzibar(s, p) + 1);
    case Tile::fleet_of_discovery:
      return ship(s, p) + next_worker(s, Worker::captain) + next_worker(s, Worker::merchant) +
             next_worker(s, Worker::soldier);
    case Tile::colony_in_india: return each * turns;
    case Tile::european_war: return 8.5;
    case Tile::cardinal_richelieu: return best_forced_war(s, p);
    case Tile::cathedrals: return converted_missionaries(s, p);
    case Tile::independence: return tiles::world::independence(s, p) + turns;
  }
  return 0;
}

}  // namespace

double dollar(const State& s) {
  constexpr double kDollar = 0.38;
  if (s.turn < kTurns) return kDollar;
  return s.phase < Phase::discovery ? kDollar : 0.02;
}

double next_worker(const State& s, Worker w) {
  if (s.turn == kTurns) return 0;
  switch (w) {
    case Worker::captain: return 3.4;
    case Worker::merchant: return 4.0;
    case Worker::missionary: return 4.4;
    case Worker::soldier: return 3.0;
    case Worker::builder: return 4.2;
    case Worker::colonist: break;
  }
  return 2.4;
}

unsigned best_other(const State& s, Player p, Region r) {
  unsigned most = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(p)) most = std::max(most, s.player[q].workers_in(r));
  }
  return most;
}

double presence(const State& s, unsigned mine, unsigned other) {
  return Presence::table().of(Presence::stage(s), mine, other);
}

double reinforcement(const State& s, Player p, Region r, unsigned extra) {
  const unsigned mine = s.of(p).workers_in(r);
  const Good token = catalogue::regions(s.ruleset().board())[index(r)].good;
  const double token_value = has_bit(s.region_tokens, index(r)) ? good(s, p, token) : 0;
  return Presence::table().gain(Presence::stage(s), mine, best_other(s, p, r), extra, token_value);
}

double best_reinforcement(const State& s, Player p, unsigned extra) {
  return best_reinforcement(s, p, extra, s.discovered);
}

double best_reinforcement(const State& s, Player p, unsigned extra, u32 regions) {
  double best = 0;
  for_each_bit(regions, [&](unsigned r) {
    best = std::max(best, reinforcement(s, p, nth<Region>(r), extra));
  });
  return best;
}

double good(const State& s, Player p, Good g) {
  const unsigned alike = s.of(p).good(g);
  return (promise(alike + 1) - promise(alike)) * per_income(s);
}

double good_held(const State& s, Player p, Good g) {
  const unsigned alike = s.of(p).good(g);
  return alike == 0 ? 0 : (promise(alike) - promise(alike - 1)) * per_income(s);
}

double ship(const State& s, Player p) {
  double value = 1.6 * per_income(s);
  if (s.has(p, Tile::navy)) value += tiles::each(s, Tile::navy);
  if (s.has(p, Tile::privateers)) {
    value += tiles::each(s, Tile::privateers) * dollar(s) * turns_left(s) * (s.players() - 1);
  }
  return value;
}

double tile(const State& s, Player p, Tile kind) {
  return s.ruleset().figures().of(kind).vp + beside_printed_vp(s, p, kind);
}

double success(const State& s, unsigned strength) { return UnknownNatives(s).success(strength); }

double discovery(const State& s, Player p) {
  const double spoils = 5.0 + 2 * dollar(s);
  if (s.undiscovered() == 0) return spoils + dollar(s);
  return spoils + presence(s, 1, 0) +
         (s.has(p, Tile::age_of_discovery) ? tiles::each(s, Tile::age_of_discovery) : 0);
}

unsigned wanted_strength(const State& s) {
  const UnknownNatives unknown(s);
  unsigned k = 1;
  while (k < 6 && unknown.success(k) < 0.8) ++k;
  return k;
}

unsigned strength(const State& s, Player p, WorkerCounts party) {
  return party.total() + (tiles::captain_strength(s, p) - 1) * party[Worker::captain];
}

double builder_bonus(const State& s) { return 1.5 * Presence::kScorings[Presence::stage(s)]; }

double weakening(const State& s, Player p, Player victim, Region r, unsigned killed) {
  const unsigned mine = s.of(p).workers_in(r);
  const unsigned other = best_other_after(s, p, victim, r, killed);
  return presence(s, mine, other) - presence(s, mine, best_other(s, p, r)) + 0.4 * killed;
}

double forced_war(const State& s, Player p, Player attacker, Player defender) {
  double value = 0;
  for_each_bit(warfare::battlefields(s, attacker, defender), [&](unsigned i) {
    const auto r = nth<Region>(i);
    const unsigned militia = tiles::militia(s, defender);
    const unsigned killed =
        std::min(s.of(attacker).soldiers_in(r), tiles::exposed_workers(s, defender, r));
    const unsigned lost =
        std::min(s.of(defender).soldiers_in(r) + militia, tiles::exposed_workers(s, attacker, r));
    value += weakening(s, p, defender, r, killed) + weakening(s, p, attacker, r, lost);
  });
  return value;
}

double nation(Nation n) {
  switch (n) {
    case Nation::portugal: return 8;
    case Nation::spain: return 7;
    case Nation::italy: return 6.5;
    case Nation::france:
    case Nation::denmark: return 6;
    case Nation::england: return 5.5;
    case Nation::holland: break;
  }
  return 5;
}

Battles::Battles(const State& s, Player attacker) : s_(s), attacker_(attacker) {
  for (unsigned q = 0; q < s.players(); ++q) {
    workers_[q] = s.player[q].workers_by_region();
    if (q != index(attacker)) most_of_others_ = max(most_of_others_, workers_[q]);
  }
}

double Battles::in(Region r, Player defender) const {
  const State& s = s_;
  const PlayerState& mine = s.of(attacker_);
  const PlayerState& theirs = s.of(defender);
  const unsigned killed = std::min(mine.soldiers_in(r), tiles::exposed_workers(s, defender, r));
  const unsigned lost = std::min(theirs.soldiers_in(r) + tiles::militia(s, defender),
                                 tiles::exposed_workers(s, attacker_, r));
  unsigned other = 0;  // the most workers of another, once the killed are gone
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(attacker_)) continue;
    other = std::max(other, workers_[q][index(r)] - (q == index(defender) ? killed : 0));
  }
  const unsigned here = workers_[index(attacker_)][index(r)];
  const double before = presence(s, here, most_of_others_[index(r)]);
  const double after = presence(s, here - lost, other);
  const double harm = 0.4 * killed;
  return after - before + harm - 0.3 * lost;
}

}  // namespace carrack::valuation
