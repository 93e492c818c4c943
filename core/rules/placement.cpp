// RULES §4 A: in player order, one worker at a time, until nobody has any.
#include <algorithm>
#include <span>

#include "core/game/knowledge.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::placement {
namespace {

/// Spaces of a box with a limit.
unsigned capacity(Box box, unsigned players) noexcept {
  if (box == Box::dock) return dock::spaces(players);
  return box == Box::buildings ? 5 : 4;  // goods, warfare
}

constexpr u16 set_of(std::initializer_list<Box> boxes) noexcept {
  u64 set = 0;
  for (const Box box : boxes) add_bit(set, index(box));
  return static_cast<u16>(set);
}

constexpr u16 kAlwaysThere = set_of({Box::initiative, Box::dock, Box::goods, Box::shipping,
                                     Box::buildings, Box::discovery, Box::captain, Box::merchant,
                                     Box::missionary, Box::soldier, Box::training, Box::warfare});
constexpr u16 kMayflower = set_of({Box::mayflower});
constexpr u16 kIndia = set_of({Box::india});
constexpr unsigned kMostSailed = 3;

/// Ships that the owner of the Mayflower can still make spaces of the dock this turn.
bool can_sail(const State& s) noexcept {
  const unsigned sailor = tiles::sailor(s);
  return sailor < kMaxPlayers && s.sailed < std::min(kMostSailed, s.player[sailor].ships());
}

void close_box(State& s, Box box) noexcept { remove_bit(s.open_boxes, index(box)); }

/// Takes the leftmost free space of a counted box.
template <std::size_t N>
void fill(State& s, Box box, std::array<Slot, N>& spaces, Slot slot) noexcept {
  const unsigned taken = s.workers_in(box);
  spaces[taken] = slot;
  s.box_counts.add(box);
  if (taken + 1 == capacity(box, s.players())) close_box(s, box);
}

}  // namespace

void open(State& s) noexcept {
  s.box_counts = {};
  s.in_initiative = 0;
  s.open_boxes = kAlwaysThere;
  if (s.ruleset().has(Module::builder)) s.open_boxes |= set_of({Box::builder});
  if (can_sail(s)) s.open_boxes |= kMayflower;
  if (tiles::owner_of_india(s) < kMaxPlayers) s.open_boxes |= kIndia;
}

void recount(State& s) noexcept {
  const auto in_initiative = s.in_initiative;
  open(s);
  s.in_initiative = in_initiative;
  const auto count = [&](Box box, std::span<const Slot> spaces) {
    const auto taken = static_cast<unsigned>(
        std::ranges::count_if(spaces, [](Slot slot) { return !slot.empty(); }));
    s.box_counts.add(box, taken);
    if (taken >= capacity(box, s.players())) close_box(s, box);
  };
  count(Box::dock, std::span(s.dock).first(dock::spaces(s.players())));
  count(Box::goods, s.goods_box);
  count(Box::buildings, s.buildings_box);
  count(Box::warfare, s.warfare_box);
  for (unsigned i = 0; i < s.specialist_box.size(); ++i) {
    if (!s.specialist_box[i].empty()) close_box(s, nth<Box>(index(Box::captain) + i));
  }
}

bool seek(State& s) noexcept {
  const unsigned players = s.players();
  unsigned place = s.cursor;
  for (unsigned passed_over = 0; passed_over < players; ++passed_over) {
    const Player p = s.in_place(place);
    if (!s.of(p).available().empty()) {
      s.actor = p;
      s.cursor = static_cast<u8>(place);
      return true;
    }
    if (++place == players) place = 0;
  }
  begin(s, Phase::initiative);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  u64 boxes = s.open_boxes;
  if (has_bit(s.in_initiative, index(s.actor))) boxes &= ~bit(index(Box::initiative));
  if ((boxes & (kMayflower | kIndia)) != 0) {  // boxes of one player
    if (tiles::sailor(s) != index(s.actor)) boxes &= ~u64{kMayflower};
    if (tiles::owner_of_india(s) != index(s.actor)) boxes &= ~u64{kIndia};
  }
  const WorkerCounts hand = s.of(s.actor).available();
  if (hand.only_colonists() &&
      !has_secrets(s)) {  // the usual hand; colonists come first among the arguments
    legal.assign(Verb::place, boxes);
    return;
  }
  legal.reset(Verb::place);
  for_each_bit(hand.types(),
               [&](unsigned type) { legal.add_set(Verb::place, boxes, type * kBoxes); });
  if (has_secrets(s)) scouting::add_looks(s, legal);
}

void choose(State& s, Action action) noexcept {
  if (action.is(Verb::look)) {
    scouting::look(s, action);
    return;
  }
  const unsigned argument = action.argument(Verb::place);
  const auto worker = nth<Worker>(argument / kBoxes);
  const auto box = nth<Box>(argument % kBoxes);
  const Slot slot(s.actor, worker);
  PlayerState& mine = s.of(s.actor);
  mine.remove_available(worker);
  switch (box) {
    case Box::initiative:
      s.initiative_box[count_bits(s.in_initiative)] = slot;
      add_bit(s.in_initiative, index(s.actor));
      break;
    case Box::dock: fill(s, box, s.dock, slot); break;
    case Box::goods: fill(s, box, s.goods_box, slot); break;
    case Box::buildings: fill(s, box, s.buildings_box, slot); break;
    case Box::warfare: fill(s, box, s.warfare_box, slot); break;
    case Box::mayflower:
      s.dock[dock::kFirstShip + s.sailed++] = slot;
      if (!can_sail(s)) close_box(s, box);
      break;
    case Box::shipping: mine.add_shipping(worker); break;
    case Box::discovery: mine.add_discovery(worker); break;
    case Box::india: s.add_india(worker); break;
    case Box::captain:
    case Box::merchant:
    case Box::missionary:
    case Box::soldier:
    case Box::builder:
    case Box::training:
      s.specialist_box[index(box) - index(Box::captain)] = slot;
      close_box(s, box);
      break;
  }
  s.cursor = static_cast<u8>(s.cursor + 1U == s.players() ? 0 : s.cursor + 1);
}

bool play(State& s, Action action, Legal& next) noexcept {
  choose(s, action);
  if (s.node != Node::place || !placement::seek(s)) return false;
  options(s, next);
  return next.size() > 1;
}

}  // namespace carrack::placement
