// A two-player dice game without hidden information; the most points win. In each of kRounds rounds
// a player rolls until it holds, which banks the points of the round, or rolls a 1, which loses
// them.
#pragma once

#include "agents/search/action_set.hpp"
#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

struct Dice {
  static constexpr unsigned kRounds = 2;  // of each player
  static constexpr unsigned kFaces = 4;
  static constexpr unsigned kMaxRolls = 3;  // in a round
  static constexpr u16 kHold = 0;
  static constexpr u16 kRoll = 1;
  static constexpr u16 kFirstFace = 2;  // chance rolls face - 1 + kFirstFace
  static constexpr std::size_t kActions = kFirstFace + kFaces;

  struct State {
    std::array<u8, 2> points{};
    u8 held = 0;    // points of this round, not banked yet
    u8 rolls = 0;   // in this round
    u8 rounds = 0;  // over, of both players
    bool is_rolling = false;
  };
  using Action = u16;
  using Legal = ActionSet<kActions>;

  static unsigned players(const State& /*s*/) { return 2; }
  static bool is_over(const State& s) { return s.rounds == 2 * kRounds; }
  static unsigned mover(const State& s) { return s.rounds % 2U; }
  static unsigned turn(const State& s) { return 1 + s.rounds / 2U; }
  static bool is_chance(const State& s) { return s.is_rolling; }
  static unsigned chance_total(const State& /*s*/) { return kFaces; }
  static Action chance_outcome(const State& /*s*/, unsigned token) {
    return static_cast<Action>(kFirstFace + token);
  }
  static u64 hash(const State& s) {
    return s.points[0] | u64{s.points[1]} << 8 | u64{s.held} << 16 | u64{s.rolls} << 24 |
           u64{s.rounds} << 32 | u64{s.is_rolling} << 40;
  }
  static Legal legal(const State& s) {
    Legal legal;
    legal.add(kHold);
    if (s.rolls < kMaxRolls) legal.add(kRoll);
    return legal;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (action == kRoll) {
      s.is_rolling = true;
      ++s.rolls;
    } else if (action == kHold) {
      s.points[s.rounds % 2U] = static_cast<u8>(s.points[s.rounds % 2U] + s.held);
      end_round(s);
    } else {
      s.is_rolling = false;
      const unsigned face = action - kFirstFace + 1U;
      s.held = static_cast<u8>(s.held + face);
      if (face == 1) end_round(s);
    }
    next = legal(s);
  }
  /// The win, shared where both have as many.
  static Rewards rewards(const State& end) {
    if (end.points[0] == end.points[1]) return {0.5F, 0.5F};
    return end.points[0] > end.points[1] ? Rewards{1, 0} : Rewards{0, 1};
  }

 private:
  static void end_round(State& s) {
    s.held = s.rolls = 0;
    ++s.rounds;
  }
};

}  // namespace carrack::testing
