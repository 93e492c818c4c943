#include "core/rules/nations.hpp"

#include <algorithm>
#include <array>

#include "core/game/knowledge.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::nations {
namespace {

constexpr unsigned kind_of(Slot slot) noexcept {
  return index(slot.player()) * kWorkers + index(slot.worker());
}
constexpr Slot slot_of(unsigned kind) noexcept {
  return {nth<Player>(kind / kWorkers), nth<Worker>(kind % kWorkers)};
}

unsigned kinds_left(const NewDock::Kinds& counts) noexcept {
  return static_cast<unsigned>(std::ranges::count_if(counts, [](u8 n) { return n != 0; }));
}

/// The types that Italy can put onto a specialist space: any of the ruleset with room.
u32 italian_types(const State& s, Player italy) noexcept {
  return types_with_room(s.of(italy), specialist_types(s.ruleset()) | bit(index(Worker::colonist)));
}

/// The specialist spaces that others hold.
u32 others_spaces(const State& s, Player italy) noexcept {
  u32 set = 0;
  for (unsigned i = 0; i < s.specialist_box.size(); ++i) {
    const Slot slot = s.specialist_box[i];
    add_bit(set, i, !slot.empty() && slot.player() != italy);
  }
  return set;
}

bool can_act(const State& s, Nation nation, Player p) noexcept {
  const unsigned used = s.of(p).powers();
  switch (nation) {
    case Nation::england:
      return used < 1 && (english_colonists(s, p) != 0 || kinds_left(NewDock().left(s, p)) > 1);
    case Nation::france: return used < 2 && !s.goods_on_show.empty();
    case Nation::holland: return used < 1 && s.ship_on_show != 0;
    case Nation::italy: return used < 2 && others_spaces(s, p) != 0 && italian_types(s, p) != 0;
    case Nation::spain:
    case Nation::portugal:
    case Nation::denmark: break;  // no window
  }
  return false;
}

void use_england(State& s) noexcept {
  NewDock dock;
  dock.colonists = english_colonists(s, s.actor);
  dock.write(s);
  s.node = Node::reorder;
}

void replace(State& s, unsigned space, Worker type) noexcept {
  send_home(s, s.specialist_box[space]);
  draw_worker(s.of(s.actor), type);
  s.specialist_box[space] = Slot(s.actor, type);
}

}  // namespace

unsigned english_colonists(const State& s, Player england) noexcept {
  constexpr unsigned kMost = 2;
  return std::min(kMost, room(s.of(england), Worker::colonist));
}

u32 left(const State& s) noexcept {
  const bool with_denmark = s.ruleset().has(Module::world);
  u32 set = static_cast<u32>(low_bits(with_denmark ? kNations : kNations - 1));
  for (const PlayerState& p : s.player) {
    if (p.has_nation()) remove_bit(set, index(p.nation()));
  }
  return set;
}

unsigned seat_of(const State& s, Nation nation) noexcept {
  unsigned seat = 0;
  while (seat < kMaxPlayers && !s.player[seat].plays(nation)) ++seat;
  return seat;
}

void pick_options(const State& s, Legal& legal) noexcept { legal.assign(Verb::nation, left(s)); }

bool seek(State& s) noexcept {
  const Nation nation = *nation_before(s.phase);
  const unsigned seat = seat_of(s, nation);
  if (seat < kMaxPlayers && can_act(s, nation, nth<Player>(seat))) {
    s.actor = nth<Player>(seat);
    return true;
  }
  after_power(s);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  switch (*nation_before(s.phase)) {
    case Nation::england: legal.assign(Verb::use, bit(0)); break;
    case Nation::france: legal.assign(Verb::use, bit(1)); break;
    case Nation::holland: legal.assign(Verb::use, bit(2)); break;
    case Nation::italy:
      legal.reset(Verb::replace);
      for_each_bit(others_spaces(s, s.actor), [&](unsigned space) {
        legal.add_set(Verb::replace, italian_types(s, s.actor), space * kWorkers);
      });
      break;
    case Nation::spain:
    case Nation::portugal:
    case Nation::denmark: break;  // no window
  }
  legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  if (action.is_pass()) {
    after_power(s);
    return;
  }
  s.of(s.actor).use_power();
  switch (*nation_before(s.phase)) {
    case Nation::england: use_england(s); return;
    case Nation::france: s.node = Node::commission; return;
    case Nation::holland: take_ship(s, s.actor); break;
    case Nation::italy: {
      const unsigned argument = action.argument(Verb::replace);
      replace(s, argument / kWorkers, nth<Worker>(argument % kWorkers));
      break;
    }
    case Nation::spain:
    case Nation::portugal:
    case Nation::denmark: break;  // no window
  }
  after_power(s);
}

