// check(): every field by itself.
#include "core/base/error.hpp"
#include "core/game/knowledge.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/phases.hpp"

namespace carrack::checks {
namespace {

/// Whether no bit of a word lies at or above `width`.
constexpr bool fits(u64 word, unsigned width) { return (word & ~low_bits(width)) == 0; }

void slots(const State& s) {
  for_each_row(s, [&](std::span<const Slot> spaces) {
    for (const Slot slot : spaces) {
      const bool is_worker = index(slot.player()) < s.players() && index(slot.worker()) < kWorkers;
      require(s, slot.empty() || (is_worker && slot == Slot(slot.player(), slot.worker())),
              "a space holds a worker of no player or type");
    }
  });
}

void seats(const State& s) {
  const unsigned nations = s.ruleset().has(Module::world) ? kNations : kNations - 1;
  for (unsigned i = 0; i < kMaxPlayers; ++i) {
    const PlayerState& p = s.player[i];
    require(s, !p.has_unused_bits(), "a player's unused bit is set");
    require(s, !p.has_nation() || index(p.nation()) < nations, "a nation does not exist");
    require(s, i < s.players() || p == PlayerState{}, "an empty seat has something");
  }
}

/// Owners of tiles, counters and cards are players or a Holder.
void holders(const State& s) {
  for (const u8 plane : s.tiles_high.plane) {
    require(s, fits(plane, kTileCopies - 64), "there are more tiles than printed");
  }
  for (unsigned seat = s.players(); seat < kMaxPlayers; ++seat) {
    require(s,
            s.tiles_of(seat).empty() && s.counters.held_by(seat) == 0 && s.cards.held_by(seat) == 0,
            "an empty seat has a tile, a counter or a card");
  }
}

/// A set of seats that know something, by itself.
bool are_knowers(const State& s, unsigned known_by) { return fits(known_by, s.players()); }

void known_counters(const State& s) {
  require(s, !has_stray_counter_bits(s),
          "the unused part of what is known of counters is not empty");
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    const auto region = nth<Region>(r);
    const unsigned known_by = knowers(s, region);
    const bool is_partial = are_knowers(s, known_by) && known_by != low_bits(s.players());
    require(s, known_by == kEverybody || is_partial, "a counter is known to an empty seat");
    require(s, known_by == 0 || known_by == kEverybody || has_secrets(s),
            "a counter is a secret without scouting and without Denmark");
    const bool is_known = known_by != 0;
    require(s, is_known || !has_counter_bits(s, region), "a counter lies where none is fixed");
    require(s, !is_known || has_bit(s.undiscovered(), r), "a counter lies in a discovered region");
  }
}

void known_cards(const State& s) {
  require(s, KnownDeck::is_possible(s), "more cards are known than there are");
  const KnownDeck deck = KnownDeck::of(s);
  require(s, deck.size() == 0 || s.ruleset().has(Variant::scouting),
          "cards of the deck are known without scouting");
  for (unsigned i = 0; i < deck.size(); ++i) {
    const unsigned known_by = deck.entries[i].known_by;
    require(s, known_by != 0 && are_knowers(s, known_by), "a known card is known to nobody");
  }
  State written = s;
  deck.write(written);
  require(s, written.knowledge == s.knowledge,
          "the unused part of what is known of cards is not empty");
}

/// Players in the order of play, workers in India, the ally, ages of the deck.
void table(const State& s) {
  require(s, fits(s.order, State::kOrderBits), "the player order has more than six places");
  u32 placed = 0;
  for (unsigned place = 0; place < kMaxPlayers; ++place) {
    const unsigned seat = index(s.in_place(place));
    if (seat == 15) continue;
    require(s, place < s.players() && seat < s.players() && !has_bit(placed, seat),
            "a player has two places, or there is no such place");
    add_bit(placed, seat);
  }
  require(s, fits(s.india_ally_deck_ages, State::kIndiaAllyDeckAgesBits),
          "an unused bit of india_ally_deck_ages is set");
  require(s, s.ally() == kMaxPlayers || s.ally() < s.players(), "the ally is an empty seat");
}

void sets(const State& s) {
  const BoardRow& board = s.board_row();
  const u32 all = board.all();
  require(s, (s.discovered & ~all) == 0 && (board.discovered() & ~u32{s.discovered}) == 0,
          "the discovered regions are not of this board");
  require(s, (s.region_tokens & ~all) == 0, "a good lies outside of the board");
  require(s, fits(s.open_boxes, kBoxes), "an open box does not exist");
  require(s, fits(s.in_initiative, s.players()), "an empty seat is in the initiative box");
  require(s, fits(s.flags, 6), "a flag does not exist");
  constexpr unsigned kFirst = index(kFirstOfAgeThree);
  require(s, fits(s.reserve, kTileCopies - kFirst), "the reserve has a tile that does not exist");
}

void numbers(const State& s) {
  require(s, s.ship_on_show <= 1, "more than one ship is on show");
  require(s, s.sailed <= placement::kMostSailed, "more than ", placement::kMostSailed,
          " ships have sailed");
  require(s, s.reason <= s.specialist_box.size(), "age_of_reason has counted too many workers");
  require(s, s.wealth <= PlayerState::kMostMoney / 5, "the tile wealth has too many VP");
}

}  // namespace

void fields(const State& s) {
  require(s, s.turn >= 1 && s.turn <= kTurns, "there is no such turn");
  require(s, index(s.phase) < kPhases, "there is no such phase");
  require(s, index(s.node) < kNodes, "there is no such node");
  require(s, is_known(s.rules), "there is no such ruleset");
  require(s, s.seats == s.ruleset().players(), "the number of seats is not that of the ruleset");
  require(s, index(s.actor) < s.players(), "an empty seat is to decide");
  sets(s);
  slots(s);
  seats(s);
  holders(s);
  if (s.undiscovered() != 0) {
    known_counters(s);
  } else {
    known_cards(s);
  }
  table(s);
  numbers(s);
}

}  // namespace carrack::checks
