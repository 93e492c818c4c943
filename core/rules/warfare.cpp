// RULES §4 B.8: battles, wars, and who picks the casualties.
#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::warfare {
namespace {

constexpr unsigned kMilitia = index(Casualty::militia);

/// Bit 4r is set where a player's lane r is not 0.
constexpr u64 occupied(u64 lanes) noexcept {
  constexpr u64 kOnes = 0x1111111111U;
  return (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & kOnes;
}

/// The regions, as a set, of bits 4r.
constexpr u32 regions_of(u64 spread) noexcept {
  u32 set = 0;
  for_each_bit(spread, [&](unsigned i) { set |= 1U << i / 4; });
  return set;
}

void join_battle(State& s, Battle battle, Region region) noexcept {
  s.scratch = {};
  battle.region = region;
  battle.stage = 0;
  battle.least = 0;
  battle.due = casualties(s, battle, 0);
  battle.write(s);
  s.actor = battle.attacker;
  s.node = Node::kill;
}

void remove_casualties(State& s, const Battle& battle) noexcept {
  for (unsigned side = 0; side < 2; ++side) {
    PlayerState& p = s.of(side == 0 ? battle.defender : battle.attacker);
    const unsigned r = index(battle.region);
    const auto fallen = [&](Casualty c) { return picked(s.scratch[0], side, c); };
    PlayerState::CivilianLanes::sub(p.civilians, r, fallen(Casualty::colonist));
    PlayerState::RegionLanes::sub(p.missionaries, r, fallen(Casualty::missionary));
    PlayerState::RegionLanes::sub(p.soldiers, r, fallen(Casualty::soldier));
    PlayerState::RegionLanes::sub(p.builders, r, fallen(Casualty::builder));
  }
}

/// A war, in its first region.
void open_war(State& s, Battle battle) noexcept {
  battle.is_war = true;
  const u32 fields = battlefields(s, battle.attacker, battle.defender);
  join_battle(s, battle, nth<Region>(first_bit(fields)));
}

/// The next region of a war, or the end of the declaration.
void after_battle(State& s, const Battle& battle) noexcept {
  remove_casualties(s, battle);
  if (battle.is_war) {
    const u32 later = battlefields(s, battle.attacker, battle.defender) &
                      ~static_cast<u32>(low_bits(index(battle.region) + 1));
    if (later != 0) {
      join_battle(s, battle, nth<Region>(first_bit(later)));
      return;
    }
  }
  s.scratch = {};
  if (battle.is_forced) {
    tiles::resume(s);
  } else {
    s.node = Node::battle;
  }
}

}  // namespace

Battle Battle::of(const State& s) noexcept {
  const auto word = static_cast<unsigned>(s.scratch[0] & low_bits(20));
  return {.region = nth<Region>(word & 15U),
          .attacker = nth<Player>(word >> 4 & 7U),
          .defender = nth<Player>(word >> 7 & 7U),
          .is_war = has_bit(word, 10),
          .stage = word >> 11 & 1U,
          .due = word >> 12 & 15U,
          .least = word >> 16 & 7U,
          .is_forced = has_bit(word, 19)};
}

void Battle::write(State& s) const noexcept {
  s.scratch[0] = (s.scratch[0] & ~low_bits(20)) | index(region) | index(attacker) << 4 |
                 index(defender) << 7 | u64{is_war} << 10 | stage << 11 | due << 12 | least << 16 |
                 u64{is_forced} << 19;
}

unsigned left_to_pick(const State& s, const Battle& battle, unsigned side, Casualty c) noexcept {
  const Player victim = side == 0 ? battle.defender : battle.attacker;
  const PlayerState& p = s.of(victim);
  unsigned n = 0;
  switch (c) {
    case Casualty::colonist: n = p.civilians_in(battle.region); break;
    case Casualty::missionary: n = p.missionaries_in(battle.region); break;
    case Casualty::soldier: n = p.soldiers_in(battle.region); break;
    case Casualty::builder: n = tiles::exposed_builders(s, victim, battle.region); break;
    case Casualty::militia: n = side == 0 ? tiles::militia(s, victim) : 0; break;
  }
  return n - picked(s.scratch[0], side, c);
}

unsigned casualties(const State& s, const Battle& battle, unsigned side) noexcept {
  const PlayerState& attacker = s.of(battle.attacker);
  const PlayerState& defender = s.of(battle.defender);
  const unsigned militia = tiles::militia(s, battle.defender);
  if (side == 0) {
    return std::min(attacker.soldiers_in(battle.region),
                    tiles::exposed_workers(s, battle.defender, battle.region) + militia);
  }
  return std::min(defender.soldiers_in(battle.region) + militia,
                  tiles::exposed_workers(s, battle.attacker, battle.region));
}

u32 battlefields(const State& s, Player attacker, Player defender) noexcept {
  const PlayerState& a = s.of(attacker);
  const PlayerState& d = s.of(defender);
  const u32 soldiers = regions_of(occupied(a.soldiers) | occupied(d.soldiers));
  u32 fields = 0;
  for_each_bit(soldiers, [&](unsigned r) {
    const auto region = nth<Region>(r);
    fields |= u32{a.workers_in(region) != 0 && d.workers_in(region) != 0} << r;
  });
  return fields;
}

bool seek(State& s) noexcept {
  if (s.cursor < s.warfare_box.size() && !s.warfare_box[s.cursor].empty()) {
    const Slot slot = s.warfare_box[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    return true;
  }
  begin(s, Phase::income);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::battle);
  legal.add_pass();
  const bool can_pay = s.of(s.actor).money() >= kWarCost;
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor) || tiles::are_allied(s, s.actor, nth<Player>(p))) continue;
    const u32 fields = battlefields(s, s.actor, nth<Player>(p));
    for_each_bit(fields, [&](unsigned r) { legal.add(Verb::battle, r * kMaxPlayers + p); });
    if (fields != 0 && can_pay) legal.add(Verb::war, p);  // R6
  }
}

