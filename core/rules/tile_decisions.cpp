// The decisions that tiles bring when they are bought (RULES §5, §10). State::scratch holds what
// has been chosen of a decision made piece by piece; it is empty again when the tile is done.
#include <algorithm>

#include "core/game/knowledge.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::tiles {
namespace {

constexpr unsigned kAllies = 2;
constexpr unsigned kEdictColonists = 2;
constexpr unsigned kPlagueColony = 3;  // workers that make a colony to plague_2

void finish(State& s) noexcept {
  s.scratch = {};
  resume(s);
}

void free_discovery(State& s, Region r, Counter c, unsigned colonists) noexcept {
  discover(s, r);
  take_counter(s, s.actor, c);
  const bool is_spain = s.phase == Phase::setup;  // its power brings a soldier
  if (!is_spain) {
    for (unsigned n = 0; n < colonists; ++n) settle_colonist(s, s.actor, r);
  } else if (has_room(s.of(s.actor), Worker::soldier)) {
    settle_worker(s, s.actor, r, Worker::soldier);
  }
  finish(s);
}

/// The second part becomes the first.
void drop_first_part(State& s) noexcept {
  s.scratch[0] = parts_word(PartLanes::get(s.scratch[0], 1));
}

bool can_settle(const State& s, Player p) noexcept {
  return s.of(p).colonies() != 0 && civilian_room(s.of(p)) != 0;
}

}  // namespace

void resume(State& s) noexcept {
  s.node = s.phase == Phase::setup       ? Node::restock
           : s.phase == Phase::buildings ? Node::buy
                                         : Node::benefits;
}

// cartography, aztec_conquest, and Spain's first colony: lane 0 the region, lane 1 the colonists

void claim_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::claim, s.undiscovered());
  if (s.ruleset().terms().may_decline) legal.add_pass();
}

void choose_claim(State& s, Action action) noexcept {
  if (action.is_pass()) {
    resume(s);
    return;
  }
  s.flags |= kCartographyUsed;
  claim_region(s, nth<Region>(action.argument(Verb::claim)));
}

void claim_region(State& s, Region r, unsigned colonists) noexcept {
  const int fixed = fixed_counter(s, r);
  if (fixed >= 0) {
    free_discovery(s, r, nth<Counter>(static_cast<unsigned>(fixed)), colonists);
  } else {
    s.scratch[0] = parts_word(index(r), colonists);
    s.node = Node::claim_counter;
  }
}

void choose_claim_counter(State& s, Action action) noexcept {
  const auto region = nth<Region>(PartLanes::get(s.scratch[0], 0));
  const unsigned colonists = PartLanes::get(s.scratch[0], 1);
  free_discovery(s, region, nth<Counter>(action.argument(Verb::counter)), colonists);
}

// indian_allies

void station_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::station, s.of(s.actor).colonies());
}

void choose_station(State& s, Action action) noexcept {
  const auto region = nth<Region>(action.argument(Verb::station));
  for (unsigned n = 0; n < kAllies && has_room(s.of(s.actor), Worker::soldier); ++n) {
    settle_worker(s, s.actor, region, Worker::soldier);
  }
  resume(s);
}

// spoils_specialists: two picks, lane 0 the picks made, lane 1 the last type

bool seek_spoils(State& s) noexcept {
  Legal open;
  spoils_options(s, open);
  if (PartLanes::get(s.scratch[0], 0) < kSpoils && open.size() != 0) return true;
  finish(s);
  return false;
}

void spoils_options(const State& s, Legal& legal) noexcept {
  const PlayerState& mine = s.of(s.actor);
  const u32 types = types_with_room(mine, specialist_types(s.ruleset()));
  const unsigned last = PartLanes::get(s.scratch[0], 1);
  if (PartLanes::get(s.scratch[0], 0) != 0) {
    legal.assign(Verb::train, types & ~low_bits(last));
    return;
  }
  // The first pick must leave a type for the second, unless every first pick leaves none.
  const auto leaves_second = [&](unsigned type) {
    PlayerState after = mine;
    gain_worker(after, nth<Worker>(type));
    const u32 later = specialist_types(s.ruleset()) & ~static_cast<u32>(low_bits(type));
    return types_with_room(after, later) != 0;
  };
  u32 firsts = 0;
  for_each_bit(types, [&](unsigned type) { add_bit(firsts, type, leaves_second(type)); });
  legal.assign(Verb::train, firsts != 0 ? firsts : types);
}

void choose_spoils(State& s, Action action) noexcept {
  const unsigned type = action.argument(Verb::train);
  gain_worker(s.of(s.actor), nth<Worker>(type));
  PartLanes::add(s.scratch[0], 0, 1);
  PartLanes::set(s.scratch[0], 1, type);
}

// spoils_goods, and west_indies_co of every turn: scratch counts the tokens still to draw

void draw_goods(State& s, unsigned tokens) noexcept {
  if (!s.supply.has_goods()) return;
  s.scratch[0] = tokens;
  s.node = Node::cargo;
}

void choose_cargo(State& s, Action action) noexcept {
  take_from_supply(s, s.actor, nth<Good>(action.argument(Verb::cargo)));
  if (--s.scratch[0] == 0 || !s.supply.has_goods()) finish(s);
}

// overpopulation and around_the_cape: lane 0 the colonists placed, lane 1 the last region; word 1
// the regions, if not all that are discovered

void settle_several(State& s, u32 among) noexcept {
  s.scratch[1] = among;
  s.node = Node::overpopulation;
}

bool seek_overpopulation(State& s) noexcept {
  if (PartLanes::get(s.scratch[0], 0) < kOverpopulation && civilian_room(s.of(s.actor)) != 0) {
    return true;
  }
  finish(s);
  return false;
}

