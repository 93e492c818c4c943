// RULES §7: the auction of 2007. First out takes the last place; the winner discovers the
// Caribbean, and a runner-up who bid 8 or more takes a specialist.
#include <algorithm>

#include "core/phases.hpp"

namespace carrack::auction {
namespace {

constexpr unsigned kPrizeBid = 8;
constexpr Region kCaribbean{0};

/// The seats still bidding: those without a place. Places fill from the last.
u32 bidders(const State& s) noexcept {
  u32 set = static_cast<u32>(low_bits(s.players()));
  for (unsigned place = 0; place < s.players(); ++place) {
    const unsigned seat = index(s.in_place(place));
    if (seat < kMaxPlayers) set &= ~(1U << seat);
  }
  return set;
}

unsigned highest_bid(const State& s) noexcept {
  unsigned highest = 0;
  for (unsigned p = 0; p < s.players(); ++p) highest = std::max(highest, s.player[p].bid());
  return highest;
}

void take_place(State& s, Player p, unsigned place) noexcept {
  s.order = (s.order & ~(15U << 4 * place)) | index(p) << 4 * place;
}

/// The next seat round the table that is still in.
Player next_bidder(const State& s, Player after) noexcept {
  const u32 still_in = bidders(s);
  unsigned seat = index(after);
  do {
    seat = (seat + 1) % s.players();
  } while (!has_bit(still_in, seat));
  return nth<Player>(seat);
}

void close(State& s) noexcept {
  for (unsigned p = 0; p < s.players(); ++p) s.player[p].set_bid(0);
  s.actor = Player{0};
  s.phase = Phase::setup;
  s.node = Node::restock;
}

}  // namespace

void starter_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::starter, low_bits(s.players()));
}

void choose_starter(State& s, Action action) noexcept {
  s.actor = nth<Player>(action.argument(Verb::starter));
  s.node = Node::bid;
}

bool seek(State& s) noexcept {
  const u32 still_in = bidders(s);
  if (count_bits(still_in) > 1) return true;

  const auto winner = nth<Player>(first_bit(still_in));
  take_place(s, winner, 0);
  const Player second = s.in_place(1);
  s.of(winner).pay(s.of(winner).bid());
  s.of(second).pay((s.of(second).bid() + 1) / 2);
  if (s.of(second).bid() >= kPrizeBid) {
    s.actor = second;
    s.node = Node::prize;
  } else {
    s.actor = winner;
    s.node = Node::prize_counter;
  }
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::bid);
  legal.add_pass();
  const unsigned money = s.of(s.actor).money();
  legal.add_set(Verb::bid, low_bits(money) & ~low_bits(highest_bid(s)));  // bit i: $(i + 1)
}

void choose(State& s, Action action) noexcept {
  if (!action.is_pass()) {
    s.of(s.actor).set_bid(action.argument(Verb::bid) + 1);
  } else {
    take_place(s, s.actor, count_bits(bidders(s)) - 1);
  }
  s.actor = next_bidder(s, s.actor);
}

void prize_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::train, types_with_room(s.of(s.actor), specialist_types(s.ruleset())));
}

void choose_prize(State& s, Action action) noexcept {
  gain_worker(s.of(s.actor), nth<Worker>(action.argument(Verb::train)));
  s.actor = s.in_place(0);
  s.node = Node::prize_counter;
}

void choose_counter(State& s, Action action) noexcept {
  take_counter(s, s.actor, nth<Counter>(action.argument(Verb::counter)));
  settle_colonist(s, s.actor, kCaribbean);
  close(s);
}

}  // namespace carrack::auction
