// What each tile does, tile by tile in catalogue order (RULES §5).
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"
#include "core/rules/world_tiles.hpp"

namespace carrack::tiles {
namespace {

using AtPurchase = void (*)(State&, Player);
using EachTurn = bool (*)(State&);  // for s.actor; true: a decision or a draw stands open
using Sum = unsigned (*)(const State&, Player);

/// A row of the table. A null entry means no effect at that time. Effects of owned tiles are
/// separate functions, named in the comments.
struct Effect {
  Tile kind;
  AtPurchase at_purchase = nullptr;
  EachTurn each_turn = nullptr;
  u8 each_turn_in = kBoth;  // the editions
  Sum at_income = nullptr;  // $
  u8 at_income_in = kBoth;
  Sum at_end = nullptr;  // VP beside the printed ones
};

// What several tiles have in common.

template <Worker w>
bool recruit(State& s) {
  gain_worker(s.of(s.actor), w);
  return false;
}

template <Tile kind>
void earn_at_once(State& s, Player p) {
  s.of(p).earn(each(s, kind));
}

template <Tile kind>
bool earn_each_turn(State& s) {
  s.of(s.actor).earn(each(s, kind));
  return false;
}

/// VP for each of what it counts.
template <Tile kind, unsigned (*count)(const State&, Player)>
unsigned vp_for(const State& s, Player p) {
  return each(s, kind) * count(s, p);
}

/// A colonist on a space of the dock that nobody else can take; it lands next turn.
template <unsigned space>
bool post_colonist(State& s) {
  if (has_room(s.of(s.actor), Worker::colonist)) {
    s.of(s.actor).add_outside(Worker::colonist);
    s.dock[space] = Slot(s.actor, Worker::colonist);
  }
  return false;
}

/// A worker that waits in the discovery box.
template <Worker w>
bool post_explorer(State& s) {
  if (has_room(s.of(s.actor), w)) {
    draw_worker(s.of(s.actor), w);
    s.of(s.actor).add_discovery(w);
  }
  return false;
}

/// The node of a decision that opens under a condition.
bool open(State& s, Node node, bool condition) {
  if (condition) s.node = node;
  return condition;
}

// What single tiles do.

void map_a_region(State& s, Player /*owner*/) { open(s, Node::claim, s.undiscovered() != 0); }

/// Cartography that was declined waits for any later benefits phase.
bool map_a_region_later(State& s) {
  return open(s, Node::claim, (s.flags & kCartographyUsed) == 0 && s.undiscovered() != 0);
}

void find_allies(State& s, Player p) {  // lost where nobody can be stationed (R8)
  open(s, Node::station, s.of(p).colonies() != 0 && has_room(s.of(p), Worker::soldier));
}

/// Takes money for each own ship from each other player, as far as they have it.
bool raid(State& s) {
  const unsigned demand = each(s, Tile::privateers) * s.of(s.actor).ships();
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor)) continue;
    const unsigned ransom = std::min(demand, s.player[p].money());
    s.player[p].pay(ransom);
    s.of(s.actor).earn(ransom);
  }
  return false;
}

bool take_cargo(State& s) {
  if (!s.supply.has_goods()) return false;
  draw_goods(s, 1);
  return true;
}

unsigned distil(const State& s, Player p) {
  return each(s, Tile::rum_distillery) * s.of(p).good(Good::sugar);
}

unsigned coin(const State& s, Player p) {  // R10
  return each(s, Tile::mint) * std::max(s.of(p).good(Good::gold), s.of(p).good(Good::silver));
}

/// Regions with an own worker; in 2015 only where somebody has three.
unsigned glorious_regions(const State& s, Player p) {
  const u32 own = s.of(p).colonies();
  if (!s.ruleset().terms().glory_needs_three) return count_bits(own);
  unsigned n = 0;
  for_each_bit(own, [&](unsigned r) {
    n += std::ranges::any_of(
        s.player, [&](const PlayerState& any) { return any.workers_in(nth<Region>(r)) >= 3; });
  });
  return n;
}

/// Own workers in all regions.
unsigned workers_in_regions(const PlayerState& p) noexcept {
  return p.civilians_in_regions() + p.soldiers_in_regions() + p.missionaries_in_regions() +
         p.builders_in_regions();
}

