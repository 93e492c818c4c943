// What a search still does once its time is over. The time is that of a clock which the playouts
// move on, so that the numbers are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "agents/search/search_impl.hpp"
#include "tests/agents/search/two_decisions.hpp"

namespace carrack::testing {
namespace {

constexpr double kTime = 0.25;
/// Not to search for ever where the time is not looked at.
constexpr u64 kWithoutTime = 20'000;

/// A clock that stands still, until one playout lasts as long as the search may. Counts the
/// playouts that end when the time is over.
class Stopwatch {
 public:
  /// Time is over with the end of playout number `last`.
  explicit Stopwatch(u64 last) : last_(last) {}
  void end_playout() {
    const u64 number = ++playouts_;
    if (number == last_) now_ = kStart + kTime;
    if (number >= last_) ++late_;
  }
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] u64 late() const { return late_; }

 private:
  static constexpr double kStart = 1000;

  const u64 last_;
  std::atomic<double> now_ = kStart;
  std::atomic<u64> playouts_ = 0;
  std::atomic<u64> late_ = 0;
};

class TimedPriors : public KnownPriors {
 public:
  TimedPriors() = default;
  explicit TimedPriors(Stopwatch& watch) : watch_(&watch) {}
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

void search_by(const Stopwatch& watch, TimedSearch& search) {
  search.read_time_from([&] { return watch.now(); });
  Random random(1, 0);
  static_cast<void>(search.choose({}, TwoDecisions::legal({}), random));
  EXPECT_EQ(search.report().seconds, kTime);
}
/// `late`: playouts that end when the time is over.
void expect_in_time(TimedSearch& search, const Stopwatch& watch, u64 late) {
  search_by(watch, search);
  EXPECT_EQ(watch.late(), late);
}

/// The playout with which the time ends, and how many end then or later.
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
  expect_in_time({.kind = Parallel::tree}, {{1, 9}, {2, 8}, {9, 1}, {10, 8}, {34, 8}});
  for (const u64 playout : {1U, 50U}) {  // how the threads share them is up to the system
    Stopwatch watch(playout);
    TimedSearch search(with_time({.kind = Parallel::tree, .threads = 3}), TimedPriors(watch));
    search_by(watch, search);
    EXPECT_GE(watch.late(), 1U);
    EXPECT_LE(watch.late(), 25U);
  }
}

// The batch that is played, and the next one, which descends meanwhile.
TEST(TimeBudget, EndsWithTheBatchesOnTheirWay) {
  expect_in_time({.kind = Parallel::batch, .batch = 2}, {{1, 2}, {40, 3}, {41, 4}});
  for (const u64 threads : {1U, 3U}) {
    expect_in_time({.kind = Parallel::batch, .threads = threads, .batch = 8},
                   {{1, 2}, {200, 10}, {202, 16}, {205, 13}});
  }
}

TEST(TimeBudget, EndsWithTheLeavesThatAnEvaluatorHas) {
  // Batches of 1 eight times, 2, 2, 3, 3, and then 4: one ends with leaf 38, the next with 42.
  for (const auto& [leaf, late] : std::vector<Lateness>{{3, 1}, {9, 2}, {39, 4}, {41, 2}}) {
    SCOPED_TRACE(leaf);
    Stopwatch watch(leaf);
    TimedSearch search(with_time({}), TimedPriors(watch));
    search.evaluate_with(
        [&](std::span<const TwoDecisions::State> /*leaves*/, std::span<Rewards> values,
            std::span<float> /*logits*/) {
          for (Rewards& value : values) {
            value.fill(0.5F);
            watch.end_playout();
          }
        },
        4);
    // A game that is over is not judged, but ends a playout too.
    expect_in_time(search, watch, late);
  }
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
    search.read_time_from([now = 0.0]() mutable { return now += 0.001; });
    static_cast<void>(search.choose(s, TwoDecisions::legal(s), random));
    EXPECT_EQ(search.report().iterations, 1U) << left;
  }
}

}  // namespace
}  // namespace carrack::testing
