// What things are worth, in VP: the judgement of a player who knows the game but does not look
// ahead. The constants were chosen by play against random and against earlier versions.
#pragma once

#include <array>

#include "core/game/game.hpp"
#include "core/game/queries.hpp"

namespace carrack::valuation {

/// VP that $1 is worth: tiles cost $10 to $20 and bring as many VP. After the last purchase $1 is
/// worth next to nothing.
[[nodiscard]] double dollar(const State& s);

/// VP that one more specialist (or colonist) for the next placement is worth.
[[nodiscard]] double next_worker(const State& s, Worker w);

/// The most workers of another player in a region.
[[nodiscard]] unsigned best_other(const State& s, Player p, Region r);
/// Expected VP from `mine` workers in a region against `best_other`, over the scorings to come.
[[nodiscard]] double presence(const State& s, unsigned mine, unsigned best_other);
/// What `extra` more workers of the player in a region are worth, the region's good included.
[[nodiscard]] double reinforcement(const State& s, Player p, Region r, unsigned extra);
/// The best reinforcement() over the discovered regions, or over a set of regions.
[[nodiscard]] double best_reinforcement(const State& s, Player p, unsigned extra);
[[nodiscard]] double best_reinforcement(const State& s, Player p, unsigned extra, u32 regions);

/// What one more token of a good, or one more ship, is worth to the player.
[[nodiscard]] double good(const State& s, Player p, Good g);
/// What one token less costs the player.
[[nodiscard]] double good_held(const State& s, Player p, Good g);
[[nodiscard]] double ship(const State& s, Player p);

/// What a tile is worth to the player, its price not subtracted.
[[nodiscard]] double tile(const State& s, Player p, Tile kind);

/// The chance that a party of s.actor of this strength overcomes an unknown counter (or card).
[[nodiscard]] double success(const State& s, unsigned strength);
/// Mean reward of a discovery, in VP: its VP, plunder and the colony that comes with it.
[[nodiscard]] double discovery(const State& s, Player p);
/// The strength worth waiting for: enough against four unknown counters in five.
[[nodiscard]] unsigned wanted_strength(const State& s);
[[nodiscard]] unsigned strength(const State& s, Player p, WorkerCounts party);

/// What a builder in a region brings beyond what any worker brings (RULES §4 G).
[[nodiscard]] double builder_bonus(const State& s);
/// The value to player `p` of `killed` fewer workers of `victim` in a region.
[[nodiscard]] double weakening(const State& s, Player p, Player victim, Region r, unsigned killed);
/// What a war of two others is worth to a player who stands by.
[[nodiscard]] double forced_war(const State& s, Player p, Player attacker, Player defender);
/// What having a nation is worth, at the start of the game.
[[nodiscard]] double nation(Nation n);

/// What battles are worth to an attacker. The position must outlive it, unchanged.
class Battles {
 public:
  Battles(const State& s, Player attacker);

  [[nodiscard]] double in(Region r, Player defender) const;

 private:
  const State& s_;
  Player attacker_;
  std::array<RegionCounts, kMaxPlayers> workers_;  // by player
  RegionCounts most_of_others_;
};

}  // namespace carrack::valuation
