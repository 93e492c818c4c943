// One position of the game, and everything there is to know about it.
//
// 456 bytes, trivially copyable, no pointer, the same bytes for the same position. It is laid out
// for every ruleset of RULES §1: six players, ten regions, fifteen goods, 71 tiles, builders and
// counted missionaries in regions, nations, known counters and known ends of the deck.
#pragma once

#include <cstring>
#include <type_traits>

#include "core/game/goods.hpp"
#include "core/game/ruleset.hpp"
#include "core/game/workers.hpp"

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

 private:
  static constexpr unsigned kTaken = 0x40;
  u8 bits_ = 0;
};

/// What one player has, 48 bytes. Several counts share each word, so the words are private: they
/// are read and written through the functions below.
class PlayerState {
  using CivilianLanes = Lanes<6>;
  using RegionLanes = Lanes<4>;
  using NationCode = Lanes<4, 60>;
  using Money = Lanes<11, WorkerCounts::kBits>;
  using ColonyVp = Lanes<10, 34>;
  using BoughtVp = Lanes<10, 44>;
  using Economy = Lanes<7, 54>;
  using Powers = Lanes<2, 61>;

 public:
  static constexpr unsigned kMostMoney = Money::kMax;
  static constexpr unsigned kMostColonyVp = ColonyVp::kMax;
  static constexpr unsigned kMostPowers = Powers::kMax;

  [[nodiscard]] constexpr Holding goods() const noexcept { return goods_and_ships_; }
  [[nodiscard]] constexpr unsigned good(Good g) const noexcept { return goods_and_ships_[g]; }
  [[nodiscard]] constexpr unsigned ships() const noexcept { return goods_and_ships_.ships(); }
  [[nodiscard]] constexpr unsigned tokens() const noexcept { return goods_and_ships_.tokens(); }

  [[nodiscard]] constexpr unsigned money() const noexcept { return Money::get(purse_, 0); }
  [[nodiscard]] constexpr unsigned colony_vp() const noexcept { return ColonyVp::get(purse_, 0); }
  [[nodiscard]] constexpr unsigned bought_vp() const noexcept { return BoughtVp::get(purse_, 0); }
  /// The income of turn 8 from goods and ships, in VP; 0 before.
  [[nodiscard]] constexpr unsigned economy() const noexcept { return Economy::get(purse_, 0); }
  /// The last bid of the auction, 0 for none; the lane serves economy() afterwards.
  [[nodiscard]] constexpr unsigned bid() const noexcept { return Economy::get(purse_, 0); }

  /// Uses of the nation's power so far.
  [[nodiscard]] constexpr unsigned powers() const noexcept { return Powers::get(purse_, 0); }
  [[nodiscard]] constexpr bool has_nation() const noexcept {
    return NationCode::get(civilians_and_nation_, 0) != 0;
  }
  [[nodiscard]] constexpr Nation nation() const noexcept {
    assert(has_nation());
    return nth<Nation>(NationCode::get(civilians_and_nation_, 0) - 1);
  }
  [[nodiscard]] constexpr bool plays(Nation nation) const noexcept {
    return NationCode::get(civilians_and_nation_, 0) == index(nation) + 1;
  }

  [[nodiscard]] constexpr WorkerCounts available() const noexcept {
    return WorkerCounts(soldiers_and_available_ >> kBehindRegions);
  }
  /// Pieces outside the regions: in hand, in boxes and on spaces.
  [[nodiscard]] constexpr WorkerCounts outside() const noexcept {
    return WorkerCounts(missionaries_and_outside_ >> kBehindRegions);
  }
  [[nodiscard]] constexpr WorkerCounts shipping() const noexcept {
    return WorkerCounts(builders_and_shipping_ >> kBehindRegions);
  }
  [[nodiscard]] constexpr WorkerCounts discovery() const noexcept { return WorkerCounts(purse_); }

