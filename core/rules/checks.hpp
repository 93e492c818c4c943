// The parts of check(): one function for each kind of invariant, each in a file of its own. They
// run in this order, and a part relies on those before it.
#pragma once

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
/// What the position has of pieces, goods, tiles, counters, cards and nations.
void belongings(const State& s);
/// The boxes, and which of their spaces are empty in the phase.
void boxes(const State& s);
/// Whether a position can stand at a node in a phase.
[[nodiscard]] bool is_node_of(Node node, Phase phase);
/// The node: its phase, whose decision it is, which worker, place or tile it is about.
void node(const State& s);
/// The parts of a decision in State::scratch.
void parts(const State& s);

/// The slot of the worker whose decision is open: on its space still, but home already. Null where
/// the decision is about no worker on a space. Precondition: fields().
[[nodiscard]] const Slot* acting_slot(const State& s);

}  // namespace carrack::checks
