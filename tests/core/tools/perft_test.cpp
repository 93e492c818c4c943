// Perft: known counts, and counts against counting by text.
#include "core/tools/perft.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Sequences of `depth` decisions, played by notation, chance by its bytewise first outcome.
u64 counted(const State& s, unsigned depth) {
  if (depth == 0) return 1;
  u64 leaves = 0;
  for (const std::string& option : options(s)) {
    State next = s;
    play(next, option);
    while (!is_over(next) && is_chance(next)) play(next, options(next).front());
    leaves += counted(next, depth - 1);
  }
  return leaves;
}

TEST(Perft, CountsWhatPlayingByNotationCounts) {
  Random random(9, 9);
  for (const unsigned players : {2U, 3U, 4U, 5U}) {
    State s = perft_start(Ruleset::make("aoe3", players));
    for (unsigned decision = 0; !is_over(s); ++decision) {
      if (!is_chance(s) && decision % 25 == 0) {
        ASSERT_EQ(perft(s, 2), counted(s, 2));
      }
      apply(s, legal(s)[random.below(legal(s).size())]);
    }
  }
}

TEST(Perft, DivideNamesEveryOptionOnce) {
  const State s = perft_start(Ruleset::make("aoe3", 4));
  const std::vector<PerftBranch> branches = perft_divide(s, 1);
  ASSERT_EQ(branches.size(), legal(s).size());
  for (unsigned k = 0; k < branches.size(); ++k) {
    EXPECT_EQ(branches[k].action, legal(s)[k]);
    EXPECT_EQ(branches[k].leaves, 1U);
  }
}

TEST(Perft, NothingFollowsTheEnd) {
  const State s = Position(2, 8).begin(Phase::benefits);
  EXPECT_EQ(perft(s, 0), 1U);
  EXPECT_EQ(perft(s, 1), 0U);
  EXPECT_TRUE(perft_divide(s, 1).empty());
}

TEST(Perft, DoesNotChangeThePosition) {
  const State s = perft_start(Ruleset::make("aoe3", 3));
  const State copy = s;
  static_cast<void>(perft(s, 2));
  EXPECT_TRUE(s == copy);
}

TEST(Perft, EndsSoonAfterItIsStopped) {
  const State s = perft_start(Ruleset::make("aoe3", 4));
  std::atomic<bool> stop = false;
  EXPECT_EQ(perft(s, 3, &stop), perft(s, 3));
  stop = true;
  EXPECT_EQ(perft(s, 12, &stop), 0U);
  u64 leaves = 0;
  for (const PerftBranch& branch : perft_divide(s, 12, &stop)) leaves += branch.leaves;
  EXPECT_EQ(leaves, 0U);
}

TEST(Perft, S11_TwelveOneHundredThirtyNineFifteenFiftyEight) {
  const State s = perft_start(Ruleset::make("aoe3", 4));
  EXPECT_EQ(perft(s, 0), 1U);
  EXPECT_EQ(perft(s, 1), 12U);
  EXPECT_EQ(perft(s, 2), 139U);
  EXPECT_EQ(perft(s, 3), 1558U);
}

TEST(Perft, DividesIntoTheSameCount) {
  for (const Ruleset rules : all_rulesets()) {
    const State s = perft_start(rules);
    u64 leaves = 0;
    for (const PerftBranch& branch : perft_divide(s, 2)) leaves += branch.leaves;
    EXPECT_EQ(leaves, perft(s, 2)) << rules.to_string();
  }
}

TEST(Perft, CountsAcrossThePhasesOfATurn) {
  // The last placement of a turn, then resolution: counted one by one with check().
  State s = perft_start(Ruleset::make("aoe3", 2));
  for (int i = 0; i < 9; ++i) {
    play(s, i % 2 == 0 && i < 6 ? "place colonist dock" : "place colonist shipping");
  }
  u64 counted = 0;
  legal(s).for_each([&](Action first) {
    State next = s;
    apply(next, first);
    check(next);
    while (!is_over(next) && is_chance(next)) play(next, options(next).front());
    counted += legal(next).size();
  });
  EXPECT_EQ(perft(s, 2), counted);
}

}  // namespace
}  // namespace carrack::testing
