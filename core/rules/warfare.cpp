// RULES §4 B.8: battles, wars, and who picks the casualties.
#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::warfare {
namespace {

constexpr unsigned kMilitia = index(Casualty::militia);

void join_battle(State& s, Battle battle, Region region) noexcept {
  s.scratch = {};
  battle.region = region;
  battle.stage = 0;
  battle.least = 0;
  battle.due = casualties(s, battle, 0);
  write(s, battle);
  s.actor = battle.attacker;
  s.node = Node::kill;
}

void remove_casualties(State& s, const Battle& battle) noexcept {
  for (unsigned side = 0; side < 2; ++side) {
    PlayerState& p = s.of(side == 0 ? battle.defender : battle.attacker);
    const auto remove = [&](Worker w, Casualty c) {
      p.remove_standing(battle.region, w, picked(s.scratch[0], side, c));
    };
    remove(Worker::colonist, Casualty::colonist);
    remove(Worker::missionary, Casualty::missionary);
    remove(Worker::soldier, Casualty::soldier);
    remove(Worker::builder, Casualty::builder);
  }
}

/// Where both players have workers, and one of them a soldier; `colonies` are those of `a`.
u32 common_fields(const PlayerState& a, u32 colonies, const PlayerState& d) noexcept {
  const u32 fields = PlayerState::garrisons(a, d) & colonies;
  return fields == 0 ? 0 : fields & d.colonies();
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
  const u64 word = s.scratch[0];
  return {.region = nth<Region>(RegionLane::get(word, 0)),
          .attacker = nth<Player>(SideLanes::get(word, 0)),
          .defender = nth<Player>(SideLanes::get(word, 1)),
          .is_war = has_bit(word, kWarBit),
          .stage = StageLane::get(word, 0),
          .due = DueLane::get(word, 0),
          .least = LeastLane::get(word, 0),
          .is_forced = has_bit(word, kForcedBit)};
}

void write(State& s, const Battle& battle) noexcept {
  u64 word = s.scratch[0] & ~low_bits(Battle::kHeadBits);
  word |= Battle::RegionLane::word(0, index(battle.region));
  word |= Battle::SideLanes::word(0, index(battle.attacker));
  word |= Battle::SideLanes::word(1, index(battle.defender));
  word |= Battle::StageLane::word(0, battle.stage) | Battle::DueLane::word(0, battle.due);
  word |= Battle::LeastLane::word(0, battle.least);
  add_bit(word, Battle::kWarBit, battle.is_war);
  add_bit(word, Battle::kForcedBit, battle.is_forced);
  s.scratch[0] = word;
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
  return common_fields(s.of(attacker), s.of(attacker).colonies(), s.of(defender));
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
  const PlayerState& mine = s.of(s.actor);
  const u32 colonies = mine.colonies();
  const bool can_pay = mine.money() >= s.ruleset().figures().war;
  for_each_bit(low_bits(s.players()) & ~bit(index(s.actor)), [&](unsigned p) {
    const u32 fields = common_fields(mine, colonies, s.player[p]);
    if (fields == 0 || tiles::are_allied(s, s.actor, nth<Player>(p))) return;
    for_each_bit(fields, [&](unsigned r) { legal.add(Verb::battle, r * kMaxPlayers + p); });
    if (can_pay) legal.add(Verb::war, p);  // R6
  });
}

void choose(State& s, Action action) noexcept {
  s.warfare_box[s.cursor++] = Slot();
  if (action.is_pass()) return;
  Battle battle{};
  battle.attacker = s.actor;
  if (action.is(Verb::war)) {
    s.of(s.actor).pay(s.ruleset().figures().war);
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
    write(s, battle);
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
  add_pick(s.scratch[0], battle.stage, nth<Casualty>(c));
  if (legal.size() > 1) add_pick(s.scratch[1], battle.stage, nth<Casualty>(c));  // else no event
  battle.least = c;
  --battle.due;
  write(s, battle);
}

}  // namespace carrack::warfare
