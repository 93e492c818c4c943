// One position of the game, and everything there is to know about it.
//
// 456 bytes, trivially copyable, no pointer, the same bytes for the same position. It is laid out
// for every ruleset of RULES §1: six players, ten regions, fifteen goods, 71 tiles, builders and
// counted missionaries in regions, nations, known counters and known ends of the deck.
#pragma once

#include <array>
#include <type_traits>

#include "core/game/owners.hpp"
#include "core/game/player_state.hpp"
#include "core/game/ruleset.hpp"
#include "core/game/spaces.hpp"

namespace carrack {

struct State {
  static constexpr unsigned kOrderBits = 4 * kMaxPlayers;
  static constexpr unsigned kDockSpaces = 18;
  static constexpr unsigned kIndiaAllyDeckAgesBits = WorkerCounts::kBits + 6;

  std::array<PlayerState, kMaxPlayers> player;

  OwnerPlanes<u64> tiles_low;
  OwnerPlanes<u8> tiles_high;
  u8 ship_on_show;  // 0 or 1
  OwnerPlanes<u16> counters;
  OwnerPlanes<u16> cards;

  Holding supply;

  // What is known of face-down things; see knowledge.hpp. While a region is undiscovered: its
  // counter once it is fixed (word 0, 10 × 4 bits), and who knows it (word 1, 10 × 6 bits; all
  // bits: everybody; none: not fixed). Later, with scouting: the known ends of the deck.
  std::array<u64, 3> knowledge;

  // Spaces fill from the left. Dock: spaces 1 to 11, X, Y, three ships, two more for England.
  std::array<Slot, kDockSpaces> dock;
  std::array<Slot, 4> goods_box;
  std::array<Slot, 5> buildings_box;
  std::array<Slot, 4> warfare_box;
  std::array<Slot, 6> initiative_box;
  std::array<Slot, 6> specialist_box;  // captain, merchant, missionary, soldier, builder, training
  /// Number of players; a copy of the ruleset's, because every step reads it.
  u8 seats;

  u16 discovered;     // set of regions
  u16 region_tokens;  // set of regions that still hold their good
  ShownGoods goods_on_show;
  u16 open_boxes;  // set of boxes with a free space
  BoxCounts box_counts;
  u8 in_initiative;  // set of players with a worker in the initiative box
  u8 flags;          // see Flag

  u32 order;    // seats in player order, 6 × 4 bits; 15 is a place not yet settled
  u32 reserve;  // reduced_luck: set of age III copies, from the first of that age
  // 23 bits: workers in the box `india`, as WorkerCounts | 3: the ally's seat + 1
  // | 3: ages whose use of the deck Portugal has spent
  u32 india_ally_deck_ages;

  RulesId rules;
  u8 turn;  // 1 to 8; 1 from the setup on
  Phase phase;

  // Parts of a decision that is made piece by piece: see Expedition, Battle, NewDock, …
  std::array<u64, 2> scratch;

  Node node;
  Player actor;  // who decides; at a chance node, the player concerned, else p1
  u8 cursor;     // place in the player order, or space in the box, that is being handled
  u8 step;       // the tile in the benefits phase; the type in an expedition; the row of a restock
  u8 reason;     // workers that age_of_reason has counted
  u8 sailed;     // ships used by mayflower this turn
  u16 wealth;    // VP of the tile, fixed before VP are bought after turn 8

