// Where a node can stand: in which phases, behind which tiles, and for the worker of which box.
#include <array>
#include <initializer_list>

#include "core/rules/checks.hpp"

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
    case Node::initiative:
    case Node::shipping:
    case Node::income:
    case Node::benefits:
    case Node::restock: break;
  }
  return 0;
}

/// A tile, and a node of a phase that it brings, as a decision or a draw.
struct TileNode {
  Node node;
  Phase phase;
  Tile tile;
};
constexpr std::array kTileNodes{
    TileNode{Node::claim, Phase::buildings, Tile::cartography},
    TileNode{Node::claim, Phase::benefits, Tile::cartography},
    TileNode{Node::claim_counter, Phase::buildings, Tile::cartography},
    TileNode{Node::claim_counter, Phase::buildings, Tile::aztec_conquest},
    TileNode{Node::claim_counter, Phase::benefits, Tile::cartography},
    TileNode{Node::cargo, Phase::buildings, Tile::spoils_goods},
    TileNode{Node::cargo, Phase::benefits, Tile::west_indies_co},
    TileNode{Node::station, Phase::buildings, Tile::indian_allies},
    TileNode{Node::spoils, Phase::buildings, Tile::spoils_specialists},
    TileNode{Node::overpopulation, Phase::buildings, Tile::overpopulation},
    TileNode{Node::overpopulation, Phase::buildings, Tile::around_the_cape},
    TileNode{Node::edict, Phase::buildings, Tile::papal_edict},
    TileNode{Node::edict_settle, Phase::buildings, Tile::papal_edict},
    TileNode{Node::plague, Phase::buildings, Tile::plague_2},
    TileNode{Node::strike, Phase::buildings, Tile::plague_3},
    TileNode{Node::rewrite, Phase::buildings, Tile::rewrite_history},
    TileNode{Node::steal, Phase::buildings, Tile::rewrite_history},
    TileNode{Node::ally, Phase::buildings, Tile::alliance},
    TileNode{Node::force, Phase::buildings, Tile::cardinal_richelieu},
    TileNode{Node::kill, Phase::buildings, Tile::cardinal_richelieu},
    TileNode{Node::march, Phase::benefits, Tile::stables},
    TileNode{Node::migrate, Phase::benefits, Tile::migration},
    TileNode{Node::swap, Phase::benefits, Tile::smuggler},
    TileNode{Node::give, Phase::benefits, Tile::smuggler},
    TileNode{Node::sell, Phase::benefits, Tile::trading_house},
};

/// A node about the worker on a space, and the row of spaces.
struct SpaceNode {
  Node node;
  std::span<const Slot> (*row)(const State&);
};
constexpr std::array kSpaceNodes{
    SpaceNode{Node::land, [](const State& s) { return std::span<const Slot>(s.dock); }},
    SpaceNode{Node::take, [](const State& s) { return std::span<const Slot>(s.goods_box); }},
    SpaceNode{Node::buy, [](const State& s) { return std::span<const Slot>(s.buildings_box); }},
    SpaceNode{Node::train, [](const State& s) { return std::span<const Slot>(s.specialist_box); }},
    SpaceNode{Node::battle, [](const State& s) { return std::span<const Slot>(s.warfare_box); }},
};

}  // namespace

bool is_node_of(Node node, Phase phase) { return has_bit(phases_of(node), index(phase)); }

TileSet tiles_behind(Node node, Phase phase) {
  TileSet set;
  for (const TileNode& row : kTileNodes) {
    if (row.node == node && row.phase == phase) set.insert(only_copy(row.tile));
  }
  return set;
}

const Slot* acting_slot(const State& s) {
  for (const SpaceNode& about : kSpaceNodes) {
    if (about.node != s.node) continue;
    const std::span<const Slot> row = about.row(s);
    return s.cursor < row.size() ? &row[s.cursor] : nullptr;
  }
  return nullptr;
}

}  // namespace carrack::checks