unsigned tokens(const State& s, Player p) { return s.of(p).tokens(); }
unsigned ships(const State& s, Player p) { return s.of(p).ships(); }
unsigned soldiers_in_regions(const State& s, Player p) { return s.of(p).soldiers_in_regions(); }
unsigned builders_in_regions(const State& s, Player p) { return s.of(p).builders_in_regions(); }
unsigned tiles_owned(const State& s, Player p) { return s.tiles_of(p).size(); }
unsigned scholars(const State& s, Player /*owner*/) { return s.reason; }

unsigned counters_and_cards(const State& s, Player p) {
  return count_bits(s.counters.held_by(index(p))) + count_bits(s.cards.held_by(index(p)));
}

constexpr std::initializer_list<Effect> kEffectList{
    // Age I
    {.kind = Tile::settlers, .each_turn = recruit<Worker::colonist>},
    {.kind = Tile::monastery, .each_turn = recruit<Worker::missionary>},
    {.kind = Tile::trade_routes, .each_turn = recruit<Worker::merchant>},
    {.kind = Tile::training_grounds, .each_turn = recruit<Worker::soldier>},
    {.kind = Tile::indentured_servitude, .each_turn = post_colonist<dock::kX>},
    {.kind = Tile::conquistadors, .each_turn = post_explorer<Worker::soldier>},
    {.kind = Tile::navigator, .each_turn = post_explorer<Worker::captain>},
    {.kind = Tile::inca_conquest, .at_purchase = earn_at_once<Tile::inca_conquest>},
    {.kind = Tile::trading_post, .each_turn = earn_each_turn<Tile::trading_post>},
    {.kind = Tile::cartography,
     .at_purchase = map_a_region,
     .each_turn = map_a_region_later,
     .each_turn_in = kEmpires},
    {.kind = Tile::plague_1},  // natives()
    {.kind = Tile::spoils_coin_5, .at_purchase = earn_at_once<Tile::spoils_coin_5>},
    {.kind = Tile::spoils_ship, .at_purchase = [](State& s, Player p) { capture_ship(s, p); }},
    {.kind = Tile::spoils_specialists,
     .at_purchase = [](State& s, Player) { s.node = Node::spoils; }},
    {.kind = Tile::magellan},  // captain_strength()
    {.kind = Tile::new_world_city, .each_turn = recruit<Worker::builder>},
    {.kind = Tile::new_world_mission, .each_turn = recruit<Worker::missionary>},
    {.kind = Tile::overpopulation, .at_purchase = [](State& s, Player) { settle_several(s, 0); }},
    {.kind = Tile::smuggler,
     .each_turn = [](State& s) { return open(s, Node::swap, benefits::can_swap(s)); }},
    {.kind = Tile::around_the_cape, .at_purchase = world::around_the_cape},
    {.kind = Tile::trade_routes_to_asia, .at_purchase = world::trade_routes_to_asia},
    {.kind = Tile::alliance, .at_purchase = world::alliance},  // are_allied()
    {.kind = Tile::garrisons},                                 // exposed_builders()
    {.kind = Tile::aztec_conquest, .at_purchase = world::aztec_conquest},
    // Age II
    {.kind = Tile::indian_allies, .at_purchase = find_allies},
    {.kind = Tile::privateers, .each_turn = raid},
    {.kind = Tile::ship_yards, .each_turn = recruit<Worker::captain>},
    {.kind = Tile::cathedral},  // converts()
    {.kind = Tile::taxation, .each_turn = earn_each_turn<Tile::taxation>},
    {.kind = Tile::university},  // university.cpp
    {.kind = Tile::west_indies_co, .each_turn = take_cargo},
    {.kind = Tile::colonization_laws, .each_turn = post_colonist<dock::kY>},
    {.kind = Tile::rum_distillery,
     .each_turn =
         [](State& s) {
           s.of(s.actor).earn(distil(s, s.actor));
           return false;
         },
     .each_turn_in = kEmpires,
     .at_income = distil,
     .at_income_in = kAoe3},
    {.kind = Tile::marketplace, .each_turn = recruit<Worker::merchant>},
    {.kind = Tile::military_academy, .each_turn = recruit<Worker::soldier>},
    {.kind = Tile::fortress, .each_turn = recruit<Worker::soldier>},
    {.kind = Tile::stables,  // in 2015 before Discovery: begin_stables()
     .each_turn = [](State& s) { return open(s, Node::march, benefits::can_march(s, s.actor)); },
     .each_turn_in = kAoe3},
    {.kind = Tile::plague_2, .at_purchase = [](State& s, Player) { s.node = Node::plague; }},
    {.kind = Tile::spoils_coin_7, .at_purchase = earn_at_once<Tile::spoils_coin_7>},
    {.kind = Tile::spoils_goods, .at_purchase = [](State& s, Player) { draw_goods(s, 2); }},
    {.kind = Tile::stone_masonry, .each_turn = recruit<Worker::builder>},
    {.kind = Tile::papal_edict,
     .at_purchase = [](State& s, Player) { open(s, Node::edict, edict_reaches_anybody(s)); }},
    {.kind = Tile::mint, .at_income = coin},
    {.kind = Tile::trading_house,
     .each_turn = [](State& s) { return open(s, Node::sell, s.of(s.actor).goods().has_goods()); }},
    {.kind = Tile::reformation},  // converts()
    {.kind = Tile::mayflower},    // sailor(), sailed_ships()
    {.kind = Tile::spice_trade, .each_turn = world::spice_trade},
    {.kind = Tile::goa, .at_income = world::goa},
    {.kind = Tile::zanzibar, .at_income = world::zanzibar},
    {.kind = Tile::fleet_of_discovery, .at_purchase = world::fleet_of_discovery},
    {.kind = Tile::colony_in_india, .at_end = world::colony_in_india},  // owner_of_india()
    // Age III
    {.kind = Tile::militia},  // militia()
    {.kind = Tile::mercantilism, .at_end = vp_for<Tile::mercantilism, tokens>},
    {.kind = Tile::population,
     .at_end = [](const State& s, Player p) { return workers_in_regions(s.of(p)) / 2; }},
    {.kind = Tile::navy, .at_end = vp_for<Tile::navy, ships>},
    {.kind = Tile::power, .at_end = vp_for<Tile::power, soldiers_in_regions>},
    {.kind = Tile::prosperity, .at_end = vp_for<Tile::prosperity, tiles_owned>},
    {.kind = Tile::glory, .at_end = vp_for<Tile::glory, glorious_regions>},
    {.kind = Tile::wealth,
     .at_end =
         [](const State& s, Player p) {
           return (s.flags & kWealthFixed) != 0 ? unsigned{s.wealth} : wealth(s, p);
         }},
    {.kind = Tile::migration,
     .each_turn = [](State& s) { return open(s, Node::migrate, benefits::can_migrate(s)); }},
    {.kind = Tile::factory, .each_turn = earn_each_turn<Tile::factory>},
    {.kind = Tile::plague_3,
     .at_purchase = [](State& s, Player p) { open(s, Node::strike, can_strike(s, p)); }},
    {.kind = Tile::age_of_discovery, .at_end = vp_for<Tile::age_of_discovery, counters_and_cards>},
    {.kind = Tile::new_world_capital_city,
     .at_end = vp_for<Tile::new_world_capital_city, builders_in_regions>},
    {.kind = Tile::age_of_reason,
     .at_end = vp_for<Tile::age_of_reason, scholars>},  // count_scholars()
    {.kind = Tile::rewrite_history,
     .at_purchase = [](State& s, Player) { s.node = Node::rewrite; }},
    {.kind = Tile::european_war},  // result.cpp
    {.kind = Tile::cardinal_richelieu, .at_purchase = world::cardinal_richelieu},
    {.kind = Tile::cathedrals, .at_purchase = world::cathedrals},
    {.kind = Tile::independence, .at_end = world::independence},
};
static_assert(std::size(kEffectList) == kTiles);

