// check(): the nodes before the first turn, of the setup and of the auctions.
#include <algorithm>

#include "core/game/game.hpp"
#include "core/rules/check_node.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/restocking.hpp"

namespace carrack::checks {
namespace {

/// How many places of the order are settled: from the first on, or from the last back.
unsigned settled_places(const State& s, bool from_the_last) {
  const unsigned settled = s.players() - count_bits(s.unplaced());
  for (unsigned i = 0; i < settled; ++i) {
    const unsigned place = from_the_last ? s.players() - 1 - i : i;
    require(s, index(s.in_place(place)) < kMaxPlayers, "there is a gap in the player order");
  }
  return settled;
}

void before_the_bids(const State& s) {
  at_seat(s, 0);
  const bool nobody_has_bid =
      std::ranges::all_of(s.player, [](const PlayerState& p) { return p.bid() == 0; });
  require(s, nobody_has_bid && count_bits(s.unplaced()) == s.players(),
          "the auction has begun before its starter is drawn");
}

/// The auction of 2007: the places fill from the last, and nobody has paid before the end.
void auction_of_2007(const State& s) {
  const unsigned settled = settled_places(s, true);
  const bool all_settled = settled == s.players();
  const unsigned start = s.ruleset().figures().money;
  for (unsigned i = 0; i < s.players(); ++i) {
    const unsigned money = s.player[i].money();
    require(s, money <= start && (all_settled || money == start) && s.player[i].bid() <= start,
            "somebody has more money than the auction begins with, or has bid more");
  }
  if (s.node == Node::starter) before_the_bids(s);
  if (s.node == Node::bid) {
    require(s, count_bits(s.unplaced()) >= 2 && has_bit(s.unplaced(), index(s.actor)),
            "the bid is not that of a player who bids");
  }
  if (s.node == Node::prize) at_seat(s, index(s.in_place(1)));
  if (s.node == Node::prize_counter) at_seat(s, index(s.in_place(0)));
  const bool is_prize = s.node == Node::prize || s.node == Node::prize_counter;
  require(s, is_prize == all_settled, "the auction is over too early or too late");
}

/// The auction of 2015: the places fill from the first, and a player without a place has
/// paid nothing.
void auction_of_2015(const State& s) {
  const unsigned start = s.ruleset().figures().money;
  const unsigned settled = settled_places(s, false);
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    require(s, p.money() <= start && p.bid() <= start,
            "somebody has more money than the auction begins with, or has bid more");
    require(s, !has_bit(s.unplaced(), i) || p.money() == start,
            "a player without a place has paid");
  }
  if (s.node == Node::pick_nation) {
    require(s, settled > 0, "nobody has a place to pick a nation for");
    at_seat(s, index(s.in_place(settled - 1)));
    nations_are_dealt(s, settled - 1);
    return;
  }
  nations_are_dealt(s, settled);
  if (s.node == Node::starter) {
    before_the_bids(s);
    return;
  }
  require(s, has_bit(s.unplaced(), index(s.actor)) && !nation_auction::is_out(s, s.actor),
          "the bid is not that of a player who bids");
}

/// Nobody has other workers than at the start, but for the specialist that is the prize.
void workers_of_the_start(const State& s) {
  const State begun = start(s.ruleset());
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    const PlayerState& first = begun.player[i];
    bool has_first = p.colonies() == 0 && p.discovery() == first.discovery();
    for (unsigned t = 0; t < kWorkers; ++t) {
      has_first &= p.outside()[nth<Worker>(t)] >= first.outside()[nth<Worker>(t)];
    }
    const unsigned most = first.outside().total() + (s.node == Node::prize_counter ? 1U : 0U);
    require(s, has_first && p.outside().total() <= most,
            "somebody has other workers than the auction begins with");
  }
}

}  // namespace

void setup_node(const State& s) {
  if (s.node == Node::order) {
    at_cursor(s, settled_places(s, false));
    at_step(s, 0);
    at_seat(s, 0);
    nations_are_dealt(s, 0);
    return;
  }
  order_is_settled(s);
  if (s.node == Node::nation) {
    require(s, s.ruleset().has(Module::national) && s.cursor < s.players(), "no nation is due");
    at_step(s, 0);
    at_seat(s, 0);
    nations_are_dealt(s, s.cursor);
    return;
  }
  nations_are_dealt(s, s.ruleset().has(Module::national) ? s.players() : 0);
  if (is_chance(s) && s.node != Node::claim_counter) {
    restock(s);
    return;
  }
  constexpr u8 kAllDone = refresh::number_of(refresh::kSetup, refresh::Step::done);
  const unsigned spain = nations::seat_of(s, Nation::spain);
  const bool is_drawn = s.node == Node::claim_counter;
  at_cursor(s, 0);
  at_step(s, kAllDone);
  at_seat(s, spain);
  require(s, s.player[spain].powers() == (is_drawn ? 1U : 0U), "Spain's power is used otherwise");
}

void auction_node(const State& s) {
  const Ruleset rules = s.ruleset();
  require(s, rules.has(Module::auction), "an auction is open without its module");
  at_cursor(s, 0);
  at_step(s, 0);
  workers_of_the_start(s);
  const bool of_2015 = rules.has(Module::national);
  const bool is_of_2015 = s.node == Node::place_bid || s.node == Node::pick_nation;
  require(s, s.node == Node::starter || of_2015 == is_of_2015,
          "the node belongs to the other edition's auction");
  if (of_2015) {
    auction_of_2015(s);
  } else {
    auction_of_2007(s);
  }
}

}  // namespace carrack::checks
