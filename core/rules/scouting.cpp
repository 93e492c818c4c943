// RULES §8 scouting: for money, in an own placement or discovery decision, a player looks at a
// counter or at the top card of the deck. §9: Denmark looks at two regions for nothing.
#include "core/game/knowledge.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"

namespace carrack::scouting {
namespace {

/// The regions that cost the player nothing to look at.
u32 free_looks(const State& s) noexcept {
  return nations::is_danish(s, s.actor) ? s.board_row().danish() : 0U;
}

/// Goes back to the decision that the look belonged to.
void go_on(State& s) noexcept {
  s.scratch = {};
  s.node = s.phase == Phase::placement ? Node::place : Node::explore;
}

/// The card just seen goes back to the top or to the bottom; with one card left there is no choice.
void offer_return(State& s) noexcept {
  go_on(s);
  if (deck_size(s) > 1) s.node = Node::return_card;
}

}  // namespace

void add_looks(const State& s, Legal& legal) noexcept {
  const bool can_pay =
      s.ruleset().has(Variant::scouting) && s.of(s.actor).money() >= price(s.age());
  if (s.undiscovered() == 0) {
    if (can_pay && deck_size(s) != 0 && !knows_top(s, s.actor)) {
      legal.add(Verb::look, discovery::kDeck);
    }
    return;
  }
  const u32 within_reach = can_pay ? s.undiscovered() : s.undiscovered() & free_looks(s);
  for_each_bit(within_reach, [&](unsigned r) {
    if (counter_known_to(s, s.actor, nth<Region>(r)) < 0) legal.add(Verb::look, r);
  });
}

void look(State& s, Action action) noexcept {
  const unsigned place = action.argument(Verb::look);
  if (!has_bit(free_looks(s), place)) s.of(s.actor).pay(price(s.age()));
  if (place == discovery::kDeck) {
    if (fixed_top(s) < 0) {
      s.node = Node::look_card;
    } else {
      see_top(s, s.actor);
      offer_return(s);
    }
    return;
  }
  const auto region = nth<Region>(place);
  const int fixed = fixed_counter(s, region);
  if (fixed < 0) {
    s.scratch[0] = place;
    s.node = Node::look_counter;
    return;
  }
  fix_counter(s, region, nth<Counter>(static_cast<unsigned>(fixed)),
              knowers(s, region) | static_cast<unsigned>(bit(index(s.actor))));
}

void choose_counter(State& s, Action action) noexcept {
  fix_counter(s, nth<Region>(static_cast<unsigned>(s.scratch[0])),
              nth<Counter>(action.argument(Verb::counter)),
              static_cast<unsigned>(bit(index(s.actor))));
  go_on(s);
}

void choose_card(State& s, Action action) noexcept {
  see_top(s, s.actor, nth<Card>(action.argument(Verb::card)));
  offer_return(s);
}

void return_options(const State& /*s*/, Legal& legal) noexcept {
  legal.assign(Verb::return_, 0b11);
}

void choose_return(State& s, Action action) noexcept {
  if (action.argument(Verb::return_) == 1) move_top_to_bottom(s);
  go_on(s);
}

}  // namespace carrack::scouting
