// What is known of face-down things, and by whom (RULES §2, §8 scouting).
//
// A counter or card is fixed once somebody has seen it; before, it is part of the bag. While
// regions are undiscovered, State::knowledge holds their counters:
//
//   word 0: 10 × 4 bits  the counter fixed in region r
//   word 1: 10 × 6 bits  the set of seats that know it; 63: everybody; 0: none is fixed
//
// Afterwards, with scouting, the known ends of the deck, from the top card down, the known top
// first and then the known bottom:
//
//   word 0: 16 × 4 bits  cards
//   word 1: 10 × 6 bits  who knows each of the first ten
//   word 2:  6 × 6 bits  who knows each of the others | bit 40: 5, cards on top | 5, at the bottom
#pragma once

#include <array>

#include "core/game/state.hpp"

namespace carrack {

inline constexpr unsigned kEverybody = 63;

/// Whether games of the ruleset can come to has_secrets(): with scouting, or with the world map and
/// nations, among them Denmark.
[[nodiscard]] inline bool may_have_secrets(Ruleset rules) noexcept {
  return rules.has(Variant::scouting) || (rules.has(Module::world) && rules.has(Module::national));
}

/// Whether somebody may know what others do not: with scouting, and where Denmark is in play.
[[nodiscard]] constexpr bool has_secrets(const State& s) noexcept {
  return (s.flags & kSecrets) != 0;
}

/// Whether the draw that is due shows a counter or card to s.actor alone.
[[nodiscard]] constexpr bool is_private_look(const State& s) noexcept {
  return s.node == Node::look_counter || s.node == Node::look_card;
}

/// The seats that know the counter of an undiscovered region; 0 when none is fixed there.
[[nodiscard]] constexpr unsigned knowers(const State& s, Region r) noexcept {
  return Lanes<6>::get(s.knowledge[1], index(r));
}
/// The counter that somebody has seen in an undiscovered region, or -1.
[[nodiscard]] constexpr int fixed_counter(const State& s, Region r) noexcept {
  if (knowers(s, r) == 0) return -1;
  return static_cast<int>(Lanes<4>::get(s.knowledge[0], index(r)));
}
/// The counter that everybody knows, or -1.
[[nodiscard]] constexpr int public_counter(const State& s, Region r) noexcept {
  return knowers(s, r) == kEverybody ? fixed_counter(s, r) : -1;
}
/// The counter that a player knows, alone or not, or -1.
[[nodiscard]] constexpr int counter_known_to(const State& s, Player p, Region r) noexcept {
  return has_bit(knowers(s, r), index(p)) ? fixed_counter(s, r) : -1;
}

/// Fixes a counter in a region, known to these seats. All of them are everybody.
constexpr void fix_counter(State& s, Region r, Counter c, unsigned known_by) noexcept {
  if (known_by == low_bits(s.players())) known_by = kEverybody;
  s.counters.assign(index(c), kOnTable);
  Lanes<4>::set(s.knowledge[0], index(r), index(c));
  Lanes<6>::set(s.knowledge[1], index(r), known_by);
}
/// The region holds no fixed counter any more: it is taken, or another one will lie there.
constexpr void forget_counter(State& s, Region r) noexcept {
  Lanes<4>::set(s.knowledge[0], index(r), 0);
  Lanes<6>::set(s.knowledge[1], index(r), 0);
}
constexpr void discover(State& s, Region r) noexcept {
  add_bit(s.discovered, index(r));
  forget_counter(s, r);
}

/// The set of undiscovered regions without a fixed counter.
[[nodiscard]] inline u32 unfixed_regions(const State& s) noexcept {
  u32 set = 0;
  for_each_bit(s.undiscovered(),
               [&](unsigned r) { add_bit(set, r, knowers(s, nth<Region>(r)) == 0); });
  return set;
}

/// Whether a bit is set that belongs to no region, while regions are undiscovered.
[[nodiscard]] constexpr bool has_stray_counter_bits(const State& s) noexcept {
  return (s.knowledge[0] & ~low_bits(4 * kMaxRegions)) != 0 ||
         (s.knowledge[1] & ~low_bits(6 * kMaxRegions)) != 0 || s.knowledge[2] != 0;
}
/// Whether the region's lane in word 0 is not 0. Counter 0 looks like no counter.
[[nodiscard]] constexpr bool has_counter_bits(const State& s, Region r) noexcept {
  return Lanes<4>::get(s.knowledge[0], index(r)) != 0;
}

/// The known ends of the deck, when no region is undiscovered.
struct KnownDeck {
  struct Entry {
    Card card;
    u8 known_by;
  };
  std::array<Entry, kCards> entries{};  // the known top from the top down, then the known bottom
  unsigned top = 0;
  unsigned bottom = 0;

  /// Whether the counts of known cards can be those of a deck. Precondition of of().
  [[nodiscard]] static bool is_possible(const State& s) noexcept;
  [[nodiscard]] static KnownDeck of(const State& s) noexcept;
  void write(State& s) const noexcept;
  [[nodiscard]] unsigned size() const noexcept { return top + bottom; }
};

/// The top card of the deck if somebody knows it (or knows all below), else -1; -1 also while a
/// region is undiscovered.
[[nodiscard]] int fixed_top(const State& s) noexcept;
/// Whether a player knows the top card.
[[nodiscard]] bool knows_top(const State& s, Player p) noexcept;
/// A player sees the top card: the fixed one, or `drawn` from the bag.
void see_top(State& s, Player p) noexcept;
void see_top(State& s, Player p, Card drawn) noexcept;
void move_top_to_bottom(State& s) noexcept;
/// The fixed top card leaves the deck.
void remove_top(State& s) noexcept;
/// All known cards go back into the bag.
void shuffle_deck(State& s) noexcept;
/// Cards of the deck: the bag and its known ends.
[[nodiscard]] unsigned deck_size(const State& s) noexcept;

}  // namespace carrack
