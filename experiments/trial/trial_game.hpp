// One game of a trial: played as it goes, and forked where a decision is tried.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "experiments/trial/course.hpp"
#include "experiments/trial/trial_plan.hpp"

namespace carrack {

/// Which decisions are forked, for each subject at most one of each in a game.
enum class Occasion : u8 {
  offered,  // the first at which a player could do it: what doing it does for anybody
  chosen    // the first at which a player's agent chose it: what it did for those who did it
};
inline constexpr unsigned kOccasions = 2;
inline constexpr std::array kBothOccasions{Occasion::offered, Occasion::chosen};

/// `offered` and `bought` of purchases, `open` and `placed` of placements.
[[nodiscard]] std::string_view name(Occasion occasion, bool is_placement) noexcept;

/// What one decision changed for the player, mean over the continuations: the outcome with it minus
/// the outcome without it, chance and the agents' random numbers being the same.
struct Fork {
  Subject on;
  Occasion occasion;
  Player player;
  u8 turn;
  Action with;                            // buys the tile, or places a worker in the box
  Action other;                           // what the agent does when `on` is not open to it
  Outcome versus_other;                   // than by `other`
  std::optional<Outcome> versus_nothing;  // than buying nothing with this worker; of purchases only
};

/// A player as the table could see it, just before a decision.
struct Circumstances {
  u8 place = 0;     // in the player order, from 0
  u16 money = 0;    // $
  u16 income = 0;   // $ a turn from goods and ships
  i16 vp = 0;       // if the game ended here
  u16 workers = 0;  // pieces, wherever they are
  friend bool operator==(const Circumstances&, const Circumstances&) = default;
};
/// The first time in a game that an agent did it by its own choice.
struct Choice {
  Subject on;
  Player player;
  u8 turn = 0;
  std::array<Circumstances, kMaxPlayers> before{};  // by seat
};

struct TrialGame {
  std::vector<Fork> forks;
  std::vector<Choice> choices;
  Result result;
  u64 courses = 1;  // games and parts of games that were played
};

/// Agents, one a seat: those that play the game, and others that play the forks, so that nothing of
/// a fork is known to the game. Their choices end when `stop` is raised.
struct TrialBench {
  TrialBench(const std::vector<std::string>& specs, const std::atomic<bool>& stop);
  std::vector<std::unique_ptr<Agent>> owned;
  std::vector<Agent*> game;
  std::vector<Agent*> forks;
};

/// The turn and the seat whose decisions count in a game; any where there is none.
struct Scope {
  std::optional<unsigned> turn;
  std::optional<Player> seat;
};
/// Purchases count as the plan says. For placements, where the plan leaves the turn or the seat
/// open, it is drawn for each game, uniformly: every player could place in nearly every box at its
/// first placement of a game, so that the first of all would always be that one.
[[nodiscard]] Scope scope_of(const TrialPlan& plan, u64 number) noexcept;

/// Game `number` of the plan. Nothing if `stop` was raised before its end.
[[nodiscard]] std::optional<TrialGame> play_trial_game(const TrialPlan& plan,
                                                       const TrialBench& bench, u64 number,
                                                       const std::atomic<bool>& stop);

}  // namespace carrack
