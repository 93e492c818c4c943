// Trials of tiles: what buying one changes, by intervention, and what observation alone would say.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "experiments/trial/observation.hpp"

namespace carrack {

/// Mean differences for the buyer, one value a game: forks of different games are independent.
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

/// The forks of one tile on one occasion.
struct ForkTally {
  Comparison versus_other;    // than what the agent does without the tile on offer
  Comparison versus_nothing;  // than buying nothing
  u64 other_is_pass = 0;      // forks in which the two are the same
  [[nodiscard]] std::size_t forks() const noexcept { return versus_other.vp.count(); }
};

struct TileTrial {
  Tile tile;
  std::array<ForkTally, kOccasions> by_occasion;
  Observation observed;
  [[nodiscard]] const ForkTally& on(Occasion occasion) const {
    return by_occasion[index(occasion)];
  }
};

struct TrialReport {
  TrialPlan plan;
  u64 games = 0;                 // finished
  u64 courses = 0;               // games and parts of games that were played
  std::vector<TileTrial> tiles;  // in catalogue order
};

/// Checks a plan: that there are tiles, in this ruleset and turn, games and agents for every seat.
/// Throws InputError.
void check_plan(const TrialPlan& plan);

/// Plays the games of a plan on some threads; the report does not depend on their number.
/// `progress` is called with the games finished. When `stop` is raised the report is of the games
/// up to then. Throws what check_plan() does.
[[nodiscard]] TrialReport run_trial(const TrialPlan& plan, unsigned threads,
                                    std::atomic<bool>& stop,
                                    const std::function<void(std::size_t)>& progress = {});

/// How many effects of tiles on the win share there are, in all reports, that have an interval.
[[nodiscard]] std::size_t effects_in(std::span<const TrialReport> reports);

/// The tiles of a ruleset, as kinds: of one age, or of all.
[[nodiscard]] TileSet tiles_in(Ruleset rules, std::optional<Age> age);

}  // namespace carrack
