#include "experiments/report/judgement.hpp"

#include "core/base/error.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {

Mark mark_of(double loss, double error) noexcept {
  const double certain = loss - kNormal95 * error;
  unsigned mark = 0;
  while (mark + 1 < kMarks && certain >= kMarkLoss[mark + 1]) ++mark;
  return nth<Mark>(mark);
}

JudgeOptions JudgeOptions::of(const JudgePlan& plan) {
  const std::optional<MctsOptions> find = search_options(plan.agent);
  const BudgetOptions budget = find ? find->search.budget : BudgetOptions{};
  if (!find || budget.seconds > 0 || budget.game_seconds > 0 || find->quick_share > 0 ||
      budget.iterations < kLeastIterations) {
    throw InputError("agent '" + excerpt(plan.agent) +
                     "' cannot judge a report; expected mcts or uct with at least " +
                     std::to_string(kLeastIterations) +
                     " iterations and no other budget, as in mcts:iterations=1000");
  }
  // Errors are computed over descents, each of which may have several playouts.
  const u64 leaves = find->search.parallel.leaves;
  if (budget.iterations / leaves < kLeastIterations) {
    throw InputError("agent '" + excerpt(plan.agent) + "' cannot judge a report: with leaves=" +
                     std::to_string(leaves) + " it needs at least " +
                     std::to_string(kLeastIterations * leaves) + " iterations");
  }
  JudgeOptions options{.find = *find, .compare = *find};
  options.find.search.tree.reuse = false;
  SearchOptions& compare = options.compare.search;
  compare.tree.reuse = false;
  compare.root.rule = RootSelection::halving;
  compare.root.mixing = RootOptions().mixing;  // used by other root rules only
  compare.budget.stop = false;
  compare.budget.extend = 0;
  options.compare.reward.win = 1;
  options.compare.reward.rank = 0;
  options.compare.reward.margin = 0;
  if (const auto reason = conflict(compare)) {
    throw InputError("a report compares two options with root=halving, which '" +
                     excerpt(plan.agent) + "' excludes: " + *reason);
  }
  return options;
}

}  // namespace carrack
