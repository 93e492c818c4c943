// One position of the game, and everything there is to know about it.
//
// 456 bytes, trivially copyable, no pointer, the same bytes for the same position. It is laid out
// for every ruleset of RULES §1: six players, ten regions, fifteen goods, 71 tiles, builders and
// counted missionaries in regions, nations, known counters and known ends of the deck.
#pragma once

#include <cstring>
#include <type_traits>

#include "core/game/player_state.hpp"
#include "core/game/ruleset.hpp"

namespace carrack {

/// A worker on a space: whose, and of which type. 0 is an empty space.
class Slot {
 public:
  constexpr Slot() noexcept = default;
  constexpr Slot(Player player, Worker worker) noexcept
      : bits_(static_cast<u8>(kTaken | index(player) << 3 | index(worker))) {}
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr Player player() const noexcept { return nth<Player>(bits_ >> 3 & 7U); }
  [[nodiscard]] constexpr Worker worker() const noexcept { return nth<Worker>(bits_ & 7U); }
  friend constexpr bool operator==(Slot, Slot) noexcept = default;

  /// The first space at or after `from` with a worker; N if there is none.
  template <std::size_t N>
  [[nodiscard]] static unsigned first_taken(const std::array<Slot, N>& spaces,
                                            unsigned from) noexcept {
    static_assert(N >= 8 && std::endian::native == std::endian::little);
    for (; from + 8 <= N; from += 8) {
      const u64 eight = load<u64>(&spaces[from]);
      if (eight != 0) return from + first_bit(eight) / 8;
    }
    // The last eight spaces, without those before `from`.
    const u64 rest = from == N ? 0 : load<u64>(&spaces[N - 8]) >> 8 * (from + 8 - N);
    return rest == 0 ? N : from + first_bit(rest) / 8;
  }

  /// Workers of a player among the spaces of a box, eight spaces at a time.
  template <std::size_t N>
  [[nodiscard]] static unsigned count(const std::array<Slot, N>& spaces, Player player) noexcept {
    constexpr u64 kOnes = 0x0101010101010101U;
    const u64 wanted = (kTaken | index(player) << 3) * kOnes;
    unsigned n = 0;
    std::size_t i = 0;
    const auto count_next = [&](u64 eight) {
      // A byte that differs is 0x08 to 0x78, so that nothing is borrowed from the next one.
      const u64 differs = (eight & kOwner * kOnes) ^ wanted;
      n += count_bits((0x80 * kOnes - differs) & 0x80 * kOnes);
    };
    for (; i + 8 <= N; i += 8) count_next(load<u64>(&spaces[i]));
    // The rest in registers: a word put together in memory stalls when it is read at once.
    u64 rest = 0;
    if constexpr (N % 8 >= 4) rest = load<u32>(&spaces[i]);
    if constexpr (N % 4 >= 2) rest |= u64{load<u16>(&spaces[N / 4 * 4])} << 8 * (N / 4 * 4 - i);
    if constexpr (N % 2 != 0) rest |= u64{spaces[N - 1].bits_} << 8 * (N - 1 - i);
    if constexpr (N % 8 != 0) count_next(rest);
    return n;
  }

 private:
  template <typename Word>
  [[nodiscard]] static Word load(const Slot* first) noexcept {
    Word word;
    std::memcpy(&word, first, sizeof word);
    return word;
  }

  static constexpr unsigned kTaken = 0x40;
  static constexpr u64 kOwner = 0x78;  // whether taken, and whose
  u8 bits_ = 0;
};

/// How many workers have been placed in the boxes whose spaces fill from the left: dock, goods,
/// buildings and warfare, four bits each. In other boxes nothing is counted, so that placing a
/// worker needs no branch: they have 0, and adding to them changes nothing.
class BoxCounts {
 public:
  [[nodiscard]] constexpr unsigned operator[](Box box) const noexcept {
    return unsigned{bits_} >> kShift[index(box)] & 15U;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr void add(Box box, unsigned n = 1) noexcept {
    assert(kShift[index(box)] == kNoLane || (*this)[box] + n <= 15);
    bits_ = static_cast<u16>(bits_ + (n << kShift[index(box)]));
  }
  friend constexpr bool operator==(BoxCounts, BoxCounts) noexcept = default;

 private:
  static constexpr u8 kNoLane = 16;
  static constexpr std::array<u8, kBoxes> kShift = [] {
    std::array<u8, kBoxes> shifts{};
    shifts.fill(kNoLane);
    shifts[index(Box::dock)] = 0;
    shifts[index(Box::goods)] = 4;
    shifts[index(Box::buildings)] = 8;
    shifts[index(Box::warfare)] = 12;
    return shifts;
  }();
  u16 bits_ = 0;
};

/// Who has each of a set of things that exist once (tiles, counters, cards): three bit planes, so
/// that one operation yields all that a player owns. Codes 0 to 5 are players, 6 and 7 as named.
template <typename Word>
struct OwnerPlanes {
  std::array<Word, 3> plane;

  [[nodiscard]] constexpr Word held_by(unsigned code) const noexcept {
    Word set = static_cast<Word>(~Word{0});
    for (unsigned b = 0; b < 3; ++b) {
      set &= static_cast<Word>(has_bit(code, b) ? plane[b] : ~plane[b]);
    }
    return set;
  }
  [[nodiscard]] constexpr unsigned holder(unsigned i) const noexcept {
    return unsigned{has_bit(plane[0], i)} | unsigned{has_bit(plane[1], i)} << 1 |
           unsigned{has_bit(plane[2], i)} << 2;
  }
  constexpr void assign(unsigned i, unsigned code) noexcept {
    assign_all(static_cast<Word>(Word{1} << i), code);
  }
  constexpr void assign_all(Word set, unsigned code) noexcept {
    for (unsigned b = 0; b < 3; ++b) {
      plane[b] = static_cast<Word>(has_bit(code, b) ? plane[b] | set : plane[b] & ~set);
    }
  }
};

enum Holder : u8 {
  kInBag = 6,    // face down: counters and cards of the bag, tiles not yet drawn or never to come
  kOnTable = 7,  // tiles on show; counters known in a region or gone; cards known or gone
};

struct State {
  static constexpr unsigned kOrderBits = 4 * kMaxPlayers;
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
  std::array<Slot, 18> dock;
  std::array<Slot, 4> goods_box;
  std::array<Slot, 5> buildings_box;
  std::array<Slot, 4> warfare_box;
  std::array<Slot, 6> initiative_box;
  std::array<Slot, 6> specialist_box;  // captain, merchant, missionary, soldier, builder, training
  u8 seats;                            // players by the rules; here too, as every step asks for it

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
  Player actor;  // whose decision; for chance, whose affair; p1 where it is nobody's
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
  /// Not for settlers, of which there are two.
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

/// The position as bytes that are the same in every process, for hashes and for files: in `rules`
/// stands the code of the ruleset's words, in `seats` the number of their printed board. They do
/// not say which board and which figures it is where they are not printed. Not a position to play.
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
