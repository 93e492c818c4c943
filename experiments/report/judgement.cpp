#include "experiments/report/judgement.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "agents/mcts/search_agent.hpp"
#include "core/base/error.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack {
namespace {

/// Keeps the streams of reports apart from those of games, which derive their seeds from the same
/// seed of the run.
constexpr u64 kReportStream = u64{0xA55E55} << 32U;

/// The mean reward of an option for a seat.
struct Estimate {
  double mean;
  double error;  // at least 1 / visits: n equal samples do not prove that all are equal
};

/// Throws ResourceError if the search had no memory for the option.
Estimate estimate_of(const Report& report, Action action, unsigned seat) {
  const auto option = std::ranges::find(report.options, action, &OptionReport::action);
  if (option == report.options.end() || option->visits < 2) {
    throw ResourceError(
        "the search of a decision has no memory for its options; expected a larger "
        "memory= of the agent");
  }
  const double least = 1 / static_cast<double>(option->visits);
  return {static_cast<double>(option->value[seat]),
          std::max(least, static_cast<double>(option->standard_error[seat]))};
}

/// Judges decisions with its own two searches.
class Judge {
 public:
  Judge(const JudgeOptions& options, u64 seed, const std::atomic<bool>& stop)
      : find_("mcts", options.find), compare_("mcts", options.compare), seed_(seed), stop_(stop) {
    find_.stop_on(&stop);
    compare_.stop_on(&stop);
  }

  /// Returns nothing if stopped.
  [[nodiscard]] std::optional<Judgement> judge(const State& s, Action played, u64 ply) {
    try {
      Random finding(seed_, stream(StreamFamily::agent, 2 * ply));
      const Action best = choose(find_, s, legal(s), finding);
      Judgement judgement{.best = best, .iterations = find_.report().iterations};
      const unsigned mover = index(s.actor);
      judgement.share = static_cast<double>(find_.report().options.front().win_share[mover]);
      if (best != played) {
        Random comparing(seed_, stream(StreamFamily::agent, 2 * ply + 1));
        compare(s, played, comparing, judgement);
      }
      if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
      return judgement;
    } catch (const ChoiceStopped&) {
      return std::nullopt;
    }
  }

 private:
  static Action choose(SearchAgent& agent, const State& truth, const Legal& options,
                       Random& random) {
    State s = truth;
    resample(s, s.actor, random);
    return agent.choose(s, options, random);
  }

  void compare(const State& s, Action played, Random& random, Judgement& judgement) {
    const Legal all = legal(s);
    Legal two = all;
    all.for_each([&](Action action) {
      if (action != played && action != judgement.best) two.remove(action);
    });
    const unsigned mover = index(s.actor);
    static_cast<void>(choose(compare_, s, two, random));
    const Estimate best = estimate_of(compare_.report(), judgement.best, mover);
    const Estimate other = estimate_of(compare_.report(), played, mover);
    judgement.share = best.mean;
    judgement.loss = best.mean - other.mean;
    judgement.error = std::sqrt(best.error * best.error + other.error * other.error);
    judgement.iterations += compare_.report().iterations;
  }

  SearchAgent find_;
  SearchAgent compare_;
  u64 seed_;
  const std::atomic<bool>& stop_;
};

struct Decision {
  State before;
  Action played;
  u64 ply;
};

std::vector<Decision> decisions_of(const RecordedGame& game) {
  std::vector<Decision> decisions;
  State s = start(game.header.rules);
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    if (!is_chance(s)) decisions.push_back({s, game.events[ply], ply});
    apply(s, game.events[ply]);
  }
  return decisions;
}

}  // namespace

Mark mark_of(double loss, double error) noexcept {
  const double certain = loss - 1.96 * error;
  unsigned mark = 0;
  while (mark + 1 < kMarks && certain >= kMarkLoss[mark + 1]) ++mark;
  return nth<Mark>(mark);
}

JudgeOptions JudgeOptions::of(const JudgePlan& plan) {
  const std::optional<MctsOptions> find = search_options(plan.agent);
  const BudgetOptions budget = find ? find->search.budget : BudgetOptions{};
  if (!find || budget.seconds > 0 || budget.game_seconds > 0 || find->quick_share > 0 ||
      budget.iterations < kLeastIterations) {
    throw InputError("a report searches with the agent '" + excerpt(plan.agent) +
                     "'; expected mcts or uct with at least " + std::to_string(kLeastIterations) +
                     " iterations and no other budget, as in mcts:iterations=1000");
  }
  JudgeOptions options{.find = *find, .compare = *find};
  options.find.search.tree.reuse = false;
  SearchOptions& compare = options.compare.search;
  compare.tree.reuse = false;
  compare.root.rule = RootSelection::halving;
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

std::optional<std::vector<std::optional<Judgement>>> judge_decisions(
    const RecordedGame& game, const JudgePlan& plan, std::atomic<bool>& stop,
    const std::function<void(std::size_t, std::size_t)>& progress) {
  const JudgeOptions options = JudgeOptions::of(plan);
  check_threads(plan.threads);
  const std::vector<Decision> decisions = decisions_of(game);
  const auto threads =
      static_cast<unsigned>(std::clamp<std::size_t>(decisions.size(), 1, plan.threads));
  const u64 seed = derive_seed(derive_seed(game.header.seed, kReportStream, plan.seed),
                               kReportStream + 1, game.header.game);
  std::vector<std::unique_ptr<Judge>> judges;
  for (unsigned t = 0; t < threads; ++t) {
    judges.push_back(std::make_unique<Judge>(options, seed, stop));
  }
  std::vector<std::optional<Judgement>> all(game.events.size());
  const std::size_t done = run_in_order<Judgement>(
      decisions.size(), threads, stop,
      [&](unsigned thread, std::size_t i) {
        return judges[thread]->judge(decisions[i].before, decisions[i].played, decisions[i].ply);
      },
      [&](std::size_t i, Judgement&& judgement) {
        all[decisions[i].ply] = judgement;
        if (progress) progress(i + 1, decisions.size());
      });
  if (done < decisions.size()) return std::nullopt;
  return all;
}

}  // namespace carrack