/// The rows by kind.
constexpr std::array<Effect, kTiles> kEffects = [] {
  std::array<Effect, kTiles> rows{};
  for (const Effect& effect : kEffectList) rows[index(effect.kind)] = effect;
  return rows;
}();

constexpr const Effect& effect(Tile kind) noexcept { return kEffects[index(kind)]; }

/// The tiles of an edition with a function for `when` there.
template <typename When>
TileSet tiles_where(Edition edition, When when) {
  const TileOrigin origin = row_of(edition).tiles;
  TileSet set;
  for (unsigned i = 0; i < kTileCopies; ++i) {
    const auto [function, editions] = when(effect(kind_of(nth<TileCopy>(i))));
    if (function != nullptr && (editions & origin) != 0) set.insert(nth<TileCopy>(i));
  }
  return set;
}
using ByEdition = std::array<TileSet, kEditions>;
template <typename When>
ByEdition by_edition(When when) {
  ByEdition sets;
  for (unsigned e = 0; e < kEditions; ++e) sets[e] = tiles_where(nth<Edition>(e), when);
  return sets;
}

// Not constexpr only because g++ 12 cannot compare functions in one under -fsanitize=undefined.
const ByEdition kEachTurnTiles =
    by_edition([](const Effect& e) { return std::pair(e.each_turn, e.each_turn_in); });
