// RULES §4 A: in player order, one worker at a time, until nobody has any.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "core/game/knowledge.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::placement {
namespace {

/// The offset in State of the first space of each box whose spaces hold one worker each; 0 for
/// other boxes. Spaces fill from the left.
constexpr std::array<u16, kBoxes> kFirstSpace = [] {
  std::array<u16, kBoxes> offsets{};
  const auto set = [&](Box box, std::size_t first) {
    offsets[index(box)] = static_cast<u16>(first);
  };
  set(Box::initiative, offsetof(State, initiative_box));
  set(Box::dock, offsetof(State, dock));
  set(Box::goods, offsetof(State, goods_box));
  set(Box::buildings, offsetof(State, buildings_box));
  set(Box::warfare, offsetof(State, warfare_box));
  for (const Box box :
       {Box::captain, Box::merchant, Box::missionary, Box::soldier, Box::builder, Box::training}) {
    set(box, offsetof(State, specialist_box) + index(box) - index(Box::captain));
  }
  return offsets;
}();

constexpr u16 set_of(std::initializer_list<Box> boxes) noexcept {
  u64 set = 0;
  for (const Box box : boxes) add_bit(set, index(box));
  return static_cast<u16>(set);
}

/// By the set of worker types in hand: a factor that repeats a set of boxes once for each of them,
/// as the arguments of `place` do.
constexpr std::array<u128, bit(kWorkers)> kRepeat = [] {
  std::array<u128, bit(kWorkers)> factors{};
  for (unsigned types = 0; types < factors.size(); ++types) {
    for_each_bit(types, [&](unsigned type) { add_bit(factors[types], type * kBoxes); });
  }
  return factors;
}();

constexpr u16 kMayflower = set_of({Box::mayflower});
constexpr u16 kIndia = set_of({Box::india});

/// Whether the owner of the Mayflower can still make a ship a space of the dock this turn.
bool can_sail(const State& s) noexcept {
  const unsigned sailor = tiles::sailor(s);
  return sailor < kMaxPlayers && s.sailed < std::min(kMostSailed, s.player[sailor].ships());
}

void close_box(State& s, Box box) noexcept { remove_bit(s.open_boxes, index(box)); }

/// Takes the leftmost free space of a box that has spaces. One path for all of them without a
/// branch: which box comes next is hard to predict, and a placement is most of what happens.
void fill(State& s, Box box, Slot slot) noexcept {
  const unsigned capacity = s.ruleset().figures().spaces_of(box);
  const bool is_initiative = box == Box::initiative;
  const unsigned taken = s.workers_in(box) + is_initiative * count_bits(s.in_initiative);
  assert(taken < capacity);
  std::memcpy(reinterpret_cast<std::byte*>(&s) + kFirstSpace[index(box)] + taken, &slot,
              sizeof slot);
  add_bit(s.in_initiative, index(slot.player()), is_initiative);
  s.box_counts.add(box);
  remove_bit(s.open_boxes, index(box), taken + 1 == capacity);
}

}  // namespace

void open(State& s) noexcept {
  s.box_counts = {};
  s.in_initiative = 0;
  s.open_boxes = s.ruleset().table().open_boxes;
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
    if (taken >= s.ruleset().figures().spaces_of(box)) close_box(s, box);
  };
  count(Box::dock, std::span(s.dock).first(dock::spaces(s.ruleset())));
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
  legal.assign_wide(Verb::place, boxes * kRepeat[hand.types()]);
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
  if (kFirstSpace[index(box)] != 0) {
    fill(s, box, slot);
  } else if (box == Box::shipping) {
    mine.add_shipping(worker);
  } else if (box == Box::discovery) {
    mine.add_discovery(worker);
  } else if (box == Box::india) {
    s.add_india(worker);
  } else {
    assert(box == Box::mayflower);
    s.dock[dock::kFirstShip + s.sailed++] = slot;
    if (!can_sail(s)) close_box(s, box);
  }
  s.cursor = static_cast<u8>(s.cursor + 1U == s.players() ? 0 : s.cursor + 1);
}

// As one function: it is most of what a game does.
[[gnu::flatten]] bool play(State& s, Action action, Legal& next) noexcept {
  choose(s, action);
  if (s.node != Node::place || !placement::seek(s)) return false;
  options(s, next);
  return next.size() > 1;
}

}  // namespace carrack::placement
