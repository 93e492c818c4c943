// check(): the parts of a decision in State::scratch.
#include <algorithm>

#include "core/game/game.hpp"
#include "core/game/knowledge.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::checks {
namespace {

constexpr const char* kLeftOver = "parts of a decision were left over";

/// Small numbers side by side in word 0; nothing above `lanes` of them, and nothing in word 1.
struct Small {
  Small(const State& s, unsigned lanes) : word(s.scratch[0]) {
    require(s, (word & ~low_bits(4 * lanes)) == 0 && s.scratch[1] == 0, kLeftOver);
  }
  [[nodiscard]] unsigned operator[](unsigned lane) const {
    return tiles::PartLanes::get(word, lane);
  }
  u64 word;
};

/// An undiscovered region whose counter is still in the bag.
void waits_for_counter(const State& s, unsigned region) {
  require(s, region < kMaxRegions && has_bit(unfixed_regions(s), region),
          "a counter is drawn for a region that needs none");
}

void claim(const State& s) {
  const Small parts(s, 2);
  waits_for_counter(s, parts[0]);
  const bool is_aztec = s.phase == Phase::buildings && s.has(s.actor, Tile::aztec_conquest);
  require(s, parts[1] == 1 || (parts[1] == 1 + tiles::kAztecColonists && is_aztec),
          "colonists of a claim are ", parts[1]);
}

void look_counter(const State& s) {
  const Small parts(s, 1);
  waits_for_counter(s, parts[0]);
  require(s, has_secrets(s), "a look in a game without secrets");
}

/// A look at the deck, and what becomes of the card.
void look_card(const State& s) {
  static_cast<void>(Small(s, 0));
  require(s, s.undiscovered() == 0 && s.ruleset().has(Variant::scouting),
          "a look at a deck that is out of reach");
  const KnownDeck deck = KnownDeck::of(s);
  if (s.node == Node::look_card) {
    require(s, fixed_top(s) < 0, "a card is drawn and the top of the deck is known");
  } else {
    require(s, deck.top != 0 && knows_top(s, s.actor) && deck_size(s) > 1,
            "a card goes back that nobody has looked at");
  }
}

void cargo(const State& s) {
  const u64 most = s.phase == Phase::buildings ? 2 : 1;
  require(s, s.scratch[0] >= 1 && s.scratch[0] <= most && s.scratch[1] == 0,
          "tokens still to draw are too many or none");
}

void spoils(const State& s) {
  const Small parts(s, 2);
  require(s, parts[0] < tiles::kSpoils && parts[1] < kWorkers && (parts[0] != 0) == (parts[1] != 0),
          "picks of the spoils do not agree");
}

void overpopulation(const State& s) {
  const u64 word = s.scratch[0];
  const unsigned placed = tiles::PartLanes::get(word, 0);
  const unsigned last = tiles::PartLanes::get(word, 1);
  require(s, (word & ~low_bits(8)) == 0, kLeftOver);
  const u64 african = s.board_row().african();
  const u64 among = s.has(s.actor, Tile::around_the_cape) ? african : 0;
  require(s, s.scratch[1] == 0 || s.scratch[1] == among, "colonists settle in other regions");
  require(s, s.scratch[1] != 0 || s.has(s.actor, Tile::overpopulation),
          "colonists settle without the tile overpopulation");
  const u64 regions = s.scratch[1] != 0 ? s.scratch[1] : u64{s.discovered};
  require(s, placed < tiles::kOverpopulation && (placed == 0 ? last == 0 : has_bit(regions, last)),
          "the colonists placed do not agree");
}

void edict_settle(const State& s) {
  const Small parts(s, 2);
  require(s, parts[0] == index(s.actor) + 1 && parts[1] <= s.players() && parts[0] != parts[1],
          "the players that settle do not agree");
}

void plague(const State& s) {
  const Small parts(s, 2);
  require(s, parts[0] < s.players() && parts[1] < kMaxRegions, "there is no such plague");
}

void rewrite(const State& s) {
  const Small parts(s, 2);
  const bool is_drawn = s.node == Node::steal;
  require(s,
          parts[0] < tiles::kRewrites && parts[1] <= s.players() && parts[1] != index(s.actor) + 1,
          "the counters taken do not agree");
  require(s, (parts[1] != 0) == (is_drawn || parts[0] != 0), "a counter is taken from nobody");
}

void give(const State& s) {
  const u64 swapped = s.scratch[0] - 1;  // a player's good
  require(s, swapped < u64{s.players()} * kGoods && s.scratch[1] == 0,
          "there is no such good to give one for");
  const auto other = nth<Player>(static_cast<unsigned>(swapped / kGoods));
  const auto good = nth<Good>(static_cast<unsigned>(swapped % kGoods));
  require(s, other != s.actor && s.of(s.actor).good(good) != 0, "the good has not come");
}

void sell(const State& s) {
  const auto sale = benefits::Sale::of(s);
  require(s, sale.last < kGoods && s.scratch[1] == 0, "there is no such good to sell");
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned n = sale.sold[nth<Good>(g)];
    require(s, n <= s.of(s.actor).good(nth<Good>(g)) && (n == 0 || g <= sale.last),
            "more is sold than there is");
  }
  require(s, sale.last == 0 || sale.sold[nth<Good>(sale.last)] != 0,
          "the good marked as sold last has not been sold");
}

