// Plays a game on from any position.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "agents/agent.hpp"
#include "core/game/chance.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack {

/// The outcome of a game for one player. A win shared by k players counts 1/k.
struct Outcome {
  double win_share = 0;
  double rank = 0;
  double vp = 0;

  [[nodiscard]] static Outcome of(const Result& result, unsigned players, Player p);
  Outcome& operator+=(const Outcome& other) noexcept;
  friend Outcome operator-(const Outcome& a, const Outcome& b) noexcept;
  friend Outcome operator/(const Outcome& a, double n) noexcept;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Plays on from a position with one agent per seat. Chance and agents draw from the start of the
/// streams of `seeds`, so that courses from different positions with the same seeds use common
/// random numbers. For the agents a course is a game that begins: the same position, agents and
/// seeds give the same game, independent of their earlier games. The agents must outlive the
/// course. Nobody buys the tile `denied`.
class Course {
 public:
  Course(const State& s, std::span<Agent* const> by_seat, GameSeeds seeds,
         std::optional<Tile> denied = std::nullopt);

  /// From now on every action is appended to `events`, chance included.
  void log_into(std::vector<Action>& events) { events_ = &events; }

  [[nodiscard]] const State& state() const noexcept { return s_; }
  /// The options of the player to decide.
  [[nodiscard]] const Legal& options() const noexcept { return options_; }
  /// Draws chance events until a player has to decide. False if the game is over.
  bool seek_decision();
  /// The choice of the agent to move, without buying the denied tile. Precondition:
  /// seek_decision() returned true.
  [[nodiscard]] Action ask();
  /// What an outside `agent` would choose from `options`, at least two of the legal actions, if a
  /// game began here. Does not change the course.
  [[nodiscard]] Action consult(Agent& agent, const Legal& options) const;
  void play(Action action);
  /// Plays to the end. Empty if `stop` was raised before.
  [[nodiscard]] std::optional<Result> finish(const std::atomic<bool>& stop);
  /// Tells the agents of the end. Precondition: seek_decision() returned false.
  Result end();

 private:
  /// The agent draws from a copy of its stream, so the course keeps its own draws.
  void begin(Agent& agent, unsigned seat) const;
  [[nodiscard]] Action choice(Agent& agent, const Legal& options, Random& random) const;
  [[nodiscard]] bool offers_denied() const;

  State s_;
  Legal options_;
  std::span<Agent* const> by_seat_;
  std::array<bool, kMaxPlayers> observes_{};
  ChanceSource chance_;
  std::array<Random, kMaxPlayers> random_;
  std::optional<Tile> denied_;
  std::vector<Action>* events_ = nullptr;
};

}  // namespace carrack
