// Queries of prices, strengths and VP. Each namespace is named after the phase that the query
// belongs to. They change nothing. Fields alone are in state.hpp, bags in bags.hpp.
#pragma once

#include <array>

#include "core/game/state.hpp"

namespace carrack {

namespace dock {  // RULES §4 B.2
inline constexpr unsigned kX = 11;
inline constexpr unsigned kY = 12;
inline constexpr unsigned kFirstShip = 13;
/// The numbered spaces.
[[nodiscard]] constexpr unsigned spaces(Ruleset rules) noexcept {
  return rules.figures().spaces_of(Box::dock);
}
}  // namespace dock

namespace buildings {  // RULES §4 B.5
/// What a tile costs the worker whose turn it is. Precondition: the box is being resolved.
[[nodiscard]] unsigned price(const State& s, Tile kind) noexcept;
}  // namespace buildings

namespace scouting {  // RULES §8
/// $ for one look, by age.
[[nodiscard]] constexpr unsigned price(Age age) noexcept { return index(age) + 1; }
}  // namespace scouting

namespace shipping {  // RULES §4 B.4
/// What workers in the box count for the ship: captain and merchant 2, all others 1.
[[nodiscard]] constexpr unsigned strength(WorkerCounts workers) noexcept {
  return workers.weighed({1, 2, 2, 1, 1, 1});
}
}  // namespace shipping

namespace discovery {                           // RULES §4 B.6
inline constexpr unsigned kDeck = kMaxRegions;  // a target beside the regions
/// The order in which the types of a party are chosen.
inline constexpr std::array<Worker, kWorkers> kPartyOrder{Worker::captain,  Worker::soldier,
                                                          Worker::builder,  Worker::missionary,
                                                          Worker::merchant, Worker::colonist};

/// The expedition being put together, as State::scratch[0] holds it:
///
///   bit 0        4      27
///       | target | sent |
struct Expedition {
  unsigned target;  // region, or kDeck
  WorkerCounts sent;
  static constexpr unsigned kBits = 4 + WorkerCounts::kBits;
  [[nodiscard]] static constexpr Expedition of(const State& s) noexcept {
    return {Target::get(s.scratch[0], 0), WorkerCounts(Sent::get(s.scratch[0], 0))};
  }

  using Target = Lanes<4>;
  using Sent = Lanes<WorkerCounts::kBits, 4>;
};
}  // namespace discovery

namespace warfare {  // RULES §4 B.8
/// What can be picked as a casualty, in the order of the picks.
enum class Casualty : u8 { colonist, missionary, soldier, builder, militia };

/// The battle or war being fought, as State::scratch holds it.
///
///   word 0: bit 0        4          7          10    11      12    16      19       20
///               | region | attacker | defender | war | stage | due | least | forced |
///           bit 20      40      60
///               | picks | picks |
///   word 1: the picks among them that were decisions, laid out the same
///
/// `picks`: five counts of 4 bits by Casualty, first those of the defender's side (picked by the
/// attacker), then those of the attacker's side.
struct Battle {
  Region region;
  Player attacker;
  Player defender;
  bool is_war;
  unsigned stage;  // 0: the attacker picks; 1: the defender
  unsigned due;    // picks still to make in this stage
  unsigned least;  // the first Casualty that may still be picked
  bool is_forced;  // a war that cardinal_richelieu has forced on the two (§9)
  [[nodiscard]] static Battle of(const State& s) noexcept;