NewDock NewDock::of(const State& s) noexcept {
  NewDock dock;
  dock.filled = filled_of(s);
  dock.colonists = ColonistLane::get(s.scratch[1], 0);
  for (unsigned i = 0; i < dock.filled; ++i) {
    dock.chosen[i] = static_cast<u8>(KindLanes::get(s.scratch[i / 10], i % 10));
  }
  return dock;
}

void NewDock::write(State& s) const noexcept {
  s.scratch = {0, FilledLane::word(0, filled) | ColonistLane::word(0, colonists)};
  for (unsigned i = 0; i < filled; ++i) KindLanes::add(s.scratch[i / 10], i % 10, chosen[i]);
}

NewDock::Kinds NewDock::left(const State& s, Player england) const noexcept {
  Kinds counts{};
  for (const Slot slot : s.dock) {
    if (!slot.empty()) ++counts[kind_of(slot)];
  }
  u8& english = counts[kind_of(Slot(england, Worker::colonist))];
  english = static_cast<u8>(english + colonists);
  for (unsigned i = 0; i < filled; ++i) --counts[chosen[i]];
  return counts;
}

bool seek_reorder(State& s) noexcept {
  const NewDock plan = NewDock::of(s);
  NewDock::Kinds counts = plan.left(s, s.actor);
  if (kinds_left(counts) > 1) return true;

  std::array<Slot, NewDock::kSpaces> spaces{};
  for (unsigned i = 0; i < plan.filled; ++i) spaces[i] = slot_of(plan.chosen[i]);
  unsigned filled = plan.filled;
  for (unsigned kind = 0; kind < counts.size(); ++kind) {
    for (; counts[kind] != 0; --counts[kind]) {
      assert(filled < spaces.size());
      spaces[filled++] = slot_of(kind);
    }
  }
  s.dock = spaces;
  for (unsigned n = 0; n < plan.colonists; ++n) s.of(s.actor).add_outside(Worker::colonist);
  s.flags |= kDockReordered;
  s.scratch = {};
  after_power(s);
  return false;
}

void reorder_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::next);
  const NewDock::Kinds counts = NewDock::of(s).left(s, s.actor);
  for (unsigned kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] != 0) legal.add(Verb::next, kind);
  }
}

void choose_reorder(State& s, Action action) noexcept {
  NewDock plan = NewDock::of(s);
  plan.chosen[plan.filled++] = static_cast<u8>(action.argument(Verb::next));
  plan.write(s);
}

void commission_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::take, s.goods_on_show.kinds());
}

void choose_commission(State& s, Action action) noexcept {
  take_shown_good(s, s.actor, nth<Good>(action.argument(Verb::take)));
  after_power(s);
}

bool begin_first_colony(State& s) noexcept {
  const unsigned seat = seat_of(s, Nation::spain);
  if (seat == kMaxPlayers) return false;
  s.actor = nth<Player>(seat);
  s.node = Node::first_colony;
  return true;
}

void first_colony_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::claim, s.undiscovered());
  legal.add_pass();
}

void choose_first_colony(State& s, Action action) noexcept {
  if (action.is_pass()) {
    tiles::resume(s);
    return;
  }
  s.of(s.actor).use_power();
  tiles::claim_region(s, nth<Region>(action.argument(Verb::claim)));
}

void assign(State& s, Player p, Nation nation) noexcept {
  s.of(p).set_nation(nation);
  if (nation == Nation::denmark) s.flags |= kSecrets;
}

void place_starting_pieces(State& s) noexcept {
  const unsigned portugal = seat_of(s, Nation::portugal);
  if (portugal < kMaxPlayers) {
    for_each_bit(s.board_row().portuguese(),
                 [&](unsigned r) { settle_colonist(s, nth<Player>(portugal), nth<Region>(r)); });
  }
  const unsigned denmark = seat_of(s, Nation::denmark);
  if (denmark < kMaxPlayers) {
    for (const Good good : {Good::sugar, Good::fur}) take_if_left(s, nth<Player>(denmark), good);
  }
}

bool is_danish(const State& s, Player p) noexcept { return s.of(p).plays(Nation::denmark); }

bool may_sail_beyond(const State& s, Player p) noexcept {
  return s.of(p).plays(Nation::portugal) && !has_bit(s.deck_ages(), index(s.age())) &&
         card_bag(s) != 0;
}

void sail_beyond(State& s) noexcept {
  s.spend_deck_age(s.age());
  s.of(s.actor).use_power();
}

}  // namespace carrack::nations
