// The parts of check(): one function for each kind of invariant, each in a file of its own. They
// run in this order, and a part relies on those before it.
#pragma once

#include <array>
#include <span>
#include <sstream>
#include <string>

#include "core/game/state.hpp"

namespace carrack::checks {

/// Throws std::logic_error, with the turn and the phase where they are known.
[[noreturn]] void broken(const State& s, const std::string& what);

/// The message is put together only when it is needed: this runs after every step of a test.
template <typename... Parts>
void require(const State& s, bool holds, const Parts&... what) {
  if (holds) [[likely]]
    return;
  std::ostringstream message;
  (message << ... << what);
  broken(s, message.str());
}

/// Every field by itself: values that exist, unused bits that are 0. Safe for any 456 bytes; after
/// it every index and every set in a position can be used.
void fields(const State& s);
/// The pieces, goods, tiles, counters, cards and nations of the position.
void belongings(const State& s);
/// The boxes, and which of their spaces are empty in the phase.
void boxes(const State& s);
/// Whether a position can stand at a node in a phase.
[[nodiscard]] bool is_node_of(Node node, Phase phase);
/// The tiles that bring a decision or a draw of a phase; empty if none does.
[[nodiscard]] TileSet tiles_behind(Node node, Phase phase);
/// The node: its phase, whose decision it is, which worker, place or tile it is about.
void node(const State& s);
/// The parts of a decision in State::scratch.
void parts(const State& s);
/// Whether the game can go on: `run` would stop at this position, as it is, with options.
void decision(const State& s);

/// The slot of the worker whose decision is open. The worker is still on its space, but already
/// counted as home. Null if the decision is about no worker on a space. Precondition: fields().
[[nodiscard]] const Slot* acting_slot(const State& s);

/// By seat and type.
using PieceCounts = std::array<std::array<unsigned, kWorkers>, kMaxPlayers>;
/// The pieces outside the regions, counted again: in hand, in boxes and on spaces, but for the
/// worker that acts. Precondition: fields().
[[nodiscard]] PieceCounts pieces_outside(const State& s);

/// Calls `visit(spaces)` for each row of spaces: five boxes, and those of the specialists.
template <typename Visit>
void for_each_row(const State& s, Visit&& visit) {
  for (const std::span<const Slot> spaces :
       {std::span<const Slot>(s.dock), std::span<const Slot>(s.goods_box),
        std::span<const Slot>(s.buildings_box), std::span<const Slot>(s.warfare_box),
        std::span<const Slot>(s.initiative_box), std::span<const Slot>(s.specialist_box)}) {
    visit(spaces);
  }
}

}  // namespace carrack::checks
