// check(): the node: its phase, whose decision it is, which worker, place or tile it is about.
#include <algorithm>
#include <initializer_list>

#include "core/game/game.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"

namespace carrack::checks {
namespace {

constexpr u16 phases(std::initializer_list<Phase> list) {
  u64 set = 0;
  for (const Phase phase : list) set |= bit(index(phase));
  return static_cast<u16>(set);
}

/// The phases in which a position can stand at a node. None: nothing is decided there, and no
/// position stands there.
constexpr u16 phases_of(Node node) {
  switch (node) {
    case Node::order:
    case Node::nation:
    case Node::reserve:
    case Node::open_counter:
    case Node::first_colony: return phases({Phase::setup});
    case Node::tile:
    case Node::good: return phases({Phase::setup, Phase::refresh});
    case Node::starter:
    case Node::prize_counter:
    case Node::bid:
    case Node::place_bid:
    case Node::pick_nation:
    case Node::prize: return phases({Phase::auction});
    case Node::claim_counter: return phases({Phase::setup, Phase::buildings, Phase::benefits});
    case Node::claim:
    case Node::cargo: return phases({Phase::buildings, Phase::benefits});
    case Node::expedition_counter:
    case Node::expedition_card:
    case Node::stables:
    case Node::explore:
    case Node::send: return phases({Phase::discovery});
    case Node::look_counter:
    case Node::look_card:
    case Node::return_card: return phases({Phase::placement, Phase::discovery});
    case Node::power:
      return phases({Phase::dock, Phase::goods, Phase::shipping, Phase::specialists});
    case Node::reorder:
    case Node::land: return phases({Phase::dock});
    case Node::commission:
    case Node::take: return phases({Phase::goods});
    case Node::university:
      return phases({Phase::placement, Phase::initiative, Phase::dock, Phase::goods,
                     Phase::buildings, Phase::warfare});
    case Node::place: return phases({Phase::placement});
    case Node::steal:
    case Node::buy:
    case Node::station:
    case Node::spoils:
    case Node::overpopulation:
    case Node::edict:
    case Node::edict_settle:
    case Node::plague:
    case Node::strike:
    case Node::rewrite:
    case Node::ally:
    case Node::force: return phases({Phase::buildings});
    case Node::train: return phases({Phase::specialists});
    case Node::battle: return phases({Phase::warfare});
    case Node::kill: return phases({Phase::buildings, Phase::warfare});
    case Node::march:
    case Node::migrate:
    case Node::swap:
    case Node::give:
    case Node::sell: return phases({Phase::benefits});
    case Node::buy_vp: return phases({Phase::scoring});
    case Node::over: return phases({Phase::end});
    default: return 0;
  }
}

/// The tiles that bring a decision or a draw of the benefits phase, or of the box of buildings.
constexpr TileSet tiles_behind(Node node, Phase phase) {
  TileSet set;
  const auto add = [&](std::initializer_list<Tile> kinds) {
    for (const Tile kind : kinds) set.insert(only_copy(kind));
  };
  const bool is_bought = phase == Phase::buildings;
  switch (node) {
    case Node::claim: add({Tile::cartography}); break;
    case Node::claim_counter:
      add({Tile::cartography});
      if (is_bought) add({Tile::aztec_conquest});
      break;
    case Node::cargo: add({is_bought ? Tile::spoils_goods : Tile::west_indies_co}); break;
    case Node::station: add({Tile::indian_allies}); break;
    case Node::spoils: add({Tile::spoils_specialists}); break;
    case Node::overpopulation: add({Tile::overpopulation, Tile::around_the_cape}); break;
    case Node::edict:
    case Node::edict_settle: add({Tile::papal_edict}); break;
    case Node::plague: add({Tile::plague_2}); break;
    case Node::strike: add({Tile::plague_3}); break;
    case Node::rewrite:
    case Node::steal: add({Tile::rewrite_history}); break;
    case Node::ally: add({Tile::alliance}); break;
    case Node::force:
    case Node::kill: add({Tile::cardinal_richelieu}); break;
    case Node::march: add({Tile::stables}); break;
    case Node::migrate: add({Tile::migration}); break;
    case Node::swap:
    case Node::give: add({Tile::smuggler}); break;
    case Node::sell: add({Tile::trading_house}); break;
    default: break;
  }
  return set;
}

/// The player whose place in the order is at the cursor.
void at_place(const State& s) {
  require(s, s.cursor < s.players() && s.in_place(s.cursor) == s.actor,
          "the decision is not that of the player whose turn it is");
}

void at_cursor(const State& s, unsigned cursor) {
  require(s, s.cursor == cursor, "the cursor is at ", unsigned{s.cursor}, ", not ", cursor);
}

void at_step(const State& s, unsigned step) {
  require(s, s.step == step, "the step is ", unsigned{s.step}, ", not ", step);
}

void at_seat(const State& s, unsigned seat) {
  require(s, index(s.actor) == seat, "the decision is another player's");
}

/// How many places of the order are settled: from the first on, or from the last back.
unsigned settled_places(const State& s, bool from_the_last) {
  const unsigned settled = s.players() - count_bits(s.unplaced());
  for (unsigned i = 0; i < settled; ++i) {
    const unsigned place = from_the_last ? s.players() - 1 - i : i;
    require(s, index(s.in_place(place)) < kMaxPlayers, "there is a gap in the player order");
  }
  return settled;
}

void order_is_settled(const State& s) {
  require(s, s.unplaced() == 0, "a place in the player order is empty");
}

/// The seats in the first `places` places have a nation, the others have none.
void nations_are_dealt(const State& s, unsigned places) {
  u32 dealt = 0;
  for (unsigned i = 0; i < s.players(); ++i) add_bit(dealt, i, s.player[i].has_nation());
  u32 due = 0;
  for (unsigned place = 0; place < places; ++place) add_bit(due, index(s.in_place(place)));
  require(s, dealt == due, "nations are dealt to other players than those whose turn has come");
}

/// Restocking, of the setup or a refresh: the step is the one whose draw is open.
void restock(const State& s) {
  constexpr unsigned kLastStep = 4;  // with a draw
  at_cursor(s, 0);
  at_seat(s, 0);
  require(s, s.step <= kLastStep, "there is no such step of the restocking");
  State again = s;
  again.node = Node::restock;
  refresh::seek(again);
  require(s, again == s, "the restocking would not stop here");
}

void setup_node(const State& s) {
  if (s.node == Node::order) {
    at_cursor(s, settled_places(s, false));
    at_step(s, 0);
    at_seat(s, 0);
    nations_are_dealt(s, 0);
    return;
  }
  order_is_settled(s);
  if (s.node == Node::nation) {
    require(s, s.ruleset().has(Module::national) && s.cursor < s.players(), "no nation is due");
    at_step(s, 0);
    at_seat(s, 0);
    nations_are_dealt(s, s.cursor);
    return;
  }
  nations_are_dealt(s, s.ruleset().has(Module::national) ? s.players() : 0);
  if (is_chance(s) && s.node != Node::claim_counter) {
    restock(s);
    return;
  }
  constexpr unsigned kAllDone = 7;
  const unsigned spain = nations::seat_of(s, Nation::spain);
  const bool is_drawn = s.node == Node::claim_counter;
  at_cursor(s, 0);
  at_step(s, kAllDone);
  at_seat(s, spain);
  require(s, s.player[spain].powers() == (is_drawn ? 1U : 0U), "Spain's power is used otherwise");
}

void before_the_bids(const State& s) {
  at_seat(s, 0);
  const bool nobody_has_bid =
      std::ranges::all_of(s.player, [](const PlayerState& p) { return p.bid() == 0; });
  require(s, nobody_has_bid && count_bits(s.unplaced()) == s.players(),
          "the auction has begun before its starter is drawn");
}

/// The auction of 2007: the places fill from the last, and nobody has paid before the end.
void auction_of_2007(const State& s) {
  const unsigned settled = settled_places(s, true);
  const bool all_settled = settled == s.players();
  constexpr unsigned kMoney = 10;
  for (unsigned i = 0; i < s.players(); ++i) {
    const unsigned money = s.player[i].money();
    require(s, money <= kMoney && (all_settled || money == kMoney) && s.player[i].bid() <= kMoney,
            "somebody has more money than the auction begins with, or has bid more");
  }
  switch (s.node) {
    case Node::starter: before_the_bids(s); break;
    case Node::bid:
      require(s, count_bits(s.unplaced()) >= 2 && has_bit(s.unplaced(), index(s.actor)),
              "the bid is not that of a player who bids");
      break;
    case Node::prize: at_seat(s, index(s.in_place(1))); break;
    default: at_seat(s, index(s.in_place(0))); break;
  }
  const bool is_prize = s.node == Node::prize || s.node == Node::prize_counter;
  require(s, is_prize == all_settled, "the auction is over too early or too late");
}

/// The auction of 2015: the places fill from the first, and who has none has paid nothing.
void auction_of_2015(const State& s) {
  constexpr unsigned kMoney = 15;
  const unsigned settled = settled_places(s, false);
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    require(s, p.money() <= kMoney && p.bid() <= kMoney,
            "somebody has more money than the auction begins with, or has bid more");
    require(s, !has_bit(s.unplaced(), i) || p.money() == kMoney,
            "somebody has paid for no place in the player order");
  }
  if (s.node == Node::pick_nation) {
    require(s, settled > 0, "nobody has a place to pick a nation for");
    at_seat(s, index(s.in_place(settled - 1)));
    nations_are_dealt(s, settled - 1);
    return;
  }
  nations_are_dealt(s, settled);
  if (s.node == Node::starter) {
    before_the_bids(s);
    return;
  }
  require(s, has_bit(s.unplaced(), index(s.actor)) && !nation_auction::is_out(s, s.actor),
          "the bid is not that of a player who bids");
}

/// Nobody has other workers than at the start, but for the specialist that is the prize.
void workers_of_the_start(const State& s) {
  const State begun = start(s.ruleset());
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    const PlayerState& first = begun.player[i];
    bool has_first = p.colonies() == 0 && p.discovery() == first.discovery();
    for (unsigned t = 0; t < kWorkers; ++t) {
      has_first &= p.outside()[nth<Worker>(t)] >= first.outside()[nth<Worker>(t)];
    }
    const unsigned most = first.outside().total() + (s.node == Node::prize_counter ? 1U : 0U);
    require(s, has_first && p.outside().total() <= most,
            "somebody has other workers than the auction begins with");
  }
}

