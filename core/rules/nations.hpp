// National powers (RULES §7). Four of them act in a window before a box; Spain's acts at the end of
// the setup, Portugal's is part of its expeditions.
#pragma once

#include <optional>

#include "core/game/legal.hpp"
#include "core/game/queries.hpp"

namespace carrack::nations {

/// A player becomes a nation. With Denmark somebody knows what others do not (kSecrets).
void assign(State& s, Player p, Nation nation) noexcept;
/// The nations that nobody has yet.
[[nodiscard]] u32 left(const State& s) noexcept;
/// The seat of a nation, or kMaxPlayers.
[[nodiscard]] unsigned seat_of(const State& s, Nation nation) noexcept;

/// The choice of a nation that comes with a place in the auction.
void pick_options(const State& s, Legal& legal) noexcept;

/// The nation whose window stands before a box, if one does.
[[nodiscard]] constexpr std::optional<Nation> nation_before(Phase phase) noexcept {
  if (phase == Phase::dock) return Nation::england;
  if (phase == Phase::goods) return Nation::france;
  if (phase == Phase::shipping) return Nation::holland;
  if (phase == Phase::specialists) return Nation::italy;
  return std::nullopt;
}
/// The window of nation_before(s.phase), which must exist.
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;

/// The colonists that England gets before the dock: two, or as many as there is room for.
[[nodiscard]] unsigned english_colonists(const State& s, Player england) noexcept;

/// England's new order of the dock while it is put together, as State::scratch holds it:
///
///   word 0: 10 × 6 bits  the kinds chosen for the first places, player × 6 + worker
///   word 1:  8 × 6 bits  those of the places behind | bit 48: 5, places filled | 2, new colonists
///
/// The workers in the dock and the new colonists that are not among the chosen are left to choose.
struct NewDock {
  static constexpr unsigned kSpaces = State::kDockSpaces;
  static constexpr unsigned kWordOneBits = 55;
  using Kinds = std::array<u8, kMaxPlayers * kWorkers>;  // workers of each kind
  std::array<u8, kSpaces> chosen{};                      // kinds
  unsigned filled = 0;
  unsigned colonists = 0;

  /// Places filled. More than kSpaces is not valid: of() must not be called then.
  [[nodiscard]] static constexpr unsigned filled_of(const State& s) noexcept {
    return FilledLane::get(s.scratch[1], 0);
  }
  [[nodiscard]] static NewDock of(const State& s) noexcept;
  void write(State& s) const noexcept;
  /// Workers of each kind that have no place yet; `england` owns the new colonists.
  [[nodiscard]] Kinds left(const State& s, Player england) const noexcept;

 private:
  using KindLanes = Lanes<6>;
  using FilledLane = Lanes<5, 48>;
  using ColonistLane = Lanes<2, 53>;
};
bool seek_reorder(State& s) noexcept;
void reorder_options(const State& s, Legal& legal) noexcept;
void choose_reorder(State& s, Action action) noexcept;

/// France's choice of a good.
void commission_options(const State& s, Legal& legal) noexcept;
void choose_commission(State& s, Action action) noexcept;

/// Spain's free discovery during the setup. If somebody has Spain, makes this player the actor at
/// the node first_colony and returns true.
bool begin_first_colony(State& s) noexcept;
void first_colony_options(const State& s, Legal& legal) noexcept;
void choose_first_colony(State& s, Action action) noexcept;

/// RULES §9: what Denmark and Portugal start with on the world map.
void place_starting_pieces(State& s) noexcept;

/// The natives that an expedition of Portugal into the deck meets while a region is undiscovered.
inline constexpr unsigned kOceanNatives = 3;
/// Whether a player is Portugal and may still send such an expedition in this age; not on the world
/// map, which has no deck. Once no region is undiscovered the answer changes nothing: then everyone
/// may.
[[nodiscard]] bool may_sail_beyond(const State& s, Player p) noexcept;
void sail_beyond(State& s) noexcept;

}  // namespace carrack::nations
