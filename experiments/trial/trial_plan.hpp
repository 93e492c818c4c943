// The plan of a trial.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/trial/occasion.hpp"
#include "experiments/trial/subject.hpp"

namespace carrack {

struct TrialPlan {
  Ruleset rules;
  std::vector<std::string> agents;  // specs, one per seat
  std::vector<Subject> on;          // purchases or placements, in the order of subjects_in()
  u64 games = 1000;
  u64 seed = 1;
  unsigned continuations = 1;                       // number of times each fork is played out
  std::optional<unsigned> turn = std::nullopt;      // only in this turn …
  std::optional<Player> seat = std::nullopt;        // … and for this seat
  std::optional<Occasion> occasion = std::nullopt;  // only on this occasion
  bool denial = false;                // for purchases: also play on with a tile that nobody buys
  std::vector<unsigned> discounts{};  // for purchases: also play on with prices lower by this, in $

  static constexpr unsigned kMostDiscount = 100;
  static constexpr std::size_t kMostDiscounts = 10;

  [[nodiscard]] bool tries(Occasion any) const { return occasion.value_or(any) == any; }
  /// Whether its subjects are placements. Precondition: the plan passes check_plan().
  [[nodiscard]] bool is_of_placements() const { return on.front().is_placement(); }
};

/// Checks that discounts ascend, are from $1 to kMostDiscount, and that there are at most
/// kMostDiscounts. Throws InputError.
void check_discounts(const std::vector<unsigned>& discounts);

/// Checks that a plan has subjects of one kind that exist in this ruleset and turn, games, an agent
/// for every seat, and `denial` and `discounts` only for purchases. Throws InputError.
void check_plan(const TrialPlan& plan);

}  // namespace carrack
