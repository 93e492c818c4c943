// RULES §4 B.6: in player order, one expedition each: a target, a party, and what it meets.
#include <array>

#include "core/game/knowledge.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::discovery {
namespace {

/// Goes on to the next player in order.
void close_expedition(State& s) noexcept {
  s.scratch[0] = 0;
  s.step = 0;
  ++s.cursor;
  s.node = Node::explore;
}

/// Whether there is an undiscovered region or a card: the deck is a target only when no region is
/// undiscovered (RULES §10).
bool has_target(const State& s) noexcept { return s.undiscovered() != 0 || deck_size(s) != 0; }

bool succeeds(const State& s, WorkerCounts party, Discovery met) noexcept {
  const unsigned captain = tiles::captain_strength(s, s.actor);
  const unsigned strength = party.total() + (captain - 1) * party[Worker::captain];
  return strength >= tiles::natives(s, s.actor, met.natives);
}

/// The counter that killed an expedition stays, known to all from now on; with no_survivors an
/// unused one takes its place, as long as the bag holds more than the other regions need.
void leave_counter(State& s, Region r, Counter c) noexcept {
  fix_counter(s, r, c, kEverybody);
  if (s.ruleset().has(Variant::no_survivors) &&
      count_bits(counter_bag(s)) > count_bits(unfixed_regions(s))) {
    forget_counter(s, r);
  }
}

void meet_counter(State& s, Region r, Counter c) noexcept {
  const WorkerCounts party = Expedition::of(s).sent;
  const Discovery met = s.ruleset().figures().of(c);
  if (succeeds(s, party, met)) {
    discover(s, r);
    take_counter(s, s.actor, c);
    s.of(s.actor).earn(met.per_soldier * party[Worker::soldier]);
    settle_colonist(s, s.actor, r);
  } else {
    leave_counter(s, r, c);
  }
  close_expedition(s);
}

/// A card that fails goes back into the deck, which is shuffled.
void meet_card(State& s, Card card) noexcept {
  const WorkerCounts party = Expedition::of(s).sent;
  Discovery met = s.ruleset().figures().of(card);
  if (s.undiscovered() != 0) met.natives = nations::kOceanNatives;
  const bool was_fixed = fixed_top(s) >= 0;
  if (succeeds(s, party, met)) {
    if (was_fixed) remove_top(s);
    s.cards.assign(index(card), index(s.actor));
    s.of(s.actor).earn(met.plunder + met.per_soldier * party[Worker::soldier]);
  } else {
    shuffle_deck(s);
  }
  close_expedition(s);
}

/// A set of worker types (bit i for Worker i) as the set of their places in kPartyOrder.
constexpr std::array<u8, bit(kWorkers)> kPlacesOf = [] {
  std::array<u8, bit(kWorkers)> places{};
  for (unsigned types = 0; types < places.size(); ++types) {
    for (unsigned i = 0; i < kWorkers; ++i) {
      add_bit(places[types], i, has_bit(types, index(kPartyOrder[i])));
    }
  }
  return places;
}();

/// The place of the next type to choose in kPartyOrder, or kWorkers: the party is complete.
unsigned next_type(const State& s, unsigned from) noexcept {
  const u64 places = kPlacesOf[s.of(s.actor).discovery().types()] & ~low_bits(from);
  return first_bit(places | bit(kWorkers));
}

/// The party leaves the box, and what waits at the target is turned over.
void set_out(State& s) noexcept {
  const Expedition expedition = Expedition::of(s);
  PlayerState& mine = s.of(s.actor);
  mine.remove_discovery(expedition.sent);
  mine.remove_outside(expedition.sent);
  if (expedition.target == kDeck) {
    const int top = fixed_top(s);
    if (top >= 0) {
      meet_card(s, nth<Card>(static_cast<unsigned>(top)));
    } else {
      s.node = Node::expedition_card;
    }
    return;
  }
  const auto region = nth<Region>(expedition.target);
  const int fixed = fixed_counter(s, region);
  if (fixed >= 0) {
    meet_counter(s, region, nth<Counter>(static_cast<unsigned>(fixed)));
  } else {
    s.node = Node::expedition_counter;
  }
}

}  // namespace

bool seek(State& s) noexcept {
  if (has_target(s)) {
    for (; s.cursor < s.players(); ++s.cursor) {
      s.actor = s.in_place(s.cursor);
      if (!s.of(s.actor).discovery().empty()) return true;
    }
  }
  begin(s, Phase::specialists);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  u64 targets = s.undiscovered() != 0 ? u64{s.undiscovered()} : bit(kDeck);
  if (nations::may_sail_beyond(s, s.actor)) targets |= bit(kDeck);
  if (!has_secrets(s)) {
    legal.assign(Verb::explore, targets);
  } else {
    legal.reset(Verb::look);
    legal.add_set(Verb::explore, targets);
    scouting::add_looks(s, legal);
  }
  legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  if (action.is_pass()) {
    close_expedition(s);
    return;
  }
  if (action.is(Verb::look)) {
    scouting::look(s, action);
    return;
  }
  write(s, Expedition{action.argument(Verb::explore), WorkerCounts()});
  if (action.argument(Verb::explore) == kDeck && s.undiscovered() != 0) nations::sail_beyond(s);
  s.step = 0;
  s.node = Node::send;
}

bool seek_send(State& s) noexcept {
  s.step = static_cast<u8>(next_type(s, s.step));
  if (s.step < kWorkers) return true;
  set_out(s);
  return false;
}

void send_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::send);
  const Worker type = kPartyOrder[s.step];
  const bool is_last = next_type(s, s.step + 1U) == kWorkers;
  const unsigned least = is_last && Expedition::of(s).sent.empty() ? 1 : 0;
  const u64 sizes = low_bits(s.of(s.actor).discovery()[type] + 1) & ~low_bits(least);
  legal.add_set(Verb::send, sizes, index(type) * kSendSizes);
}

void choose_send(State& s, Action action) noexcept {
  Expedition expedition = Expedition::of(s);
  expedition.sent.add(kPartyOrder[s.step], action.argument(Verb::send) % kSendSizes);
  write(s, expedition);
  ++s.step;
}

void choose_counter(State& s, Action action) noexcept {
  meet_counter(s, nth<Region>(Expedition::of(s).target),
               nth<Counter>(action.argument(Verb::counter)));
}

void choose_card(State& s, Action action) noexcept {
  meet_card(s, nth<Card>(action.argument(Verb::card)));
}

}  // namespace carrack::discovery