void sale_of_places(const State& s) {
  using nation_auction::Sale;
  require(s, (s.scratch[0] & ~low_bits(Sale::kBits)) == 0 && s.scratch[1] == 0, kLeftOver);
  const auto [passed, opener, place, price] = Sale::of(s);
  const unsigned settled = s.players() - count_bits(s.unplaced());
  const bool is_sold = s.node == Node::pick_nation;
  require(s, index(opener) < s.players() && place == settled - (is_sold ? 1U : 0U),
          "another place is for sale");
  require(s, is_sold || (passed & ~s.unplaced()) == 0, "a player with a place has passed");
  require(s, (passed & ~low_bits(s.players())) == 0, "an empty seat has passed");
  require(s, price <= s.ruleset().figures().money, "a place has cost more than players had");
  require(s, is_sold || count_bits(s.unplaced() & ~passed) >= 2, "nobody is left to bid");
}

void new_dock(const State& s) {
  using nations::NewDock;
  const unsigned filled = NewDock::filled_of(s);
  require(s, (s.scratch[1] & ~low_bits(NewDock::kWordOneBits)) == 0 && filled <= NewDock::kSpaces,
          kLeftOver);
  const NewDock plan = NewDock::of(s);
  State written = s;
  const bool are_kinds =
      std::ranges::all_of(plan.chosen, [](unsigned kind) { return kind < kMaxPlayers * kWorkers; });
  require(s, are_kinds, "there is no such worker in the dock");
  plan.write(written);
  require(s, written.scratch == s.scratch, kLeftOver);
  require(s, plan.colonists == nations::english_colonists(s, s.actor),
          "England's colonists are another number");
  NewDock::Kinds left = NewDock{{}, 0, plan.colonists}.left(s, s.actor);
  for (unsigned i = 0; i < filled; ++i) {
    require(s, left[plan.chosen[i]]-- != 0, "a worker stands in the new dock and not in the old");
  }
}

void expedition(const State& s) {
  using discovery::Expedition;
  require(s, (s.scratch[0] & ~low_bits(Expedition::kBits)) == 0 && s.scratch[1] == 0, kLeftOver);
  const Expedition party = Expedition::of(s);
  const bool is_sent = s.node != Node::send;
  for (unsigned i = 0; i < kWorkers; ++i) {
    const Worker type = discovery::kPartyOrder[i];
    const PlayerState& mine = s.of(s.actor);
    const unsigned most = is_sent      ? kPieces[index(type)] - mine.outside()[type]
                          : i < s.step ? mine.discovery()[type]
                                       : 0;
    require(s, party.sent[type] <= most, "the party has more of type ", name(type),
            " than there are");
  }
  require(s, !is_sent || !party.sent.empty(), "nobody has been sent");
  if (party.target != discovery::kDeck) {
    require(s, party.target < discovery::kDeck && has_bit(s.undiscovered(), party.target),
            "the target of an expedition is discovered");
    require(s, s.node != Node::expedition_counter || has_bit(unfixed_regions(s), party.target),
            "a counter is drawn for a region that needs none");
  } else if (s.undiscovered() != 0) {
    const unsigned portugal = nations::seat_of(s, Nation::portugal);
    require(
        s, index(s.actor) == portugal && has_bit(s.deck_ages(), index(s.age())) && card_bag(s) != 0,
        "the deck is out of reach");
  } else {
    require(s, deck_size(s) != 0 && (!is_sent || fixed_top(s) < 0), "there is no card to find");
  }
  const bool finds_card = party.target == discovery::kDeck;
  require(s, !is_sent || finds_card == (s.node == Node::expedition_card),
          "the target of an expedition is another one");
}

