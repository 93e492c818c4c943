// Matches and trials that are stopped during a long search.
#include "experiments/tournament/match.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "experiments/trial/trial.hpp"

namespace carrack {
namespace {

/// Raises a flag after half a second.
class Raiser {
 public:
  explicit Raiser(std::atomic<bool>& flag)
      : thread_([&flag] {
          std::this_thread::sleep_for(std::chrono::milliseconds(500));
          flag = true;
        }) {}
  Raiser(const Raiser&) = delete;
  Raiser& operator=(const Raiser&) = delete;
  ~Raiser() { thread_.join(); }

 private:
  std::thread thread_;
};

/// Searches that would take hours.
const std::vector<std::string> kSlow(2, "uct:iterations=900000000,memory=16");

TEST(Match, StopsInTheMiddleOfASearch) {
  MatchOptions options;
  options.rules = Ruleset::make("aoe3", 2);
  options.entrants = kSlow;
  std::atomic<bool> stop{false};
  const Raiser raiser(stop);
  const auto began = std::chrono::steady_clock::now();
  const std::size_t games = play_match(
      options, 1,
      [](std::size_t) {
        return Fixture{0, {0, 1}, game_seeds(1, 0)};
      },
      [](const Fixture&, const PlayedGame&) {}, stop);
  EXPECT_EQ(games, 0U);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST(Trial, StopsInTheMiddleOfASearch) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const TrialPlan plan{.rules = rules,
                       .agents = kSlow,
                       .on = purchases_in(rules, std::nullopt),
                       .games = 1,
                       .seed = 1,
                       .continuations = 1,
                       .turn = std::nullopt,
                       .seat = std::nullopt};
  std::atomic<bool> stop{false};
  const Raiser raiser(stop);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(run_trial(plan, 1, stop).games, 0U);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

}  // namespace
}  // namespace carrack
