// RULES §7: the auction of 2015. Places 1, 2, … are sold one after another, and who takes a place
// picks a nation.
#include <algorithm>

#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"

namespace carrack::nation_auction {
namespace {

constexpr unsigned kLeastBid = 1;  // $

u32 still_in(const State& s) noexcept { return s.unplaced() & ~Sale::of(s).passed; }

void settle_place(State& s, Player p, unsigned price) noexcept {
  s.of(p).pay(price);
  s.set_place(Sale::of(s).place, p);
  s.actor = p;
  s.node = Node::pick_nation;
}

}  // namespace

void open(State& s) noexcept {
  Sale{0, s.actor, 0, 0}.write(s);
  s.node = Node::place_bid;
}

bool is_out(const State& s, Player p) noexcept { return has_bit(Sale::of(s).passed, index(p)); }

bool seek(State& s) noexcept {
  const u32 bidders = still_in(s);
  if (count_bits(bidders) > 1) return true;
  const auto winner = nth<Player>(first_bit(bidders));
  Sale sale = Sale::of(s);
  sale.price = std::max(kLeastBid, s.of(winner).bid());  // where all others pass unasked (R14)
  sale.write(s);
  settle_place(s, winner, sale.price);
  return false;
}

void choose(State& s, Action action) noexcept {
  if (action.is_pass()) {
    Sale sale = Sale::of(s);
    add_bit(sale.passed, index(s.actor));
    sale.write(s);
  } else {
    s.of(s.actor).set_bid(action.argument(Verb::bid) + 1);
  }
  s.actor = auction::next_seat(s, s.actor, still_in(s));
}

void choose_nation(State& s, Action action) noexcept {
  nations::assign(s, s.actor, nth<Nation>(action.argument(Verb::nation)));
  const u32 left = s.unplaced();
  if (left == 0) {
    auction::close(s);
    return;
  }
  auction::clear_bids(s);
  Sale sale = Sale::of(s);
  sale.passed = 0;
  ++sale.place;
  if (count_bits(left) == 1) {  // the last one pays half of what the place before cost
    sale.write(s);
    settle_place(s, nth<Player>(first_bit(left)), (sale.price + 1) / 2);
    return;
  }
  sale.opener = auction::next_seat(s, sale.opener, left);
  sale.write(s);
  s.actor = sale.opener;
  s.node = Node::place_bid;
}

}  // namespace carrack::nation_auction
