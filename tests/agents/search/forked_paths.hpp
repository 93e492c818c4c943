// A game whose playouts are known: every path through it, and what it is worth, can be followed by
// hand. Moves come back later on a path, and not every node offers every move.
#pragma once

#include <array>
#include <vector>

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"
#include "core/base/elementary.hpp"

namespace carrack::testing {

struct ForkedPaths {
  static constexpr std::size_t kActions = 5;
  static constexpr unsigned kPlayers = 2;
  /// Who decides, by depth. The parent's player is now the same one, now the other one.
  static constexpr std::array<u8, 6> kMovers{0, 1, 0, 0, 1, 1};
  /// Before those that are not legal are left out. No two nodes' sums of them are alike.
  static constexpr std::array<float, kActions> kPriors{0.31F, 0.25F, 0.19F, 0.14F, 0.11F};

  struct State {
    u32 path = 1;  // the choices so far as digits to the base of kActions, behind a 1
    u32 depth = 0;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static u32 after(u32 path, u16 action) { return path * static_cast<u32>(kActions) + action; }
  /// A number of 10 bits that depends on the path.
  static u64 number_of(u32 path, unsigned of) { return philox(11, of, path)[0] >> 54; }

  static unsigned players(const State& /*s*/) { return kPlayers; }
  static bool is_over(const State& s) { return s.depth == kMovers.size(); }
  static unsigned mover(const State& s) { return kMovers.at(s.depth); }
  static u64 hash(const State& s) { return s.path; }
  /// All moves but one, which is another one from node to node.
  static Legal legal(const State& s) {
    Legal most;
    for (u16 action = 0; action < kActions; ++action) {
      if (action != number_of(s.path, 7) % kActions) most.add(action);
    }
    return most;
  }
  static void apply(State& s, Action action, Legal& next) {
    s.path = after(s.path, action);
    ++s.depth;
    if (!is_over(s)) next = legal(s);
  }
  /// Independent of each other: what one player wins the other does not lose.
  static Rewards rewards(const State& end) {
    Rewards rewards{};
    for (unsigned p = 0; p < kPlayers; ++p) {
      rewards[p] = static_cast<float>(number_of(end.path, p)) / 1024;
    }
    return rewards;
  }
};

/// Priors by action. A playout takes the move that the path so far stands for.
class KnownPaths : public UniformRollouts<ForkedPaths> {
 public:
  static constexpr bool kHasPolicy = true;

  [[nodiscard]] static u16 move_of(const State& s, const Legal& legal) {
    return legal[static_cast<unsigned>(ForkedPaths::number_of(s.path, 8) % legal.size())];
  }
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& /*seats*/,
                              Random& /*random*/) const {
    return move_of(s, legal);
  }
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Seats& /*seats*/,
                              std::span<const float, ForkedPaths::kActions> /*bonus*/,
                              Random& /*random*/) const {
    return move_of(s, legal);
  }
  void policy_values(const State& /*s*/, std::span<const Action> actions,
                     std::vector<float>& values) const {
    for (const Action action : actions) {
      values.push_back(elementary::log(ForkedPaths::kPriors.at(action)));
    }
  }
};

}  // namespace carrack::testing
