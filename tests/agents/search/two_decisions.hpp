// A game of two decisions with known values and priors: the first one alone is rewarded.
#pragma once

#include <array>

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"
#include "core/base/elementary.hpp"

namespace carrack::testing {

struct TwoDecisions {
  static constexpr std::size_t kActions = 6;
  /// Of the player who decides first, by option.
  static constexpr std::array<float, kActions> kValues{0.25F, 0.5F, 0.375F, 0.625F, 0.125F, 0.5F};
  /// Of both decisions.
  static constexpr std::array<float, kActions> kPriors{0.4F, 0.2F, 0.15F, 0.05F, 0.1F, 0.1F};

  struct State {
    u8 first = 0;
    u8 decisions = 0;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return 2; }
  static bool is_over(const State& s) { return s.decisions == 2; }
  static unsigned mover(const State& s) { return s.decisions; }
  static u64 hash(const State& s) { return u64{s.decisions} << 8 | s.first; }
  static Legal legal(const State& /*s*/) {
    Legal all;
    for (u16 action = 0; action < kActions; ++action) all.add(action);
    return all;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (s.decisions == 0) s.first = static_cast<u8>(action);
    ++s.decisions;
    next = legal(s);
  }
  static Rewards rewards(const State& end) {
    Rewards rewards{};
    rewards[0] = kValues.at(end.first);
    rewards[1] = 1 - rewards[0];
    return rewards;
  }
};

/// prior=scripted gives the kPriors of the game.
template <typename G>
class PriorsOf : public UniformRollouts<G> {
 public:
  static constexpr bool kHasPolicy = true;
  void policy_values(const typename G::State& /*s*/, std::span<const typename G::Action> actions,
                     std::vector<float>& values) const {
    for (const auto action : actions) values.push_back(elementary::log(G::kPriors.at(action)));
  }
};
using KnownPriors = PriorsOf<TwoDecisions>;

}  // namespace carrack::testing
