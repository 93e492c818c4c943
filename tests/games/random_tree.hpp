// Three players, no chance, nothing hidden: a tree whose leaves have random rewards (as the P-games
// of Kocsis & Szepesvari 2006 have).
#pragma once

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

struct RandomTree {
  static constexpr std::size_t kActions = 3;
  static constexpr unsigned kPlayers = 3;
  static constexpr unsigned kDepth = 4;  // decisions

  /// The seed with the largest gap between best and second best options, 0.104, among the first
  /// 200,000. With ties max^n values are not unique.
  static constexpr u64 kWithoutTies = 85'618;

  struct State {
    u64 seed = kWithoutTies;
    u32 path = 0;  // the choices so far as digits to the base of kActions
    u32 depth = 0;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return kPlayers; }
  static bool is_over(const State& s) { return s.depth == kDepth; }
  static unsigned mover(const State& s) { return s.depth % kPlayers; }
  static unsigned turn(const State& s) { return 1 + s.depth / 2; }
  static u64 hash(const State& s) { return philox(s.seed, s.depth, s.path)[0]; }
  static Legal legal(const State& /*s*/) {
    Legal all;
    for (u16 action = 0; action < kActions; ++action) all.add(action);
    return all;
  }
  static void apply(State& s, Action action, Legal& next) {
    s.path = s.path * static_cast<u32>(kActions) + action;
    ++s.depth;
    next = legal(s);
  }
  static Rewards rewards(const State& end) {
    Rewards rewards{};
    for (unsigned p = 0; p < kPlayers; ++p) {
      const u64 bits = philox(end.seed, p + 1, end.path)[0];
      rewards[p] = static_cast<float>(static_cast<double>(bits >> 40) * 0x1p-24);
    }
    return rewards;
  }
};

}  // namespace carrack::testing
