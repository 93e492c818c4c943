// check(): the boxes, and which of their spaces are empty in the phase.
#include <algorithm>
#include <span>

#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::checks {
namespace {

bool all_empty(std::span<const Slot> spaces) { return std::ranges::all_of(spaces, &Slot::empty); }

/// The workers that stand one behind another from the first space on.
unsigned in_row(std::span<const Slot> spaces) {
  const auto free = std::ranges::find_if(spaces, &Slot::empty);
  return static_cast<unsigned>(free - spaces.begin());
}

/// How many workers a row of spaces holds. There is no gap between them.
unsigned count_row(const State& s, std::span<const Slot> spaces, std::string_view box) {
  const unsigned workers = in_row(spaces);
  require(s, all_empty(spaces.subspan(workers)), "there is a gap in the box ", box);
  return workers;
}

/// The spaces of a box that can hold a worker. Those before them are empty: they are done.
std::span<const Slot> open_part(const State& s, std::span<const Slot> spaces, Phase phase) {
  std::size_t done = spaces.size();
  if (s.phase >= Phase::placement && s.phase < phase) done = 0;
  if (s.phase == phase) done = std::min<std::size_t>(s.cursor, spaces.size());
  require(s, all_empty(spaces.first(done)), "a worker stands where the box ", name(phase),
          " is empty");
  return spaces.subspan(done);
}

/// The workers of a box stand one after another, and none beyond the last space that the ruleset
/// gives the box.
void numbered_box(const State& s, std::span<const Slot> spaces, Box box, Phase phase) {
  count_row(s, open_part(s, spaces, phase), name(box));
  require(s, all_empty(spaces.subspan(s.ruleset().figures().spaces_of(box))),
          "a worker stands beside the spaces of the box ", name(box));
}

/// Whether the tile of dock space X or Y can have put its colonist there: from the tile's turn in
/// the benefits phase until the colonist lands.
bool can_be_posted(const State& s, Tile tile, unsigned owner) {
  if (s.phase < Phase::placement) return false;
  if (s.phase <= Phase::dock) return true;
  if (s.phase < Phase::benefits) return false;
  if (s.phase > Phase::benefits) return true;
  unsigned place = 0;
  while (place < s.players() && index(s.in_place(place)) != owner) ++place;
  return place < s.cursor || (place == s.cursor && s.step > index(only_copy(tile)));
}

void letter(const State& s, unsigned space, Tile tile) {
  const Slot slot = s.dock[space];
  if (slot.empty()) return;
  const unsigned owner = s.holder(only_copy(tile));
  require(s, owner < kMaxPlayers && slot == Slot(nth<Player>(owner), Worker::colonist),
          "space X or Y of the dock holds a worker that is not its tile's colonist");
  require(s, can_be_posted(s, tile, owner), "space X or Y of the dock is taken in the wrong phase");
}

/// The dock as it was placed; not while England's new order of it stands.
void dock_spaces(const State& s) {
  const std::span<const Slot> spaces(s.dock);
  const unsigned numbered = dock::spaces(s.ruleset());
  letter(s, dock::kX, Tile::indentured_servitude);
  letter(s, dock::kY, Tile::colonization_laws);
  require(s, all_empty(spaces.subspan(numbered, dock::kX - numbered)),
          "a worker stands beside the numbered spaces of the dock");
  const auto ships = spaces.subspan(dock::kFirstShip);
  if (s.phase < Phase::dock) {
    require(s, count_row(s, ships, "mayflower") == s.sailed, "ships without workers have sailed");
  }
  require(s, all_empty(ships.subspan(s.sailed)), "a worker stands on a ship that has not sailed");
  if (s.phase < Phase::placement || s.phase > Phase::dock) {
    require(s, all_empty(spaces.first(numbered)) && all_empty(ships),
            "workers are left in the dock");
  }
}

void dock_box(const State& s) {
  if (s.phase == Phase::dock) {
    require(s, all_empty(std::span(s.dock).first(std::min<std::size_t>(s.cursor, s.dock.size()))),
            "workers that have landed stand in the dock");
  }
  if ((s.flags & kDockReordered) == 0) {
    dock_spaces(s);
    return;
  }
  const unsigned england = nations::seat_of(s, Nation::england);
  require(s, s.phase == Phase::dock && england < kMaxPlayers && s.player[england].powers() != 0,
          "the dock is in England's order, which England has not given");
  require(s, s.node != Node::reorder, "England orders a dock that is already in its order");
}

void initiative_box(const State& s) {
  const unsigned workers = count_row(s, s.initiative_box, "initiative");
  u32 players = 0;
  for (const Slot slot : std::span(s.initiative_box).first(workers)) {
    add_bit(players, index(slot.player()));
  }
  require(s, players == s.in_initiative && workers == count_bits(players),
          "the initiative box holds two workers of one player");
  require(s, s.phase >= Phase::placement || workers == 0, "the initiative box is taken too early");
}

void specialist_box(const State& s) {
  constexpr unsigned kBuilder = index(Box::builder) - index(Box::captain);
  static_cast<void>(open_part(s, s.specialist_box, Phase::specialists));
  require(s, s.specialist_box[kBuilder].empty() || s.ruleset().has(Module::builder),
          "the space of builders is taken without their module");
  for (unsigned i = 0; i < s.specialist_box.size(); ++i) {
    const Box box = nth<Box>(index(Box::captain) + i);
    require(s, s.specialist_box[i].empty() || s.ruleset().figures().spaces_of(box) != 0,
            "a specialist's space is taken that the ruleset does not have");
  }
}

/// The boxes without spaces that are empty once they have been resolved.
void crowds(const State& s) {
  const bool can_ship = s.phase >= Phase::placement && s.phase <= Phase::shipping;
  for (const PlayerState& p : s.player) {
    require(s, can_ship || p.shipping().empty(), "workers are left in the shipping box");
  }
}

/// What placement keeps beside the spaces: the workers of the counted boxes, and the open boxes.
void placed(const State& s) {
  count_row(s, std::span(s.dock).first(dock::spaces(s.ruleset())), "dock");
  State again = s;
  placement::recount(again);
  require(s, again.box_counts == s.box_counts,
          "the boxes do not hold as many workers as were placed");
  require(s, again.open_boxes == s.open_boxes, "the open boxes are not those with a free space");
}

}  // namespace

PieceCounts pieces_outside(const State& s) {
  PieceCounts counts{};
  const Slot* const acting = acting_slot(s);
  for_each_row(s, [&](std::span<const Slot> spaces) {
    for (const Slot& slot : spaces) {
      if (slot.empty() || &slot == acting) continue;
      ++counts[index(slot.player())][index(slot.worker())];
    }
  });
  const unsigned in_india = tiles::owner_of_india(s);
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    const PlayerState& p = s.player[seat];
    for (unsigned t = 0; t < kWorkers; ++t) {
      const auto type = nth<Worker>(t);
      counts[seat][t] += p.available()[type] + p.shipping()[type] + p.discovery()[type] +
                         (seat == in_india ? s.india()[type] : 0U);
    }
  }
  return counts;
}

void boxes(const State& s) {
  dock_box(s);
  initiative_box(s);
  specialist_box(s);
  crowds(s);
  numbered_box(s, s.goods_box, Box::goods, Phase::goods);
  numbered_box(s, s.buildings_box, Box::buildings, Phase::buildings);
  numbered_box(s, s.warfare_box, Box::warfare, Phase::warfare);
  if (s.phase == Phase::placement) placed(s);
}

}  // namespace carrack::checks
