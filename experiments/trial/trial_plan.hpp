// What a trial asks, of which games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/trial/subject.hpp"

namespace carrack {

struct TrialPlan {
  Ruleset rules;
  std::vector<std::string> agents;  // specs, one a seat
  std::vector<Subject> on;          // purchases or placements, as subjects_in() has them
  u64 games = 1000;
  u64 seed = 1;
  unsigned continuations = 1;                   // times that each fork is played on
  std::optional<unsigned> turn = std::nullopt;  // only in this turn …
  std::optional<Player> seat = std::nullopt;    // … and for this seat

  /// Whether it is of placements. Precondition: check_plan() takes it.
  [[nodiscard]] bool is_of_placements() const { return on.front().is_placement(); }
};

/// Checks a plan: that there are subjects, of one kind, in this ruleset and turn, games, and agents
/// for every seat. Throws InputError.
void check_plan(const TrialPlan& plan);

}  // namespace carrack