void overpopulation_options(const State& s, Legal& legal) noexcept {
  const u64 regions = s.scratch[1] != 0 ? s.scratch[1] : u64{s.discovered};
  legal.assign(Verb::settle, regions & ~low_bits(PartLanes::get(s.scratch[0], 1)));
}

void choose_overpopulation(State& s, Action action) noexcept {
  const unsigned region = action.argument(Verb::settle);
  settle_colonist(s, s.actor, nth<Region>(region));
  PartLanes::add(s.scratch[0], 0, 1);
  PartLanes::set(s.scratch[0], 1, region);
}

// papal_edict: lanes 0 and 1 hold the seats + 1 that still settle, in their order

bool edict_reaches_anybody(const State& s) noexcept {
  bool any = false;
  for (unsigned p = 0; p < s.players(); ++p) any |= can_settle(s, nth<Player>(p));
  return any;
}

void edict_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::edict);
  const bool own = can_settle(s, s.actor);
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor)) continue;
    const bool other = can_settle(s, nth<Player>(p));
    if (own || other) legal.add(Verb::edict, 2 * p);
    if (own && other) legal.add(Verb::edict, 2 * p + 1);
  }
}

void choose_edict(State& s, Action action) noexcept {
  const unsigned argument = action.argument(Verb::edict);
  const unsigned other = argument / 2;
  const bool other_first = argument % 2 == 0;
  PartLanes::set(s.scratch[0], 0, (other_first ? other : index(s.actor)) + 1);
  PartLanes::set(s.scratch[0], 1, (other_first ? index(s.actor) : other) + 1);
  s.node = Node::edict_settle;
}

bool seek_edict_settle(State& s) noexcept {
  for (; s.scratch[0] != 0; drop_first_part(s)) {
    s.actor = nth<Player>(PartLanes::get(s.scratch[0], 0) - 1);
    if (can_settle(s, s.actor)) return true;
  }
  finish(s);
  return false;
}

void edict_settle_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::settle, s.of(s.actor).colonies());
}

void choose_edict_settle(State& s, Action action) noexcept {
  const auto region = nth<Region>(action.argument(Verb::settle));
  for (unsigned n = 0; n < kEdictColonists; ++n) settle_colonist(s, s.actor, region);
  drop_first_part(s);
}

// plague_2: lane 0 the place in the player order, lane 1 the region

bool seek_plague(State& s) noexcept {
  unsigned place = PartLanes::get(s.scratch[0], 0);
  unsigned region = PartLanes::get(s.scratch[0], 1);
  for (; place < s.players(); ++place, region = 0) {
    const Player p = s.in_place(place);
    for (; region < kMaxRegions; ++region) {
      if (s.of(p).workers_in(nth<Region>(region)) < kPlagueColony) continue;
      s.actor = p;
      s.scratch[0] = parts_word(place, region);
      return true;
    }
  }
  finish(s);
  return false;
}

void plague_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::lose);
  const auto region = nth<Region>(PartLanes::get(s.scratch[0], 1));
  for (unsigned t = 0; t < kWorkers; ++t) {
    if (s.of(s.actor).standing(region, nth<Worker>(t)) != 0) legal.add(Verb::lose, t);
  }
}

void choose_plague(State& s, Action action) noexcept {
  const unsigned region = PartLanes::get(s.scratch[0], 1);
  s.of(s.actor).remove_standing(nth<Region>(region), nth<Worker>(action.argument(Verb::lose)));
  PartLanes::set(s.scratch[0], 1, region + 1);  // a colony loses one
}

// plague_3

bool can_strike(const State& s, Player owner) noexcept {
  bool any = false;
  for (unsigned p = 0; p < s.players(); ++p) {
    any |= p != index(owner) && s.player[p].civilians_in_regions() != 0;
  }
  return any;
}

void strike_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::strike);
  legal.add_pass();
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    for (unsigned p = 0; p < s.players(); ++p) {
      if (p == index(s.actor)) continue;
      const unsigned most = std::min(kMostStruck, s.player[p].civilians_in(nth<Region>(r)));
      legal.add_set(Verb::strike, low_bits(most), (r * kMaxPlayers + p) * kMostStruck);
    }
  }
}

void choose_strike(State& s, Action action) noexcept {
  if (!action.is_pass()) {
    const unsigned argument = action.argument(Verb::strike);
    const unsigned place = argument / kMostStruck;
    s.player[place % kMaxPlayers].remove_standing(nth<Region>(place / kMaxPlayers),
                                                  Worker::colonist, argument % kMostStruck + 1);
  }
  resume(s);
}

// rewrite_history: lane 0 the counters taken, lane 1 the victim's seat + 1

bool seek_rewrite(State& s) noexcept {
  Legal open;
  rewrite_options(s, open);
  if (PartLanes::get(s.scratch[0], 0) < kRewrites && open.size() > 1) return true;
  finish(s);
  return false;
}

void rewrite_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::rewrite);
  legal.add_pass();
  const unsigned before = PartLanes::get(s.scratch[0], 1);
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor) || p + 1 == before || s.counters.held_by(p) == 0) continue;
    legal.add(Verb::rewrite, p);
  }
}

void choose_rewrite(State& s, Action action) noexcept {
  if (action.is_pass()) {
    finish(s);
    return;
  }
  PartLanes::set(s.scratch[0], 1, action.argument(Verb::rewrite) + 1);
  s.node = Node::steal;
}

u32 stealable(const State& s) noexcept {
  return s.counters.held_by(PartLanes::get(s.scratch[0], 1) - 1);
}

void choose_steal(State& s, Action action) noexcept {
  s.counters.assign(action.argument(Verb::steal), index(s.actor));
  PartLanes::add(s.scratch[0], 0, 1);
  s.node = Node::rewrite;
}

}  // namespace carrack::tiles
