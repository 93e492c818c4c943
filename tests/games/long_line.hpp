// Long forced lines: each step down the line offers a smaller sure reward, and only its end the
// largest (Coquelin & Munos, "Bandit algorithms for tree search", UAI 2007, where UCT takes a time
// that is doubly exponential in the length). The other player has one legal action at a time.
#pragma once

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

template <unsigned kLength>
struct LongLine {
  static constexpr u16 kStop = 0;
  static constexpr u16 kGoOn = 1;
  static constexpr u16 kNod = 2;  // all that the other player may do
  static constexpr std::size_t kActions = 3;

  struct State {
    u32 steps = 0;
    bool has_stopped = false;
    bool other_moves = false;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return 2; }
  static bool is_over(const State& s) {
    return s.has_stopped || (s.steps == kLength && !s.other_moves);
  }
  static unsigned mover(const State& s) { return s.other_moves ? 1 : 0; }
  static u64 hash(const State& s) { return s.steps * 4 + s.has_stopped * 2 + s.other_moves; }
  static Legal legal(const State& s) {
    Legal legal;
    if (s.other_moves) {
      legal.add(kNod);
    } else {
      legal.add(kStop);
      legal.add(kGoOn);
    }
    return legal;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (action == kStop) {
      s.has_stopped = true;
    } else if (action == kGoOn) {
      ++s.steps;
      s.other_moves = true;
    } else {
      s.other_moves = false;
    }
    next = legal(s);
  }
  static Rewards rewards(const State& end) {
    const float mine = end.has_stopped ? static_cast<float>(kLength - end.steps - 1) / kLength : 1;
    return {mine, 1 - mine};
  }
};

}  // namespace carrack::testing
