// What State::scratch holds at each node: the parts of a decision that is made piece by piece.
#pragma once

#include "core/base/types.hpp"

namespace carrack {

enum class Parts : u8 {
  none,            // it is empty
  claim,           // the region of a counter, and the colonists that come
  look_at_region,  // the region of a counter
  look_at_card,    // empty; what is known of the deck is in State::knowledge
  cargo,           // tokens still to draw
  spoils,          // picks of specialists
  overpopulation,  // colonists placed
  edict,           // who settles
  plague,          // the colony that is asked
  rewrite,         // counters taken
  swap,            // the good that came
  house_sale,      // benefits::Sale
  place_sale,      // nation_auction::Sale
  new_dock,        // nations::NewDock
  expedition,      // discovery::Expedition
  battle           // warfare::Battle
};

[[nodiscard]] constexpr Parts parts_at(Node node) noexcept {
  switch (node) {
    case Node::claim_counter: return Parts::claim;
    case Node::look_counter: return Parts::look_at_region;
    case Node::look_card:
    case Node::return_card: return Parts::look_at_card;
    case Node::cargo: return Parts::cargo;
    case Node::spoils: return Parts::spoils;
    case Node::overpopulation: return Parts::overpopulation;
    case Node::edict_settle: return Parts::edict;
    case Node::plague: return Parts::plague;
    case Node::rewrite:
    case Node::steal: return Parts::rewrite;
    case Node::give: return Parts::swap;
    case Node::sell: return Parts::house_sale;
    case Node::place_bid:
    case Node::pick_nation: return Parts::place_sale;
    case Node::reorder: return Parts::new_dock;
    case Node::send:
    case Node::expedition_counter:
    case Node::expedition_card: return Parts::expedition;
    case Node::kill: return Parts::battle;
    case Node::order:
    case Node::starter:
    case Node::tile:
    case Node::good:
    case Node::prize_counter:
    case Node::nation:
    case Node::reserve:
    case Node::open_counter:
    case Node::bid:
    case Node::prize:
    case Node::first_colony:
    case Node::power:
    case Node::commission:
    case Node::university:
    case Node::stables:
    case Node::place:
    case Node::land:
    case Node::take:
    case Node::buy:
    case Node::claim:
    case Node::station:
    case Node::edict:
    case Node::strike:
    case Node::ally:
    case Node::force:
    case Node::explore:
    case Node::train:
    case Node::battle:
    case Node::march:
    case Node::migrate:
    case Node::swap:
    case Node::buy_vp:
    case Node::initiative:
    case Node::shipping:
    case Node::income:
    case Node::benefits:
    case Node::restock:
    case Node::over: break;
  }
  return Parts::none;
}

}  // namespace carrack