const ByEdition kIncomeTiles =
    by_edition([](const Effect& e) { return std::pair(e.at_income, e.at_income_in); });

}  // namespace

void capture_ship(State& s, Player p) noexcept {
  if (s.supply.ships() == 0) return;
  s.supply.remove_ships(1);
  s.of(p).add_ship();
}

void at_purchase(State& s, Player p, Tile kind) noexcept {
  if (effect(kind).at_purchase != nullptr) effect(kind).at_purchase(s, p);
}

TileSet each_turn_tiles(Edition edition) noexcept { return kEachTurnTiles[index(edition)]; }
bool each_turn(State& s, Tile kind) noexcept { return effect(kind).each_turn(s); }

unsigned income(const State& s, Player p) noexcept {
  unsigned money = 0;
  (s.tiles_of(p) & kIncomeTiles[index(s.ruleset().edition())]).for_each([&](TileCopy copy) {
    money += effect(kind_of(copy)).at_income(s, p);
  });
  return money;
}

unsigned final_vp(const State& s, Player p) noexcept {
  const Figures& figures = s.ruleset().figures();
  unsigned vp = 0;
  s.tiles_of(p).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    vp += figures.of(kind).vp;
    if (effect(kind).at_end != nullptr) vp += effect(kind).at_end(s, p);
  });
  return vp;
}

unsigned captain_strength(const State& s, Player p) noexcept {
  return s.has(p, Tile::magellan) ? 3 : 2;
}

unsigned natives(const State& s, Player p, unsigned printed) noexcept {
  return printed - (s.has(p, Tile::plague_1) ? 1U : 0U);
}

unsigned converts(const State& s, Player p, Region r) noexcept {
  const unsigned reformer = s.holder(only_copy(Tile::reformation));
  if (reformer < kMaxPlayers && reformer != index(p) &&
      s.player[reformer].missionaries_in(r) != 0) {
    return 0;
  }
  return s.has(p, Tile::cathedral) ? 2 : 1;
}

unsigned militia(const State& s, Player defender) noexcept {
  return s.has(defender, Tile::militia) ? 1 : 0;
}

unsigned sailor(const State& s) noexcept {
  const unsigned owner = s.holder(only_copy(Tile::mayflower));
  return std::min(owner, kMaxPlayers);
}

unsigned sailed_ships(const State& s, Player p) noexcept {
  return s.has(p, Tile::mayflower) ? s.sailed : 0;
}

void count_scholars(State& s) noexcept {
  const unsigned owner = s.holder(only_copy(Tile::age_of_reason));
  if (owner >= kMaxPlayers) return;
  s.reason = static_cast<u8>(std::ranges::count_if(
      s.specialist_box, [&](Slot slot) { return !slot.empty() && index(slot.player()) == owner; }));
}

bool begin_stables(State& s) noexcept {
  const unsigned owner = s.holder(only_copy(Tile::stables));
  if (owner >= kMaxPlayers || !benefits::can_march(s, nth<Player>(owner))) return false;
  s.actor = nth<Player>(owner);
  return true;
}

}  // namespace carrack::tiles
