// The phases of the game in their order; each has a .cpp file of its name.
//
// A phase with decisions handles its nodes with three functions:
//   seek     goes on to the next worker, player or tile with a decision. True: the node stands at
//            one. False: the phase is over, and the position is at another node.
//   options  the legal actions at the node, at least one after a seek that returned true. A single
//            one is taken without asking: a player who has nothing but `pass` is never asked.
//   choose   applies one of them, and sets the node to what comes next.
// A phase without decisions has only `resolve`, which does its work and sets the next node.
#pragma once

#include "core/game/legal.hpp"
#include "core/game/queries.hpp"
#include "core/rules/pieces.hpp"

namespace carrack {

/// Runs to the next position with at least two options, or to the end of the game.
void run(State& s, Legal& next) noexcept;
/// Calls the `seek` of the node's handler. True at a node that always stands at a choice.
[[nodiscard]] bool seek(State& s) noexcept;
/// Opens a phase: the window before its box if it has one, then the box.
void begin(State& s, Phase phase) noexcept;
/// Goes on after the window of a national power: to the next window before the box, or to the box.
void after_power(State& s) noexcept;
/// Points the node at the first decision of the phase itself, after its windows.
void enter_box(State& s) noexcept;

namespace chance {  // the draws of all phases
void options(const State& s, Legal& legal) noexcept;
/// Whether there is only one outcome.
[[nodiscard]] bool is_forced(const State& s) noexcept;
}  // namespace chance

namespace setup {  // RULES §3: player order and nations by chance
void choose(State& s, Action action) noexcept;
void choose_nation(State& s, Action action) noexcept;
}  // namespace setup

namespace auction {  // RULES §7: what both auctions share, and the one of 2007
/// The next seat round the table that is in `among`.
[[nodiscard]] Player next_seat(const State& s, Player after, u32 among) noexcept;
/// Every bid above the highest that s.actor can pay, and `pass`.
void add_bids(const State& s, Legal& legal) noexcept;
void clear_bids(State& s) noexcept;
/// Ends the auction; the setup goes on with the tiles.
void close(State& s) noexcept;
void choose_starter(State& s, Action action) noexcept;
bool seek(State& s) noexcept;
void choose(State& s, Action action) noexcept;
void prize_options(const State& s, Legal& legal) noexcept;
void choose_prize(State& s, Action action) noexcept;
void choose_counter(State& s, Action action) noexcept;
}  // namespace auction

namespace nation_auction {  // RULES §7: the one of 2015

/// What the sale of a place remembers, as State::scratch[0] holds it:
///
///   bit 0       6        9      12      16
///       | passed | opener | place | price |
///
/// `price` is the winning bid for the place before.
struct Sale {
  u32 passed;  // set of seats that are out for this place
  Player opener;
  unsigned place;
  unsigned price;
  static constexpr unsigned kBits = 16;
  [[nodiscard]] static constexpr Sale of(const State& s) noexcept {
    const u64 word = s.scratch[0];
    return {PassedLane::get(word, 0), nth<Player>(OpenerLane::get(word, 0)),
            PlaceLane::get(word, 0), PriceLane::get(word, 0)};
  }
  constexpr void write(State& s) const noexcept {
    s.scratch[0] = PassedLane::word(0, passed) | OpenerLane::word(0, index(opener)) |
                   PlaceLane::word(0, place) | PriceLane::word(0, price);
  }

