// RULES §7: the auction of 2007. The first to pass takes the last place; the winner discovers the
// Caribbean, and a runner-up who bid 8 or more takes a specialist.
#include <algorithm>

#include "core/rules/phases.hpp"

namespace carrack::auction {
namespace {

constexpr unsigned kPrizeBid = 8;

/// The seats still bidding: those without a place. Places fill from the last.
u32 bidders(const State& s) noexcept { return s.unplaced(); }

unsigned highest_bid(const State& s) noexcept {
  unsigned highest = 0;
  for (unsigned p = 0; p < s.players(); ++p) highest = std::max(highest, s.player[p].bid());
  return highest;
}

}  // namespace

Player next_seat(const State& s, Player after, u32 among) noexcept {
  unsigned seat = index(after);
  do {
    seat = (seat + 1) % s.players();
  } while (!has_bit(among, seat));
  return nth<Player>(seat);
}

void add_bids(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::bid);
  legal.add_pass();
  const unsigned money = s.of(s.actor).money();
  legal.add_set(Verb::bid, low_bits(money) & ~low_bits(highest_bid(s)));  // bit i: $(i + 1)
}

void clear_bids(State& s) noexcept {
  for (unsigned p = 0; p < s.players(); ++p) s.player[p].set_bid(0);
}

void close(State& s) noexcept {
  clear_bids(s);
  s.scratch = {};
  s.actor = Player{0};
  s.phase = Phase::setup;
  s.node = Node::restock;
}

void choose_starter(State& s, Action action) noexcept {
  s.actor = nth<Player>(action.argument(Verb::starter));
  s.node = Node::bid;
  if (s.ruleset().has(Module::national)) nation_auction::open(s);
}

bool seek(State& s) noexcept {
  const u32 still_in = bidders(s);
  if (count_bits(still_in) > 1) return true;

  const auto winner = nth<Player>(first_bit(still_in));
  s.set_place(0, winner);
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

void choose(State& s, Action action) noexcept {
  if (!action.is_pass()) {
    s.of(s.actor).set_bid(action.argument(Verb::bid) + 1);
  } else {
    s.set_place(count_bits(bidders(s)) - 1, s.actor);
  }
  s.actor = next_seat(s, s.actor, bidders(s));
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
  settle_colonist(s, s.actor, nth<Region>(first_bit(s.board_row().discovered())));
  close(s);
}

}  // namespace carrack::auction