  [[nodiscard]] constexpr unsigned civilians_in(Region r) const noexcept {
    return CivilianLanes::get(civilians_and_nation_, index(r));
  }
  [[nodiscard]] constexpr unsigned soldiers_in(Region r) const noexcept {
    return RegionLanes::get(soldiers_and_available_, index(r));
  }
  [[nodiscard]] constexpr unsigned missionaries_in(Region r) const noexcept {
    return RegionLanes::get(missionaries_and_outside_, index(r));
  }
  [[nodiscard]] constexpr unsigned builders_in(Region r) const noexcept {
    return RegionLanes::get(builders_and_shipping_, index(r));
  }
  [[nodiscard]] constexpr unsigned workers_in(Region r) const noexcept {
    return civilians_in(r) + soldiers_in(r) + missionaries_in(r) + builders_in(r);
  }
  /// Workers of a type in a region; captains and merchants are civilians there.
  [[nodiscard]] constexpr unsigned standing(Region r, Worker w) const noexcept {
    switch (w) {
      case Worker::colonist: return civilians_in(r);
      case Worker::missionary: return missionaries_in(r);
      case Worker::soldier: return soldiers_in(r);
      case Worker::builder: return builders_in(r);
      case Worker::captain:
      case Worker::merchant: return 0;
    }
    return 0;
  }

  /// Sums over all regions. They fit, as no player has more pieces.
  [[nodiscard]] constexpr unsigned civilians_in_regions() const noexcept {
    constexpr u64 kOnes = 0x0041041041041041U;
    return static_cast<unsigned>((civilians_and_nation_ & low_bits(60)) * kOnes >> 54 & 63U);
  }
  [[nodiscard]] constexpr unsigned soldiers_in_regions() const noexcept {
    return sum(soldiers_and_available_);
  }
  [[nodiscard]] constexpr unsigned missionaries_in_regions() const noexcept {
    return sum(missionaries_and_outside_);
  }
  [[nodiscard]] constexpr unsigned builders_in_regions() const noexcept {
    return sum(builders_and_shipping_);
  }
  /// The regions with at least one own worker, bit i for Region i.
  [[nodiscard]] constexpr u32 colonies() const noexcept {
    u32 set = 0;
    for (unsigned r = 0; r < kMaxRegions; ++r) add_bit(set, r, workers_in(nth<Region>(r)) != 0);
    return set;
  }
  /// The regions with a soldier of either player.
  [[nodiscard]] static constexpr u32 garrisons(const PlayerState& a,
                                               const PlayerState& b) noexcept {
    u32 set = 0;
    const u64 lanes = occupied(a.soldiers_and_available_) | occupied(b.soldiers_and_available_);
    for_each_bit(lanes, [&](unsigned i) { add_bit(set, i / 4); });
    return set;
  }

  /// Counts by region, four bits each from bit 0: for those who copy all of them at once.
  [[nodiscard]] constexpr u64 soldier_lanes() const noexcept {
    return soldiers_and_available_ & kRegionBits;
  }
  [[nodiscard]] constexpr u64 missionary_lanes() const noexcept {
    return missionaries_and_outside_ & kRegionBits;
  }
  [[nodiscard]] constexpr u64 builder_lanes() const noexcept {
    return builders_and_shipping_ & kRegionBits;
  }
  /// Whether a bit is set that belongs to no count.
  [[nodiscard]] constexpr bool has_unused_bits() const noexcept {
    const u64 words =
        soldiers_and_available_ | missionaries_and_outside_ | builders_and_shipping_ | purse_;
    return has_bit(words, 63);
  }