  static constexpr unsigned kHeadBits = 20;  // bits in front of the picks
  static constexpr unsigned kBits = 60;
  using RegionLane = Lanes<4>;
  using SideLanes = Lanes<3, 4>;
  static constexpr unsigned kWarBit = 10;
  using StageLane = Lanes<1, 11>;
  using DueLane = Lanes<4, 12>;
  using LeastLane = Lanes<3, 16>;
  static constexpr unsigned kForcedBit = 19;
};
using PickLanes = Lanes<4, Battle::kHeadBits>;  // five for each side
/// The lane of a casualty's picks on a side (0: the defender's, 1: the attacker's).
[[nodiscard]] constexpr unsigned pick_lane(unsigned side, Casualty c) noexcept {
  return 5 * side + index(c);
}
/// Casualties of one kind picked so far on a side (0: the defender's, 1: the attacker's).
[[nodiscard]] constexpr unsigned picked(u64 word, unsigned side, Casualty c) noexcept {
  return PickLanes::get(word, pick_lane(side, c));
}

/// The regions where `attacker` may fight `defender`: workers of both, a soldier of either (R5).
[[nodiscard]] u32 battlefields(const State& s, Player attacker, Player defender) noexcept;
}  // namespace warfare

namespace income {  // RULES §4 C
/// The best that goods and ships bring, in $, as printed: any three 1, three alike 3, four alike 6;
/// a ship stands for any good, at most one in a set. Precondition: at most six tokens of a good.
[[nodiscard]] unsigned best_sets(Holding holding) noexcept;
/// The same with the figures of `rules`.
[[nodiscard]] unsigned best_sets(const Rules& rules, Holding holding) noexcept;
}  // namespace income

namespace scoring {  // RULES §4 G
/// Colony VP of each player, as the regions stand.
[[nodiscard]] std::array<u16, kMaxPlayers> colony_vp(const State& s) noexcept;
/// VP of the player's counters and cards.
[[nodiscard]] inline u16 discovery_vp(const State& s, Player p) noexcept {
  const Figures& figures = s.ruleset().figures();
  unsigned vp = 0;
  for_each_bit(s.counters.held_by(index(p)), [&](unsigned i) { vp += figures.counters[i].vp; });
  for_each_bit(s.cards.held_by(index(p)), [&](unsigned i) { vp += figures.cards[i].vp; });
  return static_cast<u16>(vp);
}
/// $ for one VP, by age (§8 buy_vp).
[[nodiscard]] constexpr unsigned vp_price(Age age) noexcept {
  constexpr std::array<u8, 3> kPrices{1, 3, 10};
  return kPrices[index(age)];
}
}  // namespace scoring

namespace nations {  // RULES §9
/// Whether a player is Denmark, which may look at the counters of two regions free of charge.
[[nodiscard]] bool is_danish(const State& s, Player p) noexcept;
}  // namespace nations

namespace tiles {  // RULES §5
/// $ or VP that a tile brings: at once, each turn, or for each thing that it counts.
[[nodiscard]] inline unsigned each(const State& s, Tile kind) noexcept {
  return s.ruleset().figures().of(kind).each;
}
/// $ that tiles bring in the income phase, after the sets of goods.
[[nodiscard]] unsigned income(const State& s, Player p) noexcept;
/// VP of a player's tiles at the end: printed and earned.
[[nodiscard]] unsigned final_vp(const State& s, Player p) noexcept;
/// The strength of a captain in an expedition.
[[nodiscard]] unsigned captain_strength(const State& s, Player p) noexcept;
/// The natives that an expedition meets.
[[nodiscard]] unsigned natives(const State& s, Player p, unsigned printed) noexcept;
/// Colonists that come with a missionary who lands in a region.
[[nodiscard]] unsigned converts(const State& s, Player p, Region r) noexcept;
/// The militia: one soldier more in the owner's defence.
[[nodiscard]] unsigned militia(const State& s, Player defender) noexcept;
/// Ships that no set can use this turn, because they have sailed.
[[nodiscard]] unsigned sailed_ships(const State& s, Player p) noexcept;
/// Whether `alliance` (§9) forbids battles and wars between the two.
[[nodiscard]] bool are_allied(const State& s, Player a, Player b) noexcept;
/// Workers of a player in a region that can fall in battle: all but builders that the tile
/// `garrisons` protects (§9).
[[nodiscard]] unsigned exposed_workers(const State& s, Player p, Region r) noexcept;
}  // namespace tiles

namespace tiles::world {  // RULES §9
/// $ in the income phase: what three kinds of goods are worth in the sets of each other player,
/// without ships (W5).
unsigned goa(const State& s, Player p);
unsigned zanzibar(const State& s, Player p);
/// VP: regions where the owner alone has the most workers; workers in the box `india`.
unsigned independence(const State& s, Player p);
unsigned colony_in_india(const State& s, Player p);
}  // namespace tiles::world

}  // namespace carrack
