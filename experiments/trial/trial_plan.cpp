#include "experiments/trial/trial_plan.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace carrack {
namespace {

void check_table(const TrialPlan& plan, const std::string& ruleset) {
  if (plan.agents.size() != plan.rules.players()) {
    throw InputError("a trial of " + ruleset + " has " + std::to_string(plan.agents.size()) +
                     " agents; expected " + std::to_string(plan.rules.players()));
  }
  if (plan.seat && index(*plan.seat) >= plan.rules.players()) {
    throw InputError("seat " + std::to_string(index(*plan.seat) + 1) + " does not exist in " +
                     ruleset);
  }
  if (plan.turn && (*plan.turn < 1 || *plan.turn > kTurns)) {
    throw InputError("turn is " + std::to_string(*plan.turn) + ", expected 1 to 8");
  }
}

/// Tiles belong to an age; boxes exist in all ages.
void check_subjects(const TrialPlan& plan, const std::string& ruleset) {
  const auto placements =
      static_cast<std::size_t>(std::ranges::count_if(plan.on, &Subject::is_placement));
  if (placements != 0 && placements != plan.on.size()) {
    throw InputError(
        "a trial is of purchases or of placements, not of both: " + to_string(plan.on.front()) +
        " and " + to_string(plan.on.back()) + " need a trial each");
  }
  if (plan.denial && placements != 0) {
    throw InputError("denial is of tiles, and this trial of placements (" +
                     to_string(plan.on.front()) + ")");
  }
  if (!plan.discounts.empty() && placements != 0) {
    throw InputError("discounts are of tiles, and this trial of placements (" +
                     to_string(plan.on.front()) + ")");
  }
  static_cast<void>(some_subjects_in(plan.rules, plan.on));
  if (plan.turn && subjects_in(plan.rules, plan.on, age_of_turn(*plan.turn)).empty()) {
    throw InputError("none of the tiles of this trial can be bought in " + ruleset + ", turn " +
                     std::to_string(*plan.turn) + ": " +
                     ages_text(subjects_in(plan.rules, plan.on)));
  }
}

}  // namespace

void check_discounts(const std::vector<unsigned>& discounts) {
  if (discounts.size() > TrialPlan::kMostDiscounts) {
    throw InputError("a trial has " + std::to_string(discounts.size()) +
                     " discounts, expected at most " + std::to_string(TrialPlan::kMostDiscounts));
  }
  unsigned before = 0;
  for (const unsigned discount : discounts) {
    if (discount < 1 || discount > TrialPlan::kMostDiscount) {
      throw InputError("a discount is $" + std::to_string(discount) + ", expected $1 to $" +
                       std::to_string(TrialPlan::kMostDiscount));
    }
    if (discount <= before) {
      throw InputError("the discount $" + std::to_string(discount) + " follows $" +
                       std::to_string(before) + ", expected ascending discounts");
    }
    before = discount;
  }
}

void check_plan(const TrialPlan& plan) {
  const std::string ruleset = plan.rules.to_string();
  if (plan.games == 0) throw InputError("a trial of " + ruleset + " should have at least 1 game");
  if (plan.continuations == 0) {
    throw InputError("a fork in " + ruleset + " should have at least 1 continuation");
  }
  check_table(plan, ruleset);
  check_subjects(plan, ruleset);
  check_discounts(plan.discounts);
}

}  // namespace carrack