void auction_node(const State& s) {
  const Ruleset rules = s.ruleset();
  require(s, rules.has(Module::auction), "an auction is open without its module");
  at_cursor(s, 0);
  at_step(s, 0);
  workers_of_the_start(s);
  const bool of_2015 = rules.has(Module::national);
  const bool is_of_2015 = s.node == Node::place_bid || s.node == Node::pick_nation;
  require(s, s.node == Node::starter || of_2015 == is_of_2015, "the auction is another one's");
  if (of_2015) {
    auction_of_2015(s);
  } else {
    auction_of_2007(s);
  }
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

/// A window before a box: nothing of the box has been resolved. Whose it is, seek says.
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
  constexpr unsigned kTraining = 5;
  if (s.node == Node::train) at_cursor(s, kTraining);
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
  switch (s.node) {
    case Node::send:
      require(s,
              s.step < kWorkers && s.of(s.actor).discovery()[discovery::kPartyOrder[s.step]] != 0,
              "no worker of the type to be sent is there");
      break;
    case Node::expedition_counter:
    case Node::expedition_card: at_step(s, kWorkers); break;
    default: at_step(s, 0); break;
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
    default: return;
  }
}

/// The turns in which a phase comes.
bool is_turn_of(const State& s) {
  switch (s.phase) {
    case Phase::setup:
    case Phase::auction: return s.turn == 1;
    case Phase::refresh: return s.turn < kTurns;
    case Phase::scoring:
      return s.ruleset().has(Variant::buy_vp) && (s.turn == 3 || s.turn == 6 || s.turn == kTurns);
    case Phase::end: return s.turn == kTurns;
    default: return true;
  }
}

}  // namespace

const Slot* acting_slot(const State& s) {
  const auto at = [&](const auto& spaces) {
    return s.cursor < spaces.size() ? &spaces[s.cursor] : nullptr;
  };
  switch (s.node) {
    case Node::land: return at(s.dock);
    case Node::take: return at(s.goods_box);
    case Node::buy: return at(s.buildings_box);
    case Node::train: return at(s.specialist_box);
    case Node::battle: return at(s.warfare_box);
    default: return nullptr;
  }
}

bool is_node_of(Node node, Phase phase) { return has_bit(phases_of(node), index(phase)); }

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
