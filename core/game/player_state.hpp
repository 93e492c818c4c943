// What one player has: money, goods, workers in regions and outside them, VP, a nation.
#pragma once

#include <array>
#include <cassert>
#include <type_traits>

#include "core/game/catalogue.hpp"
#include "core/game/goods.hpp"
#include "core/game/region_counts.hpp"
#include "core/game/workers.hpp"

namespace carrack {

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
  static constexpr unsigned kMostEconomy = Economy::kMax;
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
  /// workers_in() of every region.
  [[nodiscard]] RegionCounts workers_by_region() const noexcept {
#if defined(__x86_64__)
    if (cpu::has_pdep) {
      constexpr u64 kNibbles = 0x0F0F0F0F0F0F0F0FU;
      constexpr u64 kSixes = 0x3F3F3F3F3F3F3F3FU;
      u64 low = detail::pdep(civilians_and_nation_, kSixes);
      u64 high = detail::pdep(civilians_and_nation_ >> 48, kSixes & 0xFFFFU);
      for (const u64 lanes :
           {soldiers_and_available_, missionaries_and_outside_, builders_and_shipping_}) {
        low += detail::pdep(lanes, kNibbles);
        high += detail::pdep(lanes >> 32, kNibbles & 0xFFFFU);
      }
      return {low, high};
    }
#endif
    std::array<u64, 2> words{};
    for (unsigned r = 0; r < kMaxRegions; ++r) {
      words[r / 8] |= u64{workers_in(nth<Region>(r))} << 8 * (r % 8);
    }
    return {words[0], words[1]};
  }
  /// builders_in() of every region.
  [[nodiscard]] RegionCounts builders_by_region() const noexcept {
    return {spread(builders_and_shipping_), spread(builders_and_shipping_ >> 32 & 0xFFU)};
  }
  /// The regions with at least one own worker, bit i for Region i.
  [[nodiscard]] constexpr u32 colonies() const noexcept {
    constexpr u64 kLows = 0x0041041041041041U;  // the lowest bit of each region's six
    u64 civilians = civilians_and_nation_ | civilians_and_nation_ >> 1;
    civilians |= civilians_and_nation_ >> 2 | civilians >> 3 | civilians_and_nation_ >> 5;
    const u64 others = soldiers_and_available_ | missionaries_and_outside_ | builders_and_shipping_;
    return static_cast<u32>(gather_bits(civilians, kLows) |
                            gather_bits(occupied(others), kEveryLane));
  }
  /// The regions with a soldier of either player.
  [[nodiscard]] static constexpr u32 garrisons(const PlayerState& a,
                                               const PlayerState& b) noexcept {
    const u64 lanes = occupied(a.soldiers_and_available_ | b.soldiers_and_available_);
    return static_cast<u32>(gather_bits(lanes, kEveryLane));
  }

  /// Soldiers by region, four bits each from bit 0: for callers that copy all of them at once.
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
  /// The lanes of the first eight regions, a byte each.
  [[nodiscard]] static constexpr u64 spread(u64 lanes) noexcept {
    u64 bytes = lanes & 0xFFFFFFFFU;
    bytes = (bytes | bytes << 16) & 0x0000FFFF0000FFFFU;
    bytes = (bytes | bytes << 8) & 0x00FF00FF00FF00FFU;
    return (bytes | bytes << 4) & 0x0F0F0F0F0F0F0F0FU;
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

static_assert(std::has_unique_object_representations_v<PlayerState>);
static_assert(sizeof(PlayerState) == 48);

}  // namespace carrack
