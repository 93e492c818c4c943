// Trials: what a decision changes, by intervention, and what observation alone would say.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "experiments/trial/observation.hpp"
#include "experiments/trial/trial_store.hpp"

namespace carrack {

/// Mean differences for the player, one value a game: forks of different games are independent.
struct Comparison {
  Sample win_share;
  Sample rank;  // below 0 is better
  Sample vp;
  void add(const Outcome& difference);

  /// 95 % intervals; that of the win share is one of `together` that hold all at once.
  [[nodiscard]] Interval win_share_interval(std::size_t together = 1) const;
  [[nodiscard]] Interval rank_interval(unsigned players) const;
  [[nodiscard]] Interval vp_interval() const;
};

/// The forks of one subject on one occasion.
struct ForkTally {
  Comparison versus_other;    // than what the agent does where the subject is not open to it
  Comparison versus_nothing;  // than buying nothing; empty for placements
  u64 other_is_pass = 0;      // forks in which the two are the same
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
  u64 courses = 0;               // games and parts of games that were played
  std::vector<TrialLine> lines;  // one a subject, in catalogue order
};

/// Plays the games of a plan on some threads; the report does not depend on their number.
/// `progress` is called with the games finished. When `stop` is raised the report is of the games
/// up to then. With a store, only the games that it lacks are played, each is kept as soon as it is
/// finished, and the report is of all that it has of the plan. Throws what check_plan() does, and
/// what the store does.
[[nodiscard]] TrialReport run_trial(const TrialPlan& plan, unsigned threads,
                                    std::atomic<bool>& stop,
                                    const std::function<void(std::size_t)>& progress = {},
                                    TrialStore* store = nullptr);

/// How many effects on the win share there are, in all reports, that have an interval.
[[nodiscard]] std::size_t effects_in(std::span<const TrialReport> reports);

}  // namespace carrack