  /// Beyond $2047, which no game comes near, money does not grow.
  constexpr void earn(unsigned gain) noexcept {
    const unsigned after = money() + gain;
    Money::set(purse_, 0, after < kMostMoney ? after : kMostMoney);
  }
  constexpr void pay(unsigned money) noexcept { Money::sub(purse_, 0, money); }
  constexpr void add_colony_vp(unsigned vp) noexcept { ColonyVp::add(purse_, 0, vp); }
  constexpr void add_bought_vp(unsigned vp) noexcept { BoughtVp::add(purse_, 0, vp); }
  constexpr void set_economy(unsigned vp) noexcept { Economy::set(purse_, 0, vp); }
  constexpr void set_bid(unsigned bid) noexcept { Economy::set(purse_, 0, bid); }
  constexpr void use_power() noexcept { Powers::add(purse_, 0, 1); }
  constexpr void set_powers(unsigned uses) noexcept { Powers::set(purse_, 0, uses); }
  constexpr void set_nation(Nation n) noexcept {
    NationCode::set(civilians_and_nation_, 0, index(n) + 1);
  }

  constexpr void add_good(Good g) noexcept { goods_and_ships_.add(g); }
  constexpr void remove_good(Good g) noexcept { goods_and_ships_.remove(g); }
  constexpr void add_ship() noexcept { goods_and_ships_.add_ships(1); }
  constexpr void set_goods(Holding goods_and_ships) noexcept { goods_and_ships_ = goods_and_ships; }

  constexpr void add_available(Worker w) noexcept { soldiers_and_available_ += behind_regions(w); }
  constexpr void remove_available(Worker w) noexcept {
    assert(available()[w] > 0);
    soldiers_and_available_ -= behind_regions(w);
  }
  constexpr void add_outside(Worker w, unsigned n = 1) noexcept {
    missionaries_and_outside_ += behind_regions(w) * n;
  }
  constexpr void remove_outside(Worker w) noexcept {
    assert(outside()[w] > 0);
    missionaries_and_outside_ -= behind_regions(w);
  }
  constexpr void remove_outside(WorkerCounts workers) noexcept {
    missionaries_and_outside_ -= behind_regions(workers);
  }
  constexpr void add_shipping(Worker w) noexcept { builders_and_shipping_ += behind_regions(w); }
  constexpr void add_discovery(Worker w) noexcept { purse_ += WorkerCounts::one(w); }
  constexpr void remove_discovery(WorkerCounts workers) noexcept { purse_ -= workers.bits(); }
  constexpr void set_available(WorkerCounts workers) noexcept {
    soldiers_and_available_ = (soldiers_and_available_ & kRegionBits) | behind_regions(workers);
  }
  constexpr void set_shipping(WorkerCounts workers) noexcept {
    builders_and_shipping_ = (builders_and_shipping_ & kRegionBits) | behind_regions(workers);
  }
  constexpr void set_discovery(WorkerCounts workers) noexcept {
    purse_ = (purse_ & ~low_bits(WorkerCounts::kBits)) | workers.bits();
  }

  /// Adds workers of a type to a region; captains and merchants become civilians. It checks no
  /// limit of pieces and takes no good: settle_worker() in pieces.hpp does.
  constexpr void add_standing(Region r, Worker w, unsigned n = 1) noexcept {
    switch (w) {
      case Worker::missionary: RegionLanes::add(missionaries_and_outside_, index(r), n); break;
      case Worker::soldier: RegionLanes::add(soldiers_and_available_, index(r), n); break;
      case Worker::builder: RegionLanes::add(builders_and_shipping_, index(r), n); break;
      case Worker::colonist:
      case Worker::captain:
      case Worker::merchant: CivilianLanes::add(civilians_and_nation_, index(r), n); break;
    }
  }
  /// Takes workers out of a region.
  constexpr void remove_standing(Region r, Worker w, unsigned n = 1) noexcept {
    switch (w) {
      case Worker::missionary: RegionLanes::sub(missionaries_and_outside_, index(r), n); break;
      case Worker::soldier: RegionLanes::sub(soldiers_and_available_, index(r), n); break;
      case Worker::builder: RegionLanes::sub(builders_and_shipping_, index(r), n); break;
      case Worker::colonist:
      case Worker::captain:
      case Worker::merchant: CivilianLanes::sub(civilians_and_nation_, index(r), n); break;
    }
  }

