// Trials: the effect of a decision by intervention, next to the observational estimate.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "experiments/trial/observation.hpp"
#include "experiments/trial/trial_store.hpp"

namespace carrack {

/// Mean differences for the player, one value per game; forks of different games are independent.
struct Comparison {
  Sample win_share{};
  Sample rank{};  // below 0 is better
  Sample vp{};
  /// How much the next difference may deviate if all so far are equal: results are integers in most
  /// games, and a difference is a mean over continuations.
  double step = 1;
  void add(const Outcome& difference);

  /// 95 % intervals; the one of the win share is one of `together` simultaneous intervals.
  [[nodiscard]] Interval win_share_interval(std::size_t together = 1) const;
  [[nodiscard]] Interval rank_interval(unsigned players) const;
  [[nodiscard]] Interval vp_interval() const;
};

/// The forks of one subject on one occasion.
struct ForkTally {
  Comparison versus_other;    // against the agent's choice when the subject is not available
  Comparison versus_nothing;  // against buying nothing; empty for placements
  // The two parts of versus_other; empty without `denial`.
  Comparison own_use;  // against the agent's choice when nobody may buy the tile
  Comparison denial;   // nobody may buy the tile, against only the player not buying it
  std::vector<Comparison> of_discounts;  // a lower price against the full one, by discount
  u64 other_is_pass = 0;                 // forks where the agent's other choice is to pass
  [[nodiscard]] std::size_t forks() const noexcept { return versus_other.vp.count(); }
};

struct TrialLine {
  Subject on;
  std::array<ForkTally, kOccasions> by_occasion;
  Observation observed;
  [[nodiscard]] const ForkTally& at(Occasion occasion) const {
    return by_occasion[index(occasion)];
  }
};

struct TrialReport {
  TrialPlan plan;
  u64 games = 0;                 // finished
  u64 courses = 0;               // games and continuations played
  std::vector<TrialLine> lines;  // one per subject, in catalogue order
};

/// Plays the games of a plan on threads; the report does not depend on the number of threads.
/// `progress` is called with the number of finished games. When `stop` is raised, the report covers
/// the games finished so far. With a store, only missing games are played, each is stored as soon
/// as it is finished, and the report covers all stored games of the plan. Throws as check_plan()
/// and the store do, and AgentFailure for the first agent that fails: a trial has no forfeits. Only
/// a store keeps the games finished before; without one they are lost.
[[nodiscard]] TrialReport run_trial(const TrialPlan& plan, unsigned threads,
                                    std::atomic<bool>& stop,
                                    const std::function<void(std::size_t)>& progress = {},
                                    TrialStore* store = nullptr);

/// The report of games of a plan that have been played. `for_each` visits them, in the order of
/// their numbers.
[[nodiscard]] TrialReport report_of_games(
    const TrialPlan& plan,
    const std::function<void(const std::function<void(u64 number, const TrialGame&)>& visit)>&
        for_each);

/// The numbers of the games of a plan that a store does not have, in order.
[[nodiscard]] std::vector<u64> missing_games(const TrialPlan& plan, TrialStore& store);

/// Plays the games of these numbers into a store, for a part of a plan. Games that are stored are
/// not played again.
void play_games_of(const TrialPlan& plan, std::span<const u64> numbers, unsigned threads,
                   std::atomic<bool>& stop, TrialStore& store);

/// How many effects on the win share have an interval, over all reports, by occasion: the number of
/// simultaneous intervals.
using EffectsByOccasion = std::array<std::size_t, kOccasions>;
[[nodiscard]] EffectsByOccasion effects_by_occasion(std::span<const TrialReport> reports);

}  // namespace carrack
