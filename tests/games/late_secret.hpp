// A game in which a secret comes up between two decisions of a player: the other player draws a
// card, and the first player guesses its colour without having seen it.
#pragma once

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

struct LateSecret {
  static constexpr u16 kFirstCard = 2;
  static constexpr unsigned kCards = 4;
  static constexpr std::size_t kActions = kFirstCard + kCards;

  struct State {
    u8 events = 0;   // a choice of the first, the draw, a choice of the second, the guess
    u8 choices = 0;  // bit i: what was chosen in event i
    u8 card = 0;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return 2; }
  static bool is_over(const State& s) { return s.events == 4; }
  static unsigned mover(const State& s) { return s.events == 2 ? 1 : 0; }
  static bool is_chance(const State& s) { return s.events == 1; }
  static unsigned chance_total(const State& /*s*/) { return kCards; }
  static Action chance_outcome(const State& /*s*/, unsigned token) {
    return static_cast<Action>(kFirstCard + token);
  }
  static bool has_secrets(const State& s) { return s.events >= 2; }
  static void resample(State& s, unsigned seat, Random& random) {
    if (seat == 0) s.card = static_cast<u8>(random.below(kCards));
  }
  static u16 secret(const State& s, unsigned seat) {
    return seat == 0 ? u16{0} : static_cast<u16>(1 + s.card);
  }
  /// The card is seen by the second player alone. The first one sees that there is one, for which
  /// there is a number behind those of actions.
  static u16 seen(const State& /*s*/, Action action, unsigned seat) {
    return seat == 0 && action >= kFirstCard ? static_cast<u16>(kActions) : action;
  }
  static u64 hash(const State& s) { return s.events | s.choices << 8 | s.card << 16; }
  static Legal legal(const State& /*s*/) {
    Legal both;
    both.add(0);
    both.add(1);
    return both;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (action >= kFirstCard) {
      s.card = static_cast<u8>(action - kFirstCard);
    } else if (action == 1) {
      s.choices = static_cast<u8>(s.choices | 1U << s.events);
    }
    ++s.events;
    next = legal(s);
  }
  /// The first player wins with the colour of the card.
  static Rewards rewards(const State& end) {
    const bool is_right = (end.choices >> 3U) % 2U == end.card % 2U;
    return {is_right ? 1.0F : 0.0F, is_right ? 0.0F : 1.0F};
  }
};

}  // namespace carrack::testing
