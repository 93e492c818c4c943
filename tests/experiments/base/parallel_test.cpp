// Parallel jobs with ordered results; also run under ThreadSanitizer.
#include "experiments/base/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/agents/threads/no_threads.hpp"

namespace carrack {
namespace {

TEST(Parallel, ResultsComeInOrderWhateverTheThreads) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::atomic<bool> stop{false};
    std::vector<std::size_t> seen;
    const std::size_t done = run_in_order<std::size_t>(
        500, threads, stop, [](unsigned, std::size_t i) { return std::optional(i * i); },
        [&](std::size_t i, std::size_t square) {
          EXPECT_EQ(square, i * i);
          seen.push_back(i);
        });
    EXPECT_EQ(done, 500U);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_FALSE(stop);
  }
}

TEST(Parallel, AStoppedJobKeepsWhatWasFinishedBefore) {
  std::atomic<bool> stop{false};
  const std::size_t done = run_in_order<int>(
      1000, 3, stop,
      [&](unsigned, std::size_t i) { return i < 40 ? std::optional(1) : std::nullopt; },
      [](std::size_t, int) {});
  EXPECT_EQ(done, 40U);
  EXPECT_TRUE(stop);
}

TEST(Parallel, ASourceEndsTheWorkWhenItIsEmpty) {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<bool> stop{false};
    std::size_t sum = 0;
    const std::size_t done = run_source_in_order<std::size_t>(
        [](std::size_t i) { return i < 300 ? std::optional(2 * i) : std::nullopt; }, threads, stop,
        [](unsigned, std::size_t job) { return std::optional(job); },
        [&](std::size_t i, std::size_t job) {
          EXPECT_EQ(job, 2 * i);
          sum += job;
        });
    EXPECT_EQ(done, 300U);
    EXPECT_EQ(sum, 300U * 299U);
    EXPECT_FALSE(stop);
  }
}

TEST(Parallel, ASourceThatThrowsEndsTheWork) {
  std::atomic<bool> stop{false};
  const auto source = [](std::size_t i) {
    if (i == 20) throw InputError("twenty");
    return std::optional(i);
  };
  EXPECT_THROW(run_source_in_order<int>(
                   source, 3, stop, [](unsigned, std::size_t) { return std::optional(1); },
                   [](std::size_t, int) {}),
               InputError);
}

TEST(Parallel, WhatIsThrownComesOut) {
  std::atomic<bool> stop{false};
  const auto work = [](unsigned, std::size_t i) -> std::optional<int> {
    if (i == 30) throw InputError("thirty");
    return 1;
  };
  EXPECT_THROW(run_in_order<int>(1000, 3, stop, work, [](std::size_t, int) {}), InputError);
  stop = false;
  const auto refuse = [](std::size_t i, int) {
    if (i == 5) throw InputError("five");
  };
  const auto fine = [](unsigned, std::size_t) { return std::optional(1); };
  EXPECT_THROW(run_in_order<int>(1000, 3, stop, fine, refuse), InputError);
}

TEST(Parallel, AThreadThatCannotBeMadeEndsTheWork) {
  const testing::NoThreads none;
  std::atomic<bool> stop{false};
  try {
    run_in_order<int>(
        1000, 3, stop, [](unsigned, std::size_t) { return std::optional(1); },
        [](std::size_t, int) {});
    ADD_FAILURE() << "nothing is thrown";
  } catch (const ResourceError& error) {
    EXPECT_STREQ(error.what(), "cannot start thread 1 of 3: Resource temporarily unavailable");
  }
  EXPECT_TRUE(stop);
}

TEST(Parallel, NoJobBeginsBeforeAllThreadsAreThere) {
  const testing::FewThreads few(100);
  std::atomic<bool> stop{false};
  std::atomic<unsigned> begun{0};
  const auto work = [&](unsigned, std::size_t) {
    ++begun;
    return std::optional(1);
  };
  EXPECT_THROW(run_in_order<int>(1000, 200, stop, work, [](std::size_t, int) {}), ResourceError);
  EXPECT_EQ(begun, 0U);
}

TEST(Parallel, GamesAreTheSameOnAnyThread) {
  const auto all = [](unsigned threads) {
    const Ruleset rules = Ruleset::make("aoe3", 3);
    const std::vector<std::string> specs{"random", "scripted", "mcts:iterations=3"};
    std::vector<std::vector<std::unique_ptr<Agent>>> agents(threads);
    for (auto& bench : agents) {
      for (const std::string& spec : specs) bench.push_back(make_agent(spec));
    }
    std::atomic<bool> stop{false};
    std::vector<Result> results;
    run_in_order<PlayedGame>(
        24, threads, stop,
        [&](unsigned thread, std::size_t i) {
          std::vector<Agent*> seats;
          for (const auto& agent : agents[thread]) seats.push_back(agent.get());
          return play_game(rules, seats, game_seeds(1, i), nullptr, stop);
        },
        [&](std::size_t, const PlayedGame& game) { results.push_back(game.result); });
    return results;
  };
  EXPECT_EQ(all(1), all(3));
}

}  // namespace
}  // namespace carrack