 private:
  using PassedLane = Lanes<6>;
  using OpenerLane = Lanes<3, 6>;
  using PlaceLane = Lanes<3, 9>;
  using PriceLane = Lanes<4, 12>;
};

void open(State& s) noexcept;
/// Whether a player has passed for the place that is being sold.
[[nodiscard]] bool is_out(const State& s, Player p) noexcept;
bool seek(State& s) noexcept;
void choose(State& s, Action action) noexcept;
void choose_nation(State& s, Action action) noexcept;
}  // namespace nation_auction

namespace university {  // RULES §5, §10: the window before a box
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
}  // namespace university

namespace placement {                       // RULES §4 A
inline constexpr unsigned kMostSailed = 3;  // mayflower: ships in a turn
void open(State& s) noexcept;
/// Recounts what placement keeps beside the spaces: how many workers the boxes hold, and which are
/// open.
void recount(State& s) noexcept;
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
/// Makes a choice and goes on to the next placement. True if that has several options, which are
/// then in `next`.
bool play(State& s, Action action, Legal& next) noexcept;
}  // namespace placement

namespace initiative {  // RULES §4 B.1
void resolve(State& s) noexcept;
/// Sets the new player order: the players in the box in the order of the box, then the others in
/// their old order (§4 E).
void reorder(State& s) noexcept;
}  // namespace initiative

namespace dock {  // RULES §4 B.2
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
}  // namespace dock

namespace goods {  // RULES §4 B.3
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
}  // namespace goods

namespace shipping {  // RULES §4 B.4
void resolve(State& s) noexcept;
}  // namespace shipping

namespace buildings {  // RULES §4 B.5
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
}  // namespace buildings

namespace scouting {  // RULES §8
void add_looks(const State& s, Legal& legal) noexcept;
void look(State& s, Action action) noexcept;
void choose_counter(State& s, Action action) noexcept;
void choose_card(State& s, Action action) noexcept;
void return_options(const State& s, Legal& legal) noexcept;
void choose_return(State& s, Action action) noexcept;
}  // namespace scouting

namespace discovery {  // RULES §4 B.6
constexpr void write(State& s, const Expedition& expedition) noexcept {
  s.scratch[0] = Expedition::Target::word(0, expedition.target) |
                 Expedition::Sent::word(0, expedition.sent.bits());
}

bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
bool seek_send(State& s) noexcept;
void send_options(const State& s, Legal& legal) noexcept;
void choose_send(State& s, Action action) noexcept;
void choose_counter(State& s, Action action) noexcept;
void choose_card(State& s, Action action) noexcept;
}  // namespace discovery

namespace specialists {                   // RULES §4 B.7
inline constexpr unsigned kTraining = 5;  // the last space
bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
}  // namespace specialists

namespace warfare {  // RULES §4 B.8

/// Writes the battle to State::scratch, where its picks stay as they are.
void write(State& s, const Battle& battle) noexcept;

constexpr void add_pick(u64& word, unsigned side, Casualty c) noexcept {
  PickLanes::add(word, pick_lane(side, c), 1);
}

/// Workers of one kind on a side that have not been picked yet.
[[nodiscard]] unsigned left_to_pick(const State& s, const Battle& battle, unsigned side,
                                    Casualty c) noexcept;
/// Casualties of the defender's side (0) or the attacker's (1): min(enemy soldiers, workers that
/// can fall), the defender's militia counting as one more of each.
[[nodiscard]] unsigned casualties(const State& s, const Battle& battle, unsigned side) noexcept;

bool seek(State& s) noexcept;
void options(const State& s, Legal& legal) noexcept;
void choose(State& s, Action action) noexcept;
/// RULES §9 cardinal_richelieu: whether any two others can be forced into a war, and which.
[[nodiscard]] bool can_force(const State& s, Player p) noexcept;
void force_options(const State& s, Legal& legal) noexcept;
void choose_force(State& s, Action action) noexcept;
bool seek_kill(State& s) noexcept;
void kill_options(const State& s, Legal& legal) noexcept;
void choose_kill(State& s, Action action) noexcept;
}  // namespace warfare

namespace income {  // RULES §4 C
/// What a player's income of this turn comes from: its goods and the ships that have not sailed.
[[nodiscard]] Holding goods_and_ships(const State& s, Player p) noexcept;
void resolve(State& s) noexcept;
}  // namespace income

namespace benefits {  // RULES §4 D

/// What the owner of the trading house has sold so far, as State::scratch[0] holds it: tokens by
/// kind and, in the bits where a holding has its ships, the kind sold last. The tokens change hands
/// at the end.
struct Sale {
  Holding sold;  // without ships
  unsigned last = 0;
  [[nodiscard]] static constexpr Sale of(const State& s) noexcept {
    const Holding word(s.scratch[0]);
    return {word.without_ships(), word.ships()};
  }
  constexpr void write(State& s) const noexcept {
    Holding word = sold;
    word.set_ships(last);
    s.scratch[0] = word.bits();
  }
};

void seek(State& s) noexcept;
[[nodiscard]] bool can_march(const State& s, Player p) noexcept;
void march_options(const State& s, Legal& legal) noexcept;
void choose_march(State& s, Action action) noexcept;
[[nodiscard]] bool can_migrate(const State& s) noexcept;
void migrate_options(const State& s, Legal& legal) noexcept;
void choose_migrate(State& s, Action action) noexcept;
[[nodiscard]] bool can_swap(const State& s) noexcept;
void swap_options(const State& s, Legal& legal) noexcept;
void choose_swap(State& s, Action action) noexcept;
void give_options(const State& s, Legal& legal) noexcept;
void choose_give(State& s, Action action) noexcept;
bool seek_sell(State& s) noexcept;
void sell_options(const State& s, Legal& legal) noexcept;
void choose_sell(State& s, Action action) noexcept;
}  // namespace benefits

namespace refresh {  // RULES §4 E, and the same stocking during the setup
void begin(State& s) noexcept;
/// After the restocking and any scoring: sets the new player order and starts the next turn, or
/// ends the game.
void finish(State& s) noexcept;
void seek(State& s) noexcept;
void choose_tile(State& s, Action action) noexcept;
void choose_good(State& s, Action action) noexcept;
void choose_reserve(State& s, Action action) noexcept;
void choose_open_counter(State& s, Action action) noexcept;
}  // namespace refresh

namespace scoring {  // RULES §4 G
/// The most VP that one scoring can bring a player: as if first everywhere, with all builders.
inline constexpr unsigned kMostVp = 6 * kMaxRegions + 4 * kMaxPlayers * 10;
/// How many scorings there have been before this position.
[[nodiscard]] unsigned scorings_before(const State& s) noexcept;
void resolve(State& s) noexcept;
bool seek_buy(State& s) noexcept;
void buy_options(const State& s, Legal& legal) noexcept;
void choose_buy(State& s, Action action) noexcept;
}  // namespace scoring

}  // namespace carrack
