#include "experiments/report/judge.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace carrack {
namespace {

/// Keeps the streams of reports apart from those of games, which derive their seeds from the same
/// seed of the run.
constexpr u64 kReportStream = u64{0xA55E55} << 32U;

/// The mean reward of an option for a seat.
struct OptionMean {
  double mean;
  double error;  // at least 1 / visits: n equal samples do not prove that all are equal
};

/// Throws ResourceError if the search had no memory for the option.
OptionMean mean_of(const Report& report, Action action, unsigned seat) {
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

/// The choice of the agent. What the mover does not know is drawn anew.
Action choose(SearchAgent& agent, const State& truth, const Legal& options, Random& random) {
  State s = truth;
  resample(s, s.actor, random);
  return agent.choose(s, options, random);
}

}  // namespace

std::vector<Decision> decisions_of(const RecordedGame& game) {
  std::vector<Decision> decisions;
  State s = start(game.header.rules);
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    if (!is_chance(s)) decisions.push_back({s, game.events[ply], ply});
    apply(s, game.events[ply]);
  }
  return decisions;
}

u64 judge_seed(const RecordHeader& header, u64 plan_seed) noexcept {
  return derive_seed(derive_seed(header.seed, kReportStream, plan_seed), kReportStream + 1,
                     header.game);
}

Judge::Judge(const JudgeOptions& options, u64 seed, const std::atomic<bool>& stop)
    : find_("mcts", options.find), compare_("mcts", options.compare), seed_(seed), stop_(stop) {
  find_.stop_on(&stop);
  compare_.stop_on(&stop);
}

std::optional<Judgement> Judge::judge(const Decision& decision) {
  const State& s = decision.before;
  try {
    Random finding(seed_, stream(StreamFamily::agent, 2 * decision.ply));
    const Action best = choose(find_, s, legal(s), finding);
    Judgement judgement{.best = best, .iterations = find_.report().iterations};
    const unsigned mover = index(s.actor);
    judgement.share = static_cast<double>(find_.report().options.front().win_share[mover]);
    if (best != decision.played) {
      Random comparing(seed_, stream(StreamFamily::agent, 2 * decision.ply + 1));
      compare(decision, comparing, judgement);
    }
    if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
    return judgement;
  } catch (const ChoiceStopped&) {
    return std::nullopt;
  }
}

void Judge::compare(const Decision& decision, Random& random, Judgement& judgement) {
  const State& s = decision.before;
  const Legal all = legal(s);
  Legal two = all;
  all.for_each([&](Action action) {
    if (action != decision.played && action != judgement.best) two.remove(action);
  });
  const unsigned mover = index(s.actor);
  static_cast<void>(choose(compare_, s, two, random));
  const OptionMean best = mean_of(compare_.report(), judgement.best, mover);
  const OptionMean other = mean_of(compare_.report(), decision.played, mover);
  judgement.share = best.mean;
  judgement.loss = best.mean - other.mean;
  judgement.error = std::sqrt(best.error * best.error + other.error * other.error);
  judgement.iterations += compare_.report().iterations;
}

}  // namespace carrack
