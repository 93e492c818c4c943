// Pig for three players. On a turn, roll a die as often as you like. A 1 ends the turn and loses
// the points of the turn; holding ends the turn and keeps them. A player who reaches 20 points,
// those of the turn included, wins at once. After four rounds the player with the most points
// wins; ties share the win.
#pragma once

#include <algorithm>
#include <array>
#include <carrack/agents/search/action_set.hpp>
#include <carrack/agents/search/game.hpp>
#include <carrack/agents/search/payoff.hpp>
#include <string>

using carrack::u16;
using carrack::u64;
using carrack::u8;

struct Pig {
  static constexpr unsigned kPlayers = 3;
  static constexpr u8 kGoal = 20;
  static constexpr u8 kRounds = 4;

  // Actions by number: two player actions, then the six faces of the die.
  static constexpr u16 kHold = 0;
  static constexpr u16 kRoll = 1;
  static constexpr u16 kFirstFace = 2;
  static constexpr std::size_t kActions = kFirstFace + 6;

  using Action = u16;
  using Legal = carrack::ActionSet<kActions>;
  struct State {
    std::array<u8, kPlayers> points{};
    u8 turn_points = 0;
    u8 mover = 0;
    u8 round = 1;
    bool is_rolling = false;
  };

  static unsigned players(const State&) { return kPlayers; }
  static bool is_over(const State& s) {
    return s.round > kRounds || std::ranges::max(s.points) >= kGoal;
  }
  static unsigned mover(const State& s) { return s.mover; }

  static Legal legal(const State&) {
    Legal legal;
    legal.add(kHold);
    legal.add(kRoll);
    return legal;
  }

  static void apply(State& s, Action action, Legal& next) {
    if (action == kRoll) {
      s.is_rolling = true;
      return;
    }
    s.is_rolling = false;
    if (action > kFirstFace) {  // 2 to 6
      s.turn_points = static_cast<u8>(s.turn_points + action - kFirstFace + 1);
      if (s.points[s.mover] + s.turn_points >= kGoal) s.points[s.mover] = kGoal;  // the end
    } else {
      if (action == kHold) s.points[s.mover] = static_cast<u8>(s.points[s.mover] + s.turn_points);
      s.turn_points = 0;
      s.mover = static_cast<u8>((s.mover + 1) % kPlayers);
      if (s.mover == 0) ++s.round;
    }
    next = legal(s);
  }

  // A game of chance.
  static bool is_chance(const State& s) { return s.is_rolling; }
  static unsigned chance_total(const State&) { return 6; }
  static Action chance_outcome(const State&, unsigned token) {
    return static_cast<Action>(kFirstFace + token);
  }

  // Required by UniformRollouts.
  static carrack::Rewards rewards(const State& end) {
    const u8 most = std::ranges::max(end.points);
    const auto winners = static_cast<float>(std::ranges::count(end.points, most));
    carrack::Rewards rewards{};
    for (unsigned p = 0; p < kPlayers; ++p) {
      if (end.points[p] == most) rewards[p] = 1 / winners;
    }
    return rewards;
  }

  // Optional: for cut-offs by turns; for tree reuse and the solver's memoization; for messages.
  static unsigned turn(const State& s) { return s.round; }
  static u64 hash(const State& s) {
    u64 hash = s.is_rolling;
    for (const u8 part : {s.points[0], s.points[1], s.points[2], s.turn_points, s.mover, s.round}) {
      hash = hash << 8 | part;  // seven bytes: no two positions are the same
    }
    return hash;
  }
  static std::string text(const State&, Action action) {
    if (action == kHold) return "hold";
    return action == kRoll ? "roll" : "a " + std::to_string(action - kFirstFace + 1);
  }
};
static_assert(carrack::GameOfChance<Pig> && carrack::HashedGame<Pig>);
