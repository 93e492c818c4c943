// What a search still does once its time is over. The game makes the time pass: one playout lasts
// until the end of it. So it does not matter how fast the machine is, or what else runs there.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <vector>

#include "agents/search/search_impl.hpp"
#include "tests/agents/search/two_decisions.hpp"

namespace carrack::testing {
namespace {

constexpr double kTime = 0.02;
/// Not to search for ever where the time is not looked at.
constexpr u64 kWithoutTime = 20'000;

/// Counts the playouts that end when the time is over.
class Stopwatch {
 public:
  /// From the playout number `waits` on, those of all threads last until the time is over.
  explicit Stopwatch(u64 waits) : waits_(waits) {}
  /// To be called after the search has begun: the time does not end before that of the search.
  void begin() { end_ = now() + kTime; }
  void end_playout() {
    if (++playouts_ >= waits_) {
      while (now() < end_) continue;
    }
    if (now() >= end_) ++late_;
  }
  [[nodiscard]] u64 late() const { return late_; }

 private:
  [[nodiscard]] static double now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(since).count();
  }

  const u64 waits_;
  double end_ = 0;
  std::atomic<u64> playouts_ = 0;
  std::atomic<u64> late_ = 0;
};

class TimedPriors : public KnownPriors {
 public:
  TimedPriors() = default;
  explicit TimedPriors(Stopwatch& watch) : watch_(&watch) {}
  void start(const State& /*root*/, Seats& /*seats*/) const { watch_->begin(); }
  [[nodiscard]] Payoff payoff(const State& end) const {
    watch_->end_playout();
    return KnownPriors::payoff(end);
  }

 private:
  Stopwatch* watch_ = nullptr;
};
using TimedSearch = Search<TwoDecisions, TimedPriors>;

SearchOptions with_time(const ParallelOptions& parallel) {
  SearchOptions options;
  options.budget.iterations = kWithoutTime;
  options.budget.seconds = kTime;
  options.tree.memory = 1;
  options.parallel = parallel;
  return options;
}

void expect_in_time(TimedSearch& search, const Stopwatch& watch, u64 late) {
  Random random(1, 0);
  static_cast<void>(search.choose({}, TwoDecisions::legal({}), random));
  EXPECT_LE(watch.late(), late);
  EXPECT_GE(search.report().seconds, kTime);
  EXPECT_LT(search.report().iterations, kWithoutTime);
}

/// Playouts that may be late where the time ends in a certain playout, or in one before it.
struct Lateness {
  u64 playout;
  u64 late;
};

void expect_in_time(const ParallelOptions& parallel, const std::vector<Lateness>& all) {
  for (const auto& [playout, late] : all) {
    SCOPED_TRACE(playout);
    Stopwatch watch(playout);
    TimedSearch search(with_time(parallel), TimedPriors(watch));
    expect_in_time(search, watch, late);
  }
}

// The clock is read after 1, 2, 4, 8 and 16 playouts, then after every 16.
TEST(TimeBudget, EndsWithinAnIntervalOfTheClock) {
  expect_in_time({}, {{1, 1}, {2, 1}, {3, 2}, {5, 4}, {9, 8}, {17, 16}, {33, 16}, {321, 16}});
}

// After 1, 2, 4 and 5 leaves of three playouts, then after every 5; or after each large leaf.
TEST(TimeBudget, CountsThePlayoutsOfALeaf) {
  expect_in_time({.kind = Parallel::leaf, .leaves = 3}, {{1, 3}, {4, 3}, {7, 6}, {16, 15}});
  expect_in_time({.kind = Parallel::leaf, .leaves = 64}, {{1, 64}, {65, 64}, {129, 64}});
}

// The first playout, then eight at a time of each thread.
TEST(TimeBudget, EndsWithTheIterationsThatTheThreadsHaveTaken) {
  expect_in_time({.kind = Parallel::tree}, {{1, 9}, {10, 9}, {34, 9}});
  expect_in_time({.kind = Parallel::tree, .threads = 3}, {{1, 25}, {50, 25}});
}

// The batch that is played, and the next one, which descends meanwhile.
TEST(TimeBudget, EndsWithTheBatchesOnTheirWay) {
  expect_in_time({.kind = Parallel::batch, .batch = 2}, {{1, 2}, {40, 4}, {41, 4}});
  for (const u64 threads : {1U, 3U}) {
    expect_in_time({.kind = Parallel::batch, .threads = threads, .batch = 8},
                   {{1, 2}, {200, 16}, {205, 16}});
  }
}

TEST(TimeBudget, EndsWithTheLeavesThatAnEvaluatorHas) {
  Stopwatch watch(3);
  TimedSearch search(with_time({}), TimedPriors(watch));
  search.evaluate_with(
      [&](std::span<const TwoDecisions::State> /*leaves*/, std::span<Rewards> values,
          std::span<float> /*logits*/) {
        for (Rewards& value : values) value.fill(0.5F);
        watch.end_playout();  // here all leaves together
      },
      4);
  // A game that is over is not judged, but ends a playout too.
  expect_in_time(search, watch, 4);
}

TEST(TimeBudget, TheShorterOfTwoTimesCounts) {
  for (const auto& [of_spec, limit] : std::vector<std::pair<double, double>>{
           {0, kTime}, {100 * kTime, kTime}, {kTime, 100 * kTime}}) {
    Stopwatch watch(33);
    SearchOptions options = with_time({});
    options.budget.seconds = of_spec;
    TimedSearch search(options, TimedPriors(watch));
    search.limit_time(limit);
    expect_in_time(search, watch, 16);
  }
}

TEST(TimeBudget, NoTimeLeftEndsAChoiceAtTheFirstLookAtTheClock) {
  for (const double left : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    SearchOptions options;
    options.budget.iterations = 0;
    options.budget.game_seconds = 60;
    Search<TwoDecisions> search(options);
    Random random(1, 0);
    const TwoDecisions::State s{};
    EXPECT_THROW(static_cast<void>(search.choose(s, TwoDecisions::legal(s), random)),
                 std::logic_error);  // nobody has said how much of the game's time it has
    search.limit_time(left);
    static_cast<void>(search.choose(s, TwoDecisions::legal(s), random));
    EXPECT_LE(search.report().iterations, 100U) << left;
  }
}

}  // namespace
}  // namespace carrack::testing
