// One game of a trial, forked at the decisions that are tried.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "experiments/trial/course.hpp"
#include "experiments/trial/trial_plan.hpp"

namespace carrack {

/// Public covariates of a player just before a decision.
struct Circumstances {
  u8 place = 0;     // in the player order, from 0
  u16 money = 0;    // $
  u16 income = 0;   // $ per turn from goods and ships
  i16 vp = 0;       // if the game ended here
  u16 workers = 0;  // all pieces in play
  friend bool operator==(const Circumstances&, const Circumstances&) = default;
};

/// The effect of one decision on the player, averaged over the continuations: the outcome with it
/// minus the outcome without it, with common random numbers.
struct Fork {
  Subject on;
  Occasion occasion;
  Player player;
  u8 turn;
  Action with;                            // buys the tile, or places a worker in the box
  Action other;                           // the agent's choice when `on` is not available
  Outcome versus_other;                   // compared with `other`
  std::optional<Outcome> versus_nothing;  // compared with buying nothing; purchases only
  /// Compared with `other`, after which nobody buys the tile; only for plans with `denial`.
  std::optional<Outcome> versus_denied;
  /// The effect of each discount of the plan: the outcome if the player pays that much less at this
  /// purchase only, minus the outcome with the full price.
  std::vector<Outcome> of_discounts;
  Circumstances before;  // of the player
};

/// The first time in a game that an agent chose a subject.
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
  u64 courses = 1;  // games and continuations played
};

/// One agent per seat for the game, and separate ones for the forks, so that forks do not influence
/// the game. Their searches end when `stop` is raised.
struct TrialBench {
  TrialBench(const std::vector<std::string>& specs, const std::atomic<bool>& stop);
  std::vector<std::unique_ptr<Agent>> owned;
  std::vector<Agent*> game;
  std::vector<Agent*> forks;
};

/// The turn and the seat whose decisions count in a game; empty means any.
struct Scope {
  std::optional<unsigned> turn;
  std::optional<Player> seat;
};
/// The scope of a game. For purchases it is the plan's. For placements, a turn or seat that the
/// plan leaves open is drawn uniformly for each game: nearly every box is open at the first
/// placement of a game, so otherwise only that placement would be tried.
[[nodiscard]] Scope scope_of(const TrialPlan& plan, u64 number) noexcept;

/// The events of a game and of its branches, chance included, each from the start of the game.
/// Branches with a discount are not logged: no game from the start leads to their positions.
struct TrialLog {
  struct Branch {
    std::size_t ply = 0;         // events before the fork
    Action action;               // taken there
    std::optional<Tile> denied;  // the tile that nobody buys afterwards
    unsigned continuation = 0;   // from 0
    Outcome outcome;             // of the player who took the action
    std::vector<Action> events;
  };
  std::vector<Action> events;
  std::vector<Branch> branches;    // in the order in which they were played
  std::vector<std::size_t> plies;  // of the forks of the game
};

/// The position after a legal purchase that costs the player `discount` $ less than its price.
[[nodiscard]] State after_discount(const State& s, Action purchase, unsigned discount);

/// Plays game `number` of the plan. Empty if `stop` was raised before its end. `log` is filled if
/// it is given; it does not change the game.
[[nodiscard]] std::optional<TrialGame> play_trial_game(const TrialPlan& plan,
                                                       const TrialBench& bench, u64 number,
                                                       const std::atomic<bool>& stop,
                                                       TrialLog* log = nullptr);

}  // namespace carrack