  [[nodiscard]] Ruleset ruleset() const noexcept { return Ruleset(rules_of(rules)); }
  [[nodiscard]] const BoardRow& board_row() const noexcept { return ruleset().board_row(); }
  [[nodiscard]] constexpr unsigned players() const noexcept { return seats; }
  [[nodiscard]] constexpr PlayerState& of(Player p) noexcept { return player[index(p)]; }
  [[nodiscard]] constexpr const PlayerState& of(Player p) const noexcept {
    return player[index(p)];
  }
  /// Workers placed so far in a box whose spaces fill from the left: dock, goods, buildings,
  /// warfare.
  [[nodiscard]] constexpr unsigned workers_in(Box box) const noexcept { return box_counts[box]; }
  [[nodiscard]] constexpr Player in_place(unsigned place) const noexcept {
    return nth<Player>(Lanes<4>::get(order, place));
  }
  constexpr void set_place(unsigned place, Player p) noexcept {
    order = (order & ~(15U << 4 * place)) | index(p) << 4 * place;
  }
  constexpr void clear_places() noexcept { order = static_cast<u32>(low_bits(kOrderBits)); }
  /// The seats without a place in the player order yet.
  [[nodiscard]] constexpr u32 unplaced() const noexcept {
    u32 set = static_cast<u32>(low_bits(players()));
    for (unsigned place = 0; place < players(); ++place) {
      const unsigned seat = index(in_place(place));
      if (seat < kMaxPlayers) remove_bit(set, seat);
    }
    return set;
  }
  [[nodiscard]] constexpr Age age() const noexcept { return age_of_turn(turn); }
  /// The age whose tiles are drawn: the next one from the refresh of an age's last turn on.
  [[nodiscard]] constexpr Age era() const noexcept;
  /// The set of all regions of the board.
  [[nodiscard]] u32 all_regions() const noexcept { return board_row().all(); }
  [[nodiscard]] u32 undiscovered() const noexcept { return all_regions() & ~u32{discovered}; }
  /// The regions where workers may stand: with `world` also undiscovered ones (RULES §9, W2).
  [[nodiscard]] u32 habitable() const noexcept {
    return ruleset().has(Module::world) ? all_regions() : u32{discovered};
  }
  /// Workers in the box `india`; they are those of the owner of colony_in_india.
  [[nodiscard]] constexpr WorkerCounts india() const noexcept {
    return WorkerCounts(india_ally_deck_ages);
  }
  constexpr void add_india(Worker w) noexcept {
    india_ally_deck_ages += static_cast<u32>(WorkerCounts::one(w));
  }
  constexpr void set_india(WorkerCounts workers) noexcept {
    india_ally_deck_ages =
        (india_ally_deck_ages & ~static_cast<u32>(low_bits(kAllyShift))) | workers.bits();
  }
  /// The seat that the owner of `alliance` has named, or kMaxPlayers.
  [[nodiscard]] constexpr unsigned ally() const noexcept {
    const unsigned seat = india_ally_deck_ages >> kAllyShift & 7U;
    return seat == 0 ? kMaxPlayers : seat - 1;
  }
  constexpr void set_ally(Player p) noexcept {
    india_ally_deck_ages = (india_ally_deck_ages & ~(7U << kAllyShift)) | (index(p) + 1)
                                                                              << kAllyShift;
  }
  /// Ages whose use of the deck Portugal has spent, bit i for Age i.
  [[nodiscard]] constexpr u32 deck_ages() const noexcept {
    return india_ally_deck_ages >> kDeckAgesShift;
  }
  constexpr void spend_deck_age(Age spent) noexcept {
    add_bit(india_ally_deck_ages, kDeckAgesShift + index(spent));
  }
  [[nodiscard]] constexpr TileSet tiles_of(unsigned holder) const noexcept {
    return {tiles_low.held_by(holder), tiles_high.held_by(holder) & low_bits(kTileCopies - 64)};
  }
  [[nodiscard]] constexpr TileSet tiles_of(Player p) const noexcept { return tiles_of(index(p)); }
  /// Who holds a tile: a player's index, or a Holder.
  [[nodiscard]] constexpr unsigned holder(TileCopy copy) const noexcept {
    const unsigned i = index(copy);
    return i < 64 ? tiles_low.holder(i) : tiles_high.holder(i - 64);
  }
  /// Whether a player has a tile. Not for settlers, of which there are two.
  [[nodiscard]] constexpr bool has(Player p, Tile kind) const noexcept {
    return holder(only_copy(kind)) == index(p);
  }
  constexpr void assign(TileCopy copy, unsigned holder) noexcept {
    const unsigned i = index(copy);
    if (i < 64) {
      tiles_low.assign(i, holder);
    } else {
      tiles_high.assign(i - 64, holder);
    }
  }
  constexpr void assign_all(TileSet copies, unsigned holder) noexcept {
    tiles_low.assign_all(copies.low, holder);
    tiles_high.assign_all(static_cast<u8>(copies.high), holder);
  }

 private:
  static constexpr unsigned kAllyShift = WorkerCounts::kBits;
  static constexpr unsigned kDeckAgesShift = kAllyShift + 3;
};

enum Flag : u8 {
  kUniversityUsed = 1,
  kCartographyUsed = 2,
  kTilesSwept = 4,     // the last turn of an age: its tiles have left the game
  kDockReordered = 8,  // England has made one list of the dock
  kWealthFixed = 16,   // VP are being bought after the last turn
  kSecrets = 32,       // somebody may know what others do not: scouting, or Denmark is in play
};

/// The position as bytes that are the same in every process, for hashes and for files. `rules`
/// holds the code of the ruleset's words, `seats` the number of their printed board. A board or
/// figures that are not printed are left out. Not a position to play.
[[nodiscard]] inline State portable(const State& s) noexcept {
  const RulesetWords words = rules_of(s.rules).words;
  State bytes = s;
  bytes.rules = nth<RulesId>(words.code());
  bytes.seats = static_cast<u8>(index(words.printed_board()));
  return bytes;
}

constexpr Age State::era() const noexcept {
  return nth<Age>(index(age()) + ((flags & kTilesSwept) != 0 ? 1U : 0U));
}

static_assert(std::is_trivially_copyable_v<State> && std::is_standard_layout_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 456);

}  // namespace carrack
