// RULES §11, rulings on traces: what of a decision in several parts has been chosen so far.
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/phases.hpp"

namespace carrack {
namespace {

void add_expedition(std::vector<std::string>& events, const State& s) {
  using discovery::Expedition;
  const Board board = s.ruleset().board();
  const Expedition expedition = Expedition::of(s);
  events.push_back(to_notation(Action(Verb::explore, expedition.target), board));

  const bool complete = s.node != Node::send;  // then the party has left the box
  WorkerCounts sent_before;
  for (unsigned i = 0; i < (complete ? kWorkers : s.step); ++i) {
    const Worker type = discovery::kPartyOrder[i];
    const auto in_box = [&](unsigned at) {
      const Worker w = discovery::kPartyOrder[at];
      return s.of(s.actor).discovery()[w] + (complete ? expedition.sent[w] : 0U);
    };
    if (in_box(i) == 0) continue;
    bool is_last = true;
    for (unsigned later = i + 1; later < kWorkers; ++later) is_last &= in_box(later) == 0;
    const bool forced = is_last && in_box(i) == 1 && sent_before.empty();
    if (!forced) {
      events.push_back(
          to_notation(Action(Verb::send, index(type) * kSendSizes + expedition.sent[type]), board));
    }
    sent_before.add(type, expedition.sent[type]);
  }
}

void add_battle(std::vector<std::string>& events, const State& s) {
  using warfare::Battle;
  const Board board = s.ruleset().board();
  const Battle battle = Battle::of(s);
  const unsigned defender = index(battle.defender);
  Action declaration(Verb::battle, index(battle.region) * kMaxPlayers + defender);
  if (battle.is_war) declaration = Action(Verb::war, defender);
  if (battle.is_forced) {
    declaration = Action(Verb::force, index(battle.attacker) * kMaxPlayers + defender);
  }
  events.push_back(to_notation(declaration, board));
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned c = 0; c < kCasualties; ++c) {
      const unsigned n = warfare::picked(s.scratch[1], side, nth<warfare::Casualty>(c));
      events.insert(events.end(), n, to_notation(Action(Verb::kill, c), board));
    }
  }
}

/// England's new dock: every choice of a place is a decision, until one kind is left.
void add_reordering(std::vector<std::string>& events, const State& s) {
  const Board board = s.ruleset().board();
  events.push_back(to_notation(Action(Verb::use, 0), board));
  const nations::NewDock plan = nations::NewDock::of(s);
  for (unsigned i = 0; i < plan.filled; ++i) {
    events.push_back(to_notation(Action(Verb::next, plan.chosen[i]), board));
  }
}

/// Sales are in catalogue order, and `pass` makes each a decision.
void add_sale(std::vector<std::string>& events, const State& s) {
  const Holding sold = benefits::Sale::of(s).sold;
  for (unsigned g = 0; g < kGoods; ++g) {
    events.insert(events.end(), sold[nth<Good>(g)],
                  to_notation(Action(Verb::sell, g), s.ruleset().board()));
  }
}

}  // namespace

std::vector<std::string> pending_events(const State& s) {
  std::vector<std::string> events;
  switch (parts_at(s.node)) {
    case Parts::expedition: add_expedition(events, s); break;
    case Parts::battle: add_battle(events, s); break;
    case Parts::new_dock: add_reordering(events, s); break;
    case Parts::house_sale: add_sale(events, s); break;
    case Parts::none:
    case Parts::claim:
    case Parts::look_at_region:
    case Parts::look_at_card:
    case Parts::cargo:
    case Parts::spoils:
    case Parts::overpopulation:
    case Parts::edict:
    case Parts::plague:
    case Parts::rewrite:
    case Parts::swap:
    case Parts::place_sale: break;  // a trace does not show these
  }
  return events;
}

}  // namespace carrack
