// check(): the node: its phase, whose decision it is, which worker, place or tile it is about.
#include "core/rules/check_node.hpp"

#include "core/game/game.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/restocking.hpp"

namespace carrack::checks {
namespace {

/// The player whose place in the order is at the cursor.
void at_place(const State& s) {
  require(s, s.cursor < s.players() && s.in_place(s.cursor) == s.actor,
          "the decision is not that of the player whose turn it is");
}

/// A decision or a draw that a tile has brought. `kill`, `plague` and `edict_settle` ask others
/// than its owner.
void tile_node(const State& s, TileSet behind) {
  const bool asks_others =
      s.node == Node::kill || s.node == Node::plague || s.node == Node::edict_settle;
  TileSet owned;
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    if (asks_others || seat == index(s.actor)) owned = owned | s.tiles_of(seat);
  }
  require(s, !(owned & behind).empty(), "the decision comes from a tile that the player lacks");
}

/// A window before a box: nothing of the box has been resolved. seek() finds its owner.
bool is_window(Node node) {
  return node == Node::power || node == Node::reorder || node == Node::commission ||
         node == Node::university || node == Node::stables;
}

void window_node(const State& s) {
  at_cursor(s, 0);
  at_step(s, 0);
  if (s.node == Node::university) {
    require(s, has_bit(s.ruleset().terms().university, index(s.phase)),
            "the university does not reach this box");
    return;
  }
  if (s.node == Node::stables) {
    require(s, s.ruleset().terms().stables_before_discovery, "stables act in another phase");
    return;
  }
  require(s, s.ruleset().has(Module::national), "a power is used without its module");
  if (s.node == Node::power) return;
  const Nation nation = s.node == Node::reorder ? Nation::england : Nation::france;
  at_seat(s, nations::seat_of(s, nation));
  require(s, s.of(s.actor).powers() != 0, "a power acts that is not counted");
}

/// The worker on the space at the cursor.
void slot_node(const State& s) {
  if (s.node == Node::train) at_cursor(s, specialists::kTraining);
  at_step(s, 0);
  const Slot* slot = acting_slot(s);
  require(s, slot != nullptr && !slot->empty() && slot->player() == s.actor,
          "the space whose worker is to act is empty, or another player's");
  const unsigned out = s.of(s.actor).outside()[slot->worker()];
  require(s, out < kPieces[index(slot->worker())], "the worker that is to act is one too many");
}

void buildings_node(const State& s) {
  require(s, s.cursor >= 1 && s.cursor <= s.buildings_box.size(), "no worker has bought anything");
  at_step(s, 0);
  tile_node(s, tiles_behind(s.node, s.phase));
}

void benefits_node(const State& s) {
  at_place(s);
  const TileSet behind = tiles_behind(s.node, s.phase);
  require(s, s.step >= 1 && s.step <= kTileCopies && behind.contains(nth<TileCopy>(s.step - 1U)),
          "the decision comes from another tile");
  tile_node(s, behind);
  require(s, s.node != Node::swap || benefits::can_swap(s), "a swap without goods on both sides");
}

void discovery_node(const State& s) {
  at_place(s);
  if (s.node == Node::send) {
    require(s, s.step < kWorkers && s.of(s.actor).discovery()[discovery::kPartyOrder[s.step]] != 0,
            "no worker of the type to be sent is there");
  } else {
    at_step(s, parts_at(s.node) == Parts::expedition ? kWorkers : 0);  // a draw for the party
  }
}

void node_in_phase(const State& s) {
  switch (s.phase) {
    case Phase::setup: setup_node(s); return;
    case Phase::auction: auction_node(s); return;
    case Phase::placement:
      at_place(s);
      at_step(s, 0);
      return;
    case Phase::dock:
    case Phase::goods:
    case Phase::specialists: slot_node(s); return;
    case Phase::buildings:
      if (s.node == Node::buy) {
        slot_node(s);
      } else {
        buildings_node(s);
      }
      return;
    case Phase::discovery: discovery_node(s); return;
    case Phase::warfare:
      if (s.node == Node::battle) {
        slot_node(s);
      } else {
        require(s, s.cursor >= 1 && s.cursor <= s.warfare_box.size(),
                "nobody has declared a battle");
        at_step(s, 0);
      }
      return;
    case Phase::benefits: benefits_node(s); return;
    case Phase::refresh: restock(s); return;
    case Phase::scoring:
      at_place(s);
      at_step(s, 0);
      return;
    case Phase::initiative:
    case Phase::shipping:
    case Phase::income:
    case Phase::end: return;
  }
}

/// Whether the phase exists in the turn.
bool is_turn_of(const State& s) {
  switch (s.phase) {
    case Phase::setup:
    case Phase::auction: return s.turn == 1;
    case Phase::refresh: return s.turn < kTurns;
    case Phase::scoring: return s.ruleset().has(Variant::buy_vp) && is_last_of_age(s.turn);
    case Phase::end: return s.turn == kTurns;
    case Phase::placement:
    case Phase::initiative:
    case Phase::dock:
    case Phase::goods:
    case Phase::shipping:
    case Phase::buildings:
    case Phase::discovery:
    case Phase::specialists:
    case Phase::warfare:
    case Phase::income:
    case Phase::benefits: return true;
  }
  return false;
}

}  // namespace

void at_cursor(const State& s, unsigned cursor) {
  require(s, s.cursor == cursor, "the cursor is at ", unsigned{s.cursor}, ", not ", cursor);
}

void at_step(const State& s, unsigned step) {
  require(s, s.step == step, "the step is ", unsigned{s.step}, ", not ", step);
}

void at_seat(const State& s, unsigned seat) {
  require(s, index(s.actor) == seat, "the decision is another player's");
}

void order_is_settled(const State& s) {
  require(s, s.unplaced() == 0, "a place in the player order is empty");
}

void nations_are_dealt(const State& s, unsigned places) {
  u32 dealt = 0;
  for (unsigned i = 0; i < s.players(); ++i) add_bit(dealt, i, s.player[i].has_nation());
  u32 due = 0;
  for (unsigned place = 0; place < places; ++place) add_bit(due, index(s.in_place(place)));
  require(s, dealt == due, "nations are dealt to other players than those whose turn has come");
}

void restock(const State& s) {
  const auto& steps = refresh::steps_of(s);
  at_cursor(s, 0);
  at_seat(s, 0);
  require(s, s.step < refresh::number_of(steps, refresh::Step::done),
          "there is no such step of the restocking");
  State again = s;
  again.node = Node::restock;
  refresh::seek(again);
  require(s, again == s, "the restocking would not stop here");
}

void node(const State& s) {
  require(s, is_turn_of(s), "the phase does not come in this turn");
  require(s, is_node_of(s.node, s.phase), "the node belongs to another phase");
  const bool is_before_places = s.phase == Phase::setup || s.phase == Phase::auction;
  if (!is_before_places) {
    order_is_settled(s);
    nations_are_dealt(s, s.ruleset().has(Module::national) ? s.players() : 0);
  }
  if (s.phase == Phase::end) {
    at_cursor(s, 0);
    at_step(s, 0);
    at_seat(s, 0);
  } else if (is_window(s.node)) {
    window_node(s);
  } else {
    node_in_phase(s);
  }
}

}  // namespace carrack::checks
