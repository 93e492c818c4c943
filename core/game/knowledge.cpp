#include "core/game/knowledge.hpp"

#include <algorithm>
#include <utility>

#include "core/game/bags.hpp"
#include "core/game/game.hpp"

namespace carrack {
namespace {

constexpr unsigned kInWordOne = 10;
using Knowers = Lanes<6>;
using TopSize = Lanes<5, 40>;
using BottomSize = Lanes<5, 45>;

/// Draws a member of a set and removes it.
unsigned draw(u32& set, Random& random) noexcept {
  const unsigned drawn = nth_bit(set, random.below(count_bits(set)));
  remove_bit(set, drawn);
  return drawn;
}

/// Calls `visit(region)` for the fixed counters that a player does not know.
template <typename Visit>
void for_each_hidden_counter(const State& s, Player p, Visit&& visit) {
  for_each_bit(s.undiscovered(), [&](unsigned r) {
    const unsigned known_by = knowers(s, nth<Region>(r));
    if (known_by != 0 && !has_bit(known_by, index(p))) visit(nth<Region>(r));
  });
}

}  // namespace

bool KnownDeck::is_possible(const State& s) noexcept {
  constexpr unsigned kBits = 50;
  const unsigned known = TopSize::get(s.knowledge[2], 0) + BottomSize::get(s.knowledge[2], 0);
  return (s.knowledge[2] & ~low_bits(kBits)) == 0 && known <= kCards;
}

KnownDeck KnownDeck::of(const State& s) noexcept {
  KnownDeck deck;
  if (s.undiscovered() != 0) return deck;
  deck.top = TopSize::get(s.knowledge[2], 0);
  deck.bottom = BottomSize::get(s.knowledge[2], 0);
  for (unsigned i = 0; i < deck.size(); ++i) {
    const bool first = i < kInWordOne;
    deck.entries[i] = {
        nth<Card>(Lanes<4>::get(s.knowledge[0], i)),
        static_cast<u8>(Knowers::get(s.knowledge[first ? 1 : 2], first ? i : i - kInWordOne))};
  }
  return deck;
}

void KnownDeck::write(State& s) const noexcept {
  s.knowledge = {};
  for (unsigned i = 0; i < size(); ++i) {
    const bool first = i < kInWordOne;
    Lanes<4>::set(s.knowledge[0], i, index(entries[i].card));
    Knowers::set(s.knowledge[first ? 1 : 2], first ? i : i - kInWordOne, entries[i].known_by);
  }
  TopSize::set(s.knowledge[2], 0, top);
  BottomSize::set(s.knowledge[2], 0, bottom);
}

int fixed_top(const State& s) noexcept {
  const KnownDeck deck = KnownDeck::of(s);
  if (deck.top == 0 && (card_bag(s) != 0 || deck.bottom == 0)) return -1;
  return static_cast<int>(index(deck.entries[0].card));
}

bool knows_top(const State& s, Player p) noexcept {
  return fixed_top(s) >= 0 && has_bit(KnownDeck::of(s).entries[0].known_by, index(p));
}

void see_top(State& s, Player p) noexcept {
  KnownDeck deck = KnownDeck::of(s);
  if (deck.top == 0) {  // the bag is empty: all that is left is in order
    deck.top = std::exchange(deck.bottom, 0);
  }
  deck.entries[0].known_by = static_cast<u8>(deck.entries[0].known_by | bit(index(p)));
  deck.write(s);
}

void see_top(State& s, Player p, Card drawn) noexcept {
  KnownDeck deck = KnownDeck::of(s);
  assert(deck.top == 0 && deck.size() < kCards);
  std::shift_right(deck.entries.begin(), deck.entries.end(), 1);
  deck.entries[0] = {drawn, static_cast<u8>(bit(index(p)))};
  deck.top = 1;
  deck.write(s);
  s.cards.assign(index(drawn), kOnTable);
}

void move_top_to_bottom(State& s) noexcept {
  KnownDeck deck = KnownDeck::of(s);
  assert(deck.top > 0);
  std::rotate(deck.entries.begin(), deck.entries.begin() + 1,
              deck.entries.begin() + static_cast<int>(deck.size()));
  --deck.top;
  ++deck.bottom;
  deck.write(s);
}

void remove_top(State& s) noexcept {
  KnownDeck deck = KnownDeck::of(s);
  assert(deck.size() > 0);
  std::shift_left(deck.entries.begin(), deck.entries.end(), 1);
  --(deck.top > 0 ? deck.top : deck.bottom);
  deck.write(s);
}

void shuffle_deck(State& s) noexcept {
  const KnownDeck deck = KnownDeck::of(s);
  for (unsigned i = 0; i < deck.size(); ++i) s.cards.assign(index(deck.entries[i].card), kInBag);
  if (deck.size() > 0) KnownDeck().write(s);
}

unsigned deck_size(const State& s) noexcept {
  return count_bits(card_bag(s)) + KnownDeck::of(s).size();
}

State seen_by(const State& s, Player p) noexcept {
  State seen = s;
  for_each_hidden_counter(s, p, [&](Region r) {
    seen.counters.assign(static_cast<unsigned>(fixed_counter(s, r)), kInBag);
    Lanes<4>::set(seen.knowledge[0], index(r), 0);
  });
  KnownDeck deck = KnownDeck::of(s);
  for (unsigned i = 0; i < deck.size(); ++i) {
    if (has_bit(deck.entries[i].known_by, index(p))) continue;
    seen.cards.assign(index(deck.entries[i].card), kInBag);
    deck.entries[i].card = Card{0};
  }
  if (deck.size() > 0) deck.write(seen);
  return seen;
}

void resample(State& s, Player p, Random& random) noexcept {
  u32 counters = counter_bag(s);
  for_each_hidden_counter(
      s, p, [&](Region r) { add_bit(counters, static_cast<unsigned>(fixed_counter(s, r))); });
  for_each_hidden_counter(s, p, [&](Region r) {
    s.counters.assign(static_cast<unsigned>(fixed_counter(s, r)), kInBag);
  });
  for_each_hidden_counter(s, p, [&](Region r) {
    fix_counter(s, r, nth<Counter>(draw(counters, random)), knowers(s, r));
  });

  KnownDeck deck = KnownDeck::of(s);
  u32 cards = card_bag(s);
  const auto hidden = [&](unsigned i) { return !has_bit(deck.entries[i].known_by, index(p)); };
  for (unsigned i = 0; i < deck.size(); ++i) {
    if (!hidden(i)) continue;
    add_bit(cards, index(deck.entries[i].card));
    s.cards.assign(index(deck.entries[i].card), kInBag);
  }
  for (unsigned i = 0; i < deck.size(); ++i) {
    if (!hidden(i)) continue;
    deck.entries[i].card = nth<Card>(draw(cards, random));
    s.cards.assign(index(deck.entries[i].card), kOnTable);
  }
  if (deck.size() > 0) deck.write(s);
}

}  // namespace carrack