void choose(State& s, Action action) noexcept {
  s.warfare_box[s.cursor++] = Slot();
  if (action.is_pass()) return;
  Battle battle{};
  battle.attacker = s.actor;
  if (action.is(Verb::war)) {
    s.of(s.actor).pay(kWarCost);
    battle.defender = nth<Player>(action.argument(Verb::war));
    open_war(s, battle);
  } else {
    const unsigned argument = action.argument(Verb::battle);
    battle.defender = nth<Player>(argument % kMaxPlayers);
    join_battle(s, battle, nth<Region>(argument / kMaxPlayers));
  }
}

bool can_force(const State& s, Player p) noexcept {
  bool any = false;
  for (unsigned a = 0; a < s.players(); ++a) {
    for (unsigned d = a + 1; d < s.players(); ++d) {
      const bool are_others = a != index(p) && d != index(p);
      any |= are_others && battlefields(s, nth<Player>(a), nth<Player>(d)) != 0;
    }
  }
  return any;
}

void force_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::force);
  legal.add_pass();
  for (unsigned a = 0; a < s.players(); ++a) {
    for (unsigned d = 0; d < s.players(); ++d) {
      if (a == d || a == index(s.actor) || d == index(s.actor)) continue;
      if (battlefields(s, nth<Player>(a), nth<Player>(d)) == 0) continue;
      legal.add(Verb::force, a * kMaxPlayers + d);
    }
  }
}

void choose_force(State& s, Action action) noexcept {
  if (action.is_pass()) {
    tiles::resume(s);
    return;
  }
  const unsigned argument = action.argument(Verb::force);
  Battle battle{};
  battle.attacker = nth<Player>(argument / kMaxPlayers);
  battle.defender = nth<Player>(argument % kMaxPlayers);
  battle.is_forced = true;
  open_war(s, battle);
}

bool seek_kill(State& s) noexcept {
  Battle battle = Battle::of(s);
  if (battle.due == 0 && battle.stage == 0) {  // all that the attacker inflicts is picked
    battle.stage = 1;
    battle.least = 0;
    battle.due = casualties(s, battle, 1);
    battle.write(s);
    s.actor = battle.defender;
  }
  if (battle.due != 0) return true;
  after_battle(s, battle);
  return false;
}

void kill_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::kill);
  const Battle battle = Battle::of(s);
  // From the last kind back: a pick must leave enough at or behind it to fill the number due.
  unsigned behind = 0;
  for (unsigned c = kMilitia + 1; c-- > battle.least;) {
    const unsigned here = left_to_pick(s, battle, battle.stage, nth<Casualty>(c));
    behind += here;
    if (here != 0 && behind >= battle.due) legal.add(Verb::kill, c);
  }
}

void choose_kill(State& s, Action action) noexcept {
  Legal legal;
  kill_options(s, legal);
  Battle battle = Battle::of(s);
  const unsigned c = action.argument(Verb::kill);
  const u64 one = bit(20 + 20 * battle.stage + 4 * c);
  s.scratch[0] += one;
  if (legal.size() > 1) s.scratch[1] += one;  // a forced pick is no event
  battle.least = c;
  --battle.due;
  battle.write(s);
}

}  // namespace carrack::warfare
