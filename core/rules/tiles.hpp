// Building tiles (RULES §5). What each tile does stands in one place, the table of
// tile_effects.cpp; the decisions that some of them bring at purchase are in tile_decisions.cpp,
// those of every turn in benefits.cpp.
#pragma once

#include "core/game/legal.hpp"
#include "core/game/queries.hpp"

namespace carrack::tiles {

/// Small numbers side by side in State::scratch[0], which most tiles keep their decisions in.
using PartLanes = Lanes<4>;
[[nodiscard]] constexpr u64 parts_word(unsigned first, unsigned second = 0) noexcept {
  return PartLanes::word(0, first) | PartLanes::word(1, second);
}

// How often the tiles whose decisions have parts act.
inline constexpr unsigned kSpoils = 2;          // picks of spoils_specialists
inline constexpr unsigned kOverpopulation = 3;  // colonists; also those of around_the_cape
inline constexpr unsigned kRewrites = 2;        // counters that rewrite_history takes
inline constexpr unsigned kAztecColonists = 3;  // beside the discoverer's

/// Does what a tile does when it is bought. The node may come to stand at a decision or a draw,
/// after which the box of buildings goes on.
void at_purchase(State& s, Player p, Tile kind) noexcept;

/// The tiles that the benefits phase has something to do for, in an edition.
[[nodiscard]] TileSet each_turn_tiles(Edition edition) noexcept;
/// Does what one of them brings s.actor each turn. True: the node stands at a decision or a draw.
bool each_turn(State& s, Tile kind) noexcept;

/// VP of the tile `wealth` as money stands.
[[nodiscard]] constexpr unsigned wealth(const State& s, Player p) noexcept {
  return s.of(p).money() / 5;
}

// Effects that last while a tile is owned. The code of the box that a tile changes calls these.
/// The seat that may sail ships as dock spaces this turn, or kMaxPlayers.
[[nodiscard]] unsigned sailor(const State& s) noexcept;
/// Own workers that age_of_reason will pay for; counted when the specialists of turn 8 resolve.
void count_scholars(State& s) noexcept;
/// The seat that may place workers in the box `india` (§9), or kMaxPlayers.
[[nodiscard]] unsigned owner_of_india(const State& s) noexcept;
/// Builders of a player in a region that can fall in battle: all, or none with the tile `garrisons`
/// (§9).
[[nodiscard]] unsigned exposed_builders(const State& s, Player p, Region r) noexcept;
/// Stables act before Discovery (2015). If their owner can march, makes this player the actor and
/// returns true.
bool begin_stables(State& s) noexcept;

// Decisions.
/// Goes back to where the tile was bought or used.
void resume(State& s) noexcept;

void claim_options(const State& s, Legal& legal) noexcept;
void choose_claim(State& s, Action action) noexcept;
void choose_claim_counter(State& s, Action action) noexcept;
/// Discovers a region for nothing: its counter with the plunder, and the first colonists there
/// (for Spain during the setup a soldier).
void claim_region(State& s, Region r, unsigned colonists = 1) noexcept;
/// A ship from the supply, if one is left.
void capture_ship(State& s, Player p) noexcept;

void station_options(const State& s, Legal& legal) noexcept;
void choose_station(State& s, Action action) noexcept;

bool seek_spoils(State& s) noexcept;
void spoils_options(const State& s, Legal& legal) noexcept;
void choose_spoils(State& s, Action action) noexcept;

void draw_goods(State& s, unsigned tokens) noexcept;
void choose_cargo(State& s, Action action) noexcept;

/// Three colonists, one at a time, into any of these regions in catalogue order; where `among` is
/// empty, into discovered ones.
void settle_several(State& s, u32 among) noexcept;
bool seek_overpopulation(State& s) noexcept;
void overpopulation_options(const State& s, Legal& legal) noexcept;
void choose_overpopulation(State& s, Action action) noexcept;

[[nodiscard]] bool edict_reaches_anybody(const State& s) noexcept;
void edict_options(const State& s, Legal& legal) noexcept;
void choose_edict(State& s, Action action) noexcept;
bool seek_edict_settle(State& s) noexcept;
void edict_settle_options(const State& s, Legal& legal) noexcept;
void choose_edict_settle(State& s, Action action) noexcept;

bool seek_plague(State& s) noexcept;
void plague_options(const State& s, Legal& legal) noexcept;
void choose_plague(State& s, Action action) noexcept;

[[nodiscard]] bool can_strike(const State& s, Player owner) noexcept;
void strike_options(const State& s, Legal& legal) noexcept;
void choose_strike(State& s, Action action) noexcept;

bool seek_rewrite(State& s) noexcept;
void rewrite_options(const State& s, Legal& legal) noexcept;
void choose_rewrite(State& s, Action action) noexcept;
/// The counters that a `steal` is drawn from.
[[nodiscard]] u32 stealable(const State& s) noexcept;
void choose_steal(State& s, Action action) noexcept;

void ally_options(const State& s, Legal& legal) noexcept;
void choose_ally(State& s, Action action) noexcept;

}  // namespace carrack::tiles