/// The casualties of a side, added up: within what can fall, and the decisions among them no more
/// than all.
unsigned casualties_of(const State& s, const warfare::Battle& battle, unsigned side) {
  unsigned picks = 0;
  for (unsigned c = 0; c < kCasualties; ++c) {
    const auto kind = nth<warfare::Casualty>(c);
    const unsigned fallen = warfare::picked(s.scratch[0], side, kind);
    // left_to_pick() wraps around if too many have fallen; adding `fallen` gives the total again.
    const unsigned in_all = warfare::left_to_pick(s, battle, side, kind) + fallen;
    require(s, fallen <= in_all && warfare::picked(s.scratch[1], side, kind) <= fallen,
            "more workers fall than there are");
    const bool is_behind = side == battle.stage && c > battle.least;
    require(s, !is_behind || fallen == 0, "casualties are picked in another order");
    picks += fallen;
  }
  return picks;
}

void battle(const State& s) {
  using warfare::Battle;
  constexpr u64 kPickBits = low_bits(Battle::kBits) & ~low_bits(Battle::kHeadBits);
  require(s, (s.scratch[0] & ~low_bits(Battle::kBits)) == 0, kLeftOver);
  require(s, (s.scratch[1] & ~kPickBits) == 0, kLeftOver);
  const Battle fight = Battle::of(s);
  const unsigned attacker = index(fight.attacker);
  const unsigned defender = index(fight.defender);
  require(s,
          index(fight.region) < kMaxRegions && attacker < s.players() && defender < s.players() &&
              attacker != defender && fight.least < kCasualties && fight.due != 0,
          "there is no such battle");
  require(s, fight.is_forced == (s.phase == Phase::buildings) && (!fight.is_forced || fight.is_war),
          "the battle comes from elsewhere");
  require(s, s.actor == (fight.stage == 0 ? fight.attacker : fight.defender),
          "the casualties are picked by somebody else");
  const unsigned of_defender = casualties_of(s, fight, 0);
  const unsigned of_attacker = casualties_of(s, fight, 1);
  const unsigned picks = fight.stage == 0 ? of_defender : of_attacker;
  require(s, picks + fight.due == warfare::casualties(s, fight, fight.stage),
          "the casualties due are another number");
  const bool first_stage_done = of_defender == warfare::casualties(s, fight, 0);
  require(s, fight.stage == 0 ? of_attacker == 0 : first_stage_done,
          "the casualties of the other side are another number");
}

}  // namespace

void parts(const State& s) {
  switch (parts_at(s.node)) {
    case Parts::none: require(s, s.scratch == std::array<u64, 2>{}, kLeftOver); return;
    case Parts::claim: claim(s); return;
    case Parts::look_at_region: look_counter(s); return;
    case Parts::look_at_card: look_card(s); return;
    case Parts::cargo: cargo(s); return;
    case Parts::spoils: spoils(s); return;
    case Parts::overpopulation: overpopulation(s); return;
    case Parts::edict: edict_settle(s); return;
    case Parts::plague: plague(s); return;
    case Parts::rewrite: rewrite(s); return;
    case Parts::swap: give(s); return;
    case Parts::house_sale: sell(s); return;
    case Parts::place_sale: sale_of_places(s); return;
    case Parts::new_dock: new_dock(s); return;
    case Parts::expedition: expedition(s); return;
    case Parts::battle: battle(s); return;
  }
}

}  // namespace carrack::checks
