// Kuhn poker: Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1,
// 1950. Three cards, one for each player; both pay 1, and one bet of 1 may be made and called.
#pragma once

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

struct KuhnPoker {
  static constexpr u16 kPass = 0;  // check, or fold
  static constexpr u16 kBet = 1;   // or call
  static constexpr u16 kFirstDeal = 2;
  static constexpr unsigned kCards = 3;
  static constexpr unsigned kDeals = kCards * (kCards - 1);
  static constexpr std::size_t kActions = kFirstDeal + kDeals;
  /// The equilibrium value for the first player, in antes.
  static constexpr double kValue = -1.0 / 18;

  struct State {
    std::array<u8, 2> card{};  // 0 to 2, the highest wins
    bool is_dealt = false;
    u8 played = 0;  // decisions
    u8 bets = 0;    // bit i: the i-th was a bet
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return 2; }
  static bool is_over(const State& s) {
    if (s.played < 2) return false;
    return s.played == 3 || s.bets != 0b10;  // only after pass and bet is there a third decision
  }
  static unsigned mover(const State& s) { return s.played % 2U; }
  static bool is_chance(const State& s) { return !s.is_dealt; }
  static unsigned chance_total(const State& /*s*/) { return kDeals; }
  static Action chance_outcome(const State& /*s*/, unsigned token) {
    return static_cast<Action>(kFirstDeal + token);
  }
  static bool has_secrets(const State& s) { return s.is_dealt; }
  static void resample(State& s, unsigned seat, Random& random) {
    const u8 mine = s.card[seat];
    s.card[1 - seat] = static_cast<u8>((mine + 1 + random.below(kCards - 1)) % kCards);
  }
  static u16 secret(const State& s, unsigned seat) { return s.card[seat]; }
  static u16 seen(const State& s, Action action, unsigned seat) {
    if (action < kFirstDeal) return action;
    State dealt = s;
    Legal next;
    apply(dealt, action, next);
    return static_cast<u16>(kFirstDeal + dealt.card[seat]);
  }
  static u64 hash(const State& s) {
    return s.card[0] | s.card[1] << 4 | s.is_dealt << 8 | s.played << 12 | s.bets << 16;
  }
  static Legal legal(const State& /*s*/) {
    Legal both;
    both.add(kPass);
    both.add(kBet);
    return both;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (action >= kFirstDeal) {
      const unsigned deal = action - kFirstDeal;
      s.card[0] = static_cast<u8>(deal / 2);
      s.card[1] = static_cast<u8>((s.card[0] + 1 + deal % 2) % kCards);
      s.is_dealt = true;
    } else {
      if (action == kBet) s.bets = static_cast<u8>(s.bets | 1U << s.played);
      ++s.played;
    }
    next = legal(s);
  }
  /// The payoff of the first player, in antes.
  static int winnings(const State& end) {
    const int sign = end.card[0] > end.card[1] ? 1 : -1;
    switch (end.bets) {
      case 0b00: return sign;      // nobody bet
      case 0b01: return 1;         // the second folded
      case 0b11: return 2 * sign;  // the second called
      case 0b10: return -1;        // the first passed, then folded
      default: return 2 * sign;    // the first called: 0b110
    }
  }
  /// Maps -2 to 2 antes to 0 to 1.
  static float reward_of(double winnings) { return static_cast<float>((winnings + 2) / 4); }
  static Rewards rewards(const State& end) {
    return {reward_of(winnings(end)), reward_of(-winnings(end))};
  }
};

}  // namespace carrack::testing