  friend constexpr bool operator==(const PlayerState&, const PlayerState&) noexcept = default;

 private:
  static constexpr unsigned kBehindRegions = kMaxRegions * 4;
  static constexpr u64 kRegionBits = low_bits(kBehindRegions);

  [[nodiscard]] static constexpr u64 behind_regions(Worker w) noexcept {
    return WorkerCounts::one(w) << kBehindRegions;
  }
  [[nodiscard]] static constexpr u64 behind_regions(WorkerCounts workers) noexcept {
    return u64{workers.bits()} << kBehindRegions;
  }
  static constexpr u64 kEveryLane = 0x1111111111U;  // the lowest bit of each region's lane
  [[nodiscard]] static constexpr unsigned sum(u64 word) noexcept {
    return static_cast<unsigned>((word & kRegionBits) * kEveryLane >> 36 & 15U);
  }
  /// Bit 4r is set where the lane of region r is not 0.
  [[nodiscard]] static constexpr u64 occupied(u64 word) noexcept {
    return (word | word >> 1 | word >> 2 | word >> 3) & kEveryLane;
  }

  Holding goods_and_ships_;
  u64 civilians_and_nation_ = 0;      // 10 × 6 bits by region | 4: nation + 1, 0 for none
  u64 soldiers_and_available_ = 0;    // 10 × 4 by region | 23: available workers
  u64 missionaries_and_outside_ = 0;  // 10 × 4 by region (counted ones) | 23: all outside
  u64 builders_and_shipping_ = 0;     // 10 × 4 by region | 23: workers in the shipping box
  // 23: workers in the discovery box | 11 money | 10 colony VP | 10 VP bought
  // | 7 income of turn 8, before that the last bid | 2 uses of the nation's power
  u64 purse_ = 0;
};

/// How many workers have been placed in the boxes whose spaces fill from the left: dock, goods,
/// buildings and warfare, four bits each.
class BoxCounts {
 public:
  [[nodiscard]] constexpr unsigned operator[](Box box) const noexcept {
    return Lanes<4>::get(bits_, lane(box));
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr void add(Box box, unsigned n = 1) noexcept {
    assert((*this)[box] + n <= Lanes<4>::kMax);
    bits_ = static_cast<u16>(bits_ + Lanes<4>::word(lane(box), n));
  }
  friend constexpr bool operator==(BoxCounts, BoxCounts) noexcept = default;

 private:
  /// Precondition: a box that is counted.
  [[nodiscard]] static constexpr unsigned lane(Box box) noexcept {
    assert(box == Box::dock || box == Box::goods || box == Box::buildings || box == Box::warfare);
    return box == Box::dock ? 0 : box == Box::goods ? 1 : box == Box::buildings ? 2 : 3;
  }
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
    for (unsigned b = 0; b < 3; ++b) {
      const auto mask = static_cast<Word>(Word{1} << i);
      plane[b] = static_cast<Word>(has_bit(code, b) ? plane[b] | mask : plane[b] & ~mask);
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
  Board board;

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

  u16 ruleset_code;
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

  [[nodiscard]] constexpr Ruleset ruleset() const noexcept { return {ruleset_code, board}; }
  [[nodiscard]] constexpr unsigned players() const noexcept { return ruleset().players(); }
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
  [[nodiscard]] u32 all_regions() const noexcept { return boards::row(board).all(); }
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

constexpr Age State::era() const noexcept {
  return nth<Age>(index(age()) + ((flags & kTilesSwept) != 0 ? 1U : 0U));
}

static_assert(std::is_trivially_copyable_v<State> && std::is_standard_layout_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(PlayerState) == 48);
static_assert(sizeof(State) == 456);

}  // namespace carrack
