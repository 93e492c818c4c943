#include "core/notation/trace_variants.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/game/game.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

using Visit = std::function<void(const State&)>;

using tiles::parts_word;

void with(const State& s, const Visit& visit, u64 first, u64 second = 0) {
  State variant = s;
  variant.scratch = {first, second};
  visit(variant);
}

void spoils(const State& s, const Visit& visit) {
  with(s, visit, 0);
  for (unsigned last = 1; last < kWorkers; ++last) with(s, visit, parts_word(1, last));
}

/// overpopulation and around_the_cape: the colonists placed, the last region, the regions.
void settle(const State& s, const Visit& visit) {
  const u64 african = s.board_row().african();
  for (const u64 among : {u64{0}, african}) {
    with(s, visit, 0, among);
    for (unsigned last = 0; last < kMaxRegions; ++last) {
      for (unsigned placed = 1; placed < tiles::kOverpopulation; ++placed) {
        with(s, visit, parts_word(placed, last), among);
      }
    }
    if (african == 0) return;
  }
}

void edict(const State& s, const Visit& visit) {
  const unsigned actor = index(s.actor) + 1;
  for (unsigned later = 0; later <= s.players(); ++later) with(s, visit, parts_word(actor, later));
}

void plague(const State& s, const Visit& visit) {
  unsigned place = 0;
  while (place + 1 < s.players() && s.in_place(place) != s.actor) ++place;
  for (unsigned r = 0; r < kMaxRegions; ++r) with(s, visit, parts_word(place, r));
}

void rewrite(const State& s, const Visit& visit) {
  with(s, visit, 0);
  for (unsigned victim = 1; victim <= s.players(); ++victim) with(s, visit, parts_word(1, victim));
}

void give(const State& s, const Visit& visit) {
  for (u64 swapped = 1; swapped <= u64{s.players()} * kGoods; ++swapped) with(s, visit, swapped);
}

/// Whether a seat can have opened the sale of the place, which decides who opens the next one.
/// Until somebody bids for the second time, those who have bid or passed sit between the opener and
/// the player.
bool can_have_opened(const State& s, u32 out, unsigned opener) {
  const u32 buyers = s.unplaced();
  if (!has_bit(buyers, opener) || !has_bit(buyers, index(s.actor))) return false;
  u32 spoken = out;
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    add_bit(spoken, seat, s.player[seat].bid() != 0);
  }
  if (has_bit(spoken, index(s.actor))) return true;
  u32 before = 0;
  for (auto p = nth<Player>(opener); p != s.actor; p = auction::next_seat(s, p, buyers)) {
    add_bit(before, index(p));
  }
  return before == spoken;
}

void sale_of_place(const State& s, const ShownState& shown, const Visit& visit) {
  // Only with the auction is money at the start limited to what a price can be.
  if (!s.ruleset().has(Module::auction)) return;
  const unsigned start_money = s.ruleset().figures().money;
  const bool is_sold = s.node == Node::pick_nation;
  const unsigned unplaced = count_bits(s.unplaced());
  const unsigned settled = s.players() - unplaced;
  if (is_sold && settled == 0) return;
  const unsigned place = is_sold ? settled - 1 : settled;
  // The last place costs half of the one before, which is the price that is kept.
  unsigned price = 0;
  if (settled != 0) {
    const unsigned sold = is_sold && unplaced == 0 ? settled - 2 : settled - 1;
    const unsigned seat = index(s.in_place(sold));
    if (seat >= kMaxPlayers || s.player[seat].money() > start_money) return;
    price = start_money - s.player[seat].money();
  }
  const auto opened_by = [&](Player opener) {
    State variant = s;
    variant.scratch = {};
    nation_auction::Sale{shown.out, opener, place, price}.write(variant);
    visit(variant);
  };
  const bool opener_matters = unplaced >= (is_sold ? 2U : 3U);
  if (!opener_matters) {
    opened_by(s.actor);
    return;
  }
  for (unsigned opener = 0; opener < s.players(); ++opener) {
    const bool possible = is_sold ? has_bit(s.unplaced() | bit(index(s.actor)), opener)
                                  : can_have_opened(s, shown.out, opener);
    if (possible) opened_by(nth<Player>(opener));
  }
}

/// The arguments of pending events, all of one verb, from the `first` on; empty if one has another.
std::vector<unsigned> arguments_of(const ShownState& shown, Verb verb, std::size_t first) {
  std::vector<unsigned> arguments;
  for (std::size_t i = first; i < shown.pending.size(); ++i) {
    if (!shown.pending[i].is(verb)) return {};
    arguments.push_back(shown.pending[i].argument(verb));
  }
  return arguments;
}

void sale(const State& s, const ShownState& shown, const Visit& visit) {
  benefits::Sale sale;
  for (const unsigned good : arguments_of(shown, Verb::sell, 0)) {
    if (sale.sold[nth<Good>(good)] == Holding::kMost) return;
    sale.sold.add(nth<Good>(good));
    sale.last = good;
  }
  State variant = s;
  variant.scratch = {};
  sale.write(variant);
  visit(variant);
}

