// The interface of the game: positions, legal actions, chance, results.
//
//   State s = start(Ruleset::make("aoe3", 4));
//   while (!is_over(s)) {
//     Action a = is_chance(s) ? draw_chance(s, random) : pick(legal(s));
//     apply(s, a);
//   }
//   Result r = result(s);
#pragma once

#include <array>

#include "core/base/random.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/legal.hpp"

namespace carrack {

/// The position before anything has happened: chance is to move. Precondition: a ruleset, not the
/// placeholder Ruleset().
[[nodiscard]] State start(Ruleset rules) noexcept;

[[nodiscard]] constexpr bool is_over(const State& s) noexcept { return s.node == Node::over; }
/// Whether chance is to move. If not, `s.actor` is, unless the game is over.
[[nodiscard]] constexpr bool is_chance(const State& s) noexcept { return is_chance(s.node); }

/// The options of the position, a player's or chance's. At least two, unless the game is over:
/// a choice with one option is taken by the engine (RULES §10).
[[nodiscard]] Legal legal(const State& s) noexcept;

/// Applies one legal action, and everything forced that follows. `next` receives the options of the
/// player who decides next, so that a loop need not ask for them again; at a chance node it is left
/// empty, as a draw (draw_chance) needs no list. Precondition: legal(s).contains(action).
void apply(State& s, Action action, Legal& next) noexcept;
void apply(State& s, Action action) noexcept;

/// Chance draws one of `chance_total` equally likely tokens (counters, copies of tiles, goods …);
/// the outcome's probability is chance_weight / chance_total. Precondition: is_chance(s), for
/// chance_weight also legal(s).contains(outcome).
[[nodiscard]] unsigned chance_total(const State& s) noexcept;
[[nodiscard]] unsigned chance_weight(const State& s, Action outcome) noexcept;
/// The outcome of the token number `token`, in [0, chance_total).
[[nodiscard]] Action chance_outcome(const State& s, unsigned token) noexcept;
/// The outcome of a token drawn from `random`: chance_outcome(s, random.below(chance_total(s))).
[[nodiscard]] Action draw_chance(const State& s, Random& random) noexcept;

// With the variant `scouting`, or Denmark on the world map, players know different things
// (has_secrets). Without them seen_by and resample change nothing, as no State holds what nobody
// knows.
/// The position as a player sees it: what others alone have seen is face down and in the bag again,
/// though it still shows who has seen something. For looking at, not for playing on. Precondition:
/// `s` is not such a view itself.
[[nodiscard]] State seen_by(const State& s, Player p) noexcept;
/// Draws anew what a player does not know, uniformly over all that it cannot tell apart.
void resample(State& s, Player p, Random& random) noexcept;

/// Where a player's VP come from (RULES §4 H), before european_war takes any (§9).
struct Breakdown {
  u16 colonies = 0;
  u16 discoveries = 0;
  u16 tiles = 0;
  u16 economy = 0;
  u16 bought = 0;
  [[nodiscard]] constexpr unsigned total() const noexcept {
    return unsigned{colonies} + discoveries + tiles + economy + bought;
  }
  friend bool operator==(const Breakdown&, const Breakdown&) = default;
};

/// The outcome by seat. Seats beyond the players hold zeros.
struct Result {
  std::array<i16, kMaxPlayers> vp{};   // european_war can bring them below 0
  std::array<u8, kMaxPlayers> rank{};  // 1 is best; shared ranks read 1, 1, 3
  std::array<Breakdown, kMaxPlayers> breakdown{};
  friend bool operator==(const Result&, const Result&) = default;
};
/// The result of a finished game; of an unfinished one, what it would be if it ended here.
[[nodiscard]] Result result(const State& s) noexcept;

/// A 64-bit hash of the whole position. Equal positions have equal hashes.
[[nodiscard]] u64 hash(const State& s) noexcept;
[[nodiscard]] bool operator==(const State& a, const State& b) noexcept;

/// Verifies every invariant: pieces, goods, tiles, counters and cards are all accounted for, counts
/// agree with what they count, and a decision is open. Throws std::logic_error with what is wrong.
void check(const State& s);

}  // namespace carrack
