#include "core/notation/trace_secrets.hpp"

#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

bool is_hidden(const TracePart& part) { return part.is_text() && part.text() == "?"; }

/// Draws a thing that somebody else knows, as resample() does: any of those in the bag.
unsigned draw(u32 bag, Random& random) {
  if (bag == 0) throw InputError("supply is too small for what the players know");
  return nth_bit(bag, random.below(count_bits(bag)));
}

void claim_counter(State& s, u32 bag, unsigned counter) {
  if (s.counters.holder(counter) != kInBag || has_bit(bag, counter)) {
    throw InputError("counter " + std::to_string(counter) + " lies in two places");
  }
  s.counters.assign(counter, kOnTable);
}

}  // namespace

void TraceSecrets::add_knower(const TracePart& part, Secret& secret, unsigned seat, int what) {
  if (secret.known_by != 0 && secret.what != what) {
    part.fail("the same as for the other players who know it");
  }
  add_bit(secret.known_by, seat);
  secret.what = what;
}

void TraceSecrets::add_counter(const TracePart& part, Region r, unsigned seat) {
  const int counter = is_hidden(part) ? -1 : static_cast<int>(part.number(kCounters - 1));
  add_knower(part, counters_[index(r)], seat, counter);
}

void TraceSecrets::add_deck(const TracePart& json, Deck& end, unsigned seat) {
  unsigned at = 0;
  json.each(kCards, [&](const TracePart& part) {
    if (end.size() <= at) end.emplace_back();
    Secret& entry = end[at++];
    if (part.is_null()) return;
    const bool hidden = is_hidden(part);
    add_knower(part, entry, seat,
               hidden ? -1 : static_cast<int>(index(part.named<Card>("card", kCards))));
  });
}

void TraceSecrets::place(State& s, u32 bag, Random& random) const {
  for (const Secret& secret : counters_) {
    if (secret.what >= 0) claim_counter(s, bag, static_cast<unsigned>(secret.what));
  }
  // Counters that lie nowhere have left the game (no_survivors).
  for_each_bit(counter_bag(s) & ~bag, [&](unsigned i) { s.counters.assign(i, kOnTable); });
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    const Secret& secret = counters_[r];
    if (secret.known_by == 0) continue;
    const unsigned what =
        secret.what >= 0 ? static_cast<unsigned>(secret.what) : draw(counter_bag(s), random);
    fix_counter(s, nth<Region>(r), nth<Counter>(what), secret.known_by);
  }
  place_cards(s, random);
}

void TraceSecrets::place_cards(State& s, Random& random) const {
  if (top_.empty() && bottom_.empty()) return;
  if (s.undiscovered() != 0 || top_.size() + bottom_.size() > kCards) {
    throw InputError("more of the deck is known than there is");
  }
  KnownDeck deck;
  deck.top = static_cast<unsigned>(top_.size());
  deck.bottom = static_cast<unsigned>(bottom_.size());
  Deck all = top_;
  all.insert(all.end(), bottom_.begin(), bottom_.end());
  for (const Secret& entry : all) {
    if (entry.what < 0) continue;
    if (s.cards.holder(static_cast<unsigned>(entry.what)) != kInBag) {
      throw InputError("a card of the deck lies in two places");
    }
    s.cards.assign(static_cast<unsigned>(entry.what), kOnTable);
  }
  for (unsigned i = 0; i < all.size(); ++i) {
    const unsigned card =
        all[i].what >= 0 ? static_cast<unsigned>(all[i].what) : draw(card_bag(s), random);
    s.cards.assign(card, kOnTable);
    deck.entries.at(i) = {nth<Card>(card), static_cast<u8>(all[i].known_by)};
  }
  deck.write(s);
}

}  // namespace carrack