void new_dock(const State& s, const ShownState& shown, const Visit& visit) {
  nations::NewDock plan;
  for (const unsigned kind : arguments_of(shown, Verb::next, 1)) {
    if (plan.filled == nations::NewDock::kSpaces) return;
    plan.chosen[plan.filled++] = static_cast<u8>(kind);
  }
  plan.colonists = nations::english_colonists(s, s.actor);
  State variant = s;
  plan.write(variant);
  visit(variant);
}

void expedition(const State& s, const ShownState& shown, const Visit& visit) {
  if (shown.pending.empty() || !shown.pending[0].is(Verb::explore)) return;
  discovery::Expedition party{shown.pending[0].argument(Verb::explore), {}};
  for (const unsigned sent : arguments_of(shown, Verb::send, 1)) {
    const auto type = nth<Worker>(sent / kSendSizes);
    const unsigned n = sent % kSendSizes;
    if (party.sent[type] + n > kPieces[index(type)]) return;
    party.sent.add(type, n);
  }
  State variant = s;
  discovery::write(variant, party);
  for (unsigned step = 0; step < kWorkers; ++step) {
    variant.step = static_cast<u8>(step);
    visit(variant);
  }
}

/// Makes the forced picks of a battle. False: it ends without another decision.
bool seek_pick(State& s, Legal& legal) {
  for (;;) {
    if (!warfare::seek_kill(s)) return false;
    warfare::kill_options(s, legal);
    if (legal.size() > 1) return true;
    warfare::choose_kill(s, legal[0]);
  }
}

/// A battle from its beginning: the picks that were decisions, with those that followed by force.
void replay_battle(State s, warfare::Battle battle, const std::vector<unsigned>& kills,
                   const Visit& visit) {
  const Player picks = s.actor;
  battle.due = warfare::casualties(s, battle, 0);
  s.scratch = {};
  warfare::write(s, battle);
  s.actor = battle.attacker;
  Legal legal;
  for (const unsigned kind : kills) {
    const Action kill(Verb::kill, kind);
    if (!seek_pick(s, legal) || !legal.contains(kill)) return;
    warfare::choose_kill(s, kill);
  }
  if (seek_pick(s, legal) && s.actor == picks) visit(s);
}

/// A battle or war: the trace does not say which region of a war it is, nor the attacker once the
/// defender picks.
void battle(const State& s, const ShownState& shown, const Visit& visit) {
  if (shown.pending.empty()) return;
  try {  // what follows plays on, so everything but the battle has to be in order
    checks::fields(s);
    checks::belongings(s);
    checks::boxes(s);
  } catch (const std::logic_error&) {
    visit(s);  // to get its error
    return;
  }
  const Action declaration = shown.pending[0];
  const std::vector<unsigned> kills = arguments_of(shown, Verb::kill, 1);
  const auto fight = [&](unsigned attacker, unsigned defender, u32 regions, bool is_war) {
    if (attacker >= s.players() || defender >= s.players() || attacker == defender) return;
    const u32 fields = warfare::battlefields(s, nth<Player>(attacker), nth<Player>(defender));
    for_each_bit(fields & regions, [&](unsigned r) {
      warfare::Battle begun{};
      begun.region = nth<Region>(r);
      begun.attacker = nth<Player>(attacker);
      begun.defender = nth<Player>(defender);
      begun.is_war = is_war;
      begun.is_forced = declaration.is(Verb::force);
      replay_battle(s, begun, kills, visit);
    });
  };
  const auto by_anybody = [&](unsigned defender, u32 regions, bool is_war) {
    for (unsigned attacker = 0; attacker < s.players(); ++attacker) {
      fight(attacker, defender, regions, is_war);
    }
  };
  const auto anywhere = static_cast<u32>(low_bits(kMaxRegions));
  if (declaration.is(Verb::battle)) {
    const unsigned argument = declaration.argument(Verb::battle);
    by_anybody(argument % kMaxPlayers, static_cast<u32>(bit(argument / kMaxPlayers)), false);
  } else if (declaration.is(Verb::war)) {
    by_anybody(declaration.argument(Verb::war), anywhere, true);
  } else if (declaration.is(Verb::force)) {
    const unsigned argument = declaration.argument(Verb::force);
    fight(argument / kMaxPlayers, argument % kMaxPlayers, anywhere, true);
  }
}

}  // namespace

void for_each_variant(const State& s, const ShownState& shown, const Visit& visit) {
  switch (parts_at(s.node)) {
    case Parts::spoils: spoils(s, visit); return;
    case Parts::overpopulation: settle(s, visit); return;
    case Parts::edict: edict(s, visit); return;
    case Parts::plague: plague(s, visit); return;
    case Parts::rewrite: rewrite(s, visit); return;
    case Parts::swap: give(s, visit); return;
    case Parts::house_sale: sale(s, shown, visit); return;
    case Parts::place_sale: sale_of_place(s, shown, visit); return;
    case Parts::new_dock: new_dock(s, shown, visit); return;
    case Parts::expedition: expedition(s, shown, visit); return;
    case Parts::battle: battle(s, shown, visit); return;
    case Parts::claim:  // a draw, and no trace of a draw is read
    case Parts::look_at_region:
    case Parts::cargo:
    case Parts::look_at_card:  // keeps nothing
    case Parts::none: visit(s); return;
  }
}

}  // namespace carrack
