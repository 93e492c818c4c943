// Sequential matches: games played and recorded.
#include "experiments/tournament/sequential_match.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/notation/record.hpp"

namespace carrack {
namespace {

SequentialMatchPlan plan_of(std::string a, std::string b) {
  SequentialMatchPlan plan;
  plan.rules = Ruleset::make("aoe3", 3);
  plan.make = [agents = std::array{std::move(a), std::move(b)}](std::size_t agent) {
    return make_agent(agents[agent]);
  };
  return plan;
}

TEST(SequentialMatch, EndsAtTheVerdictWhateverTheThreads) {
  SequentialMatchPlan plan = plan_of("scripted", "random");
  std::vector<SequentialMatchResult> results;
  for (const unsigned threads : {1U, 3U}) {
    plan.threads = threads;
    std::atomic<bool> stop = false;
    std::size_t told = 0;
    results.push_back(play_sequential_match(
        plan, stop, [&](const Sprt& test) { EXPECT_EQ(test.blocks(), ++told); }));
    EXPECT_EQ(told, results.back().test.blocks());
    EXPECT_TRUE(stop);
  }
  EXPECT_EQ(results[0].test.verdict(), Verdict::h1);
  EXPECT_EQ(results[0].test.blocks(), results[1].test.blocks());
  EXPECT_EQ(results[0].test.llr(), results[1].test.llr());
  EXPECT_FALSE(results[0].interrupted);
}

TEST(SequentialMatch, IsInterruptedWhereItWasStoppedWithoutAVerdict) {
  SequentialMatchPlan plan = plan_of("random", "random");
  plan.test.elo1 =
      1;  // no verdict in the blocks that a thread plays ahead of the one that stops it
  plan.max_blocks = 3;
  std::atomic<bool> stop = false;
  const auto whole = play_sequential_match(plan, stop);
  EXPECT_EQ(whole.test.blocks(), 3U);
  EXPECT_FALSE(whole.interrupted);
  EXPECT_FALSE(stop);
  plan.max_blocks = 1'000'000;
  const auto cut =
      play_sequential_match(plan, stop, [&](const Sprt& test) { stop = test.blocks() >= 2; });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_LT(cut.test.blocks(), 1'000'000U);
  plan.threads = 0;
  EXPECT_THROW(static_cast<void>(play_sequential_match(plan, stop)), InputError);
}

TEST(SequentialMatch, AnExceptionLeavesTheDeliveredBlocksInTheRecord) {
  SequentialMatchPlan plan = plan_of("random", "random");
  plan.max_blocks = 5;
  plan.record = (std::filesystem::temp_directory_path() /
                 ("carrack-sequential-" + std::to_string(getpid()) + ".jsonl"))
                    .string();
  std::filesystem::remove(plan.record);
  std::atomic<bool> stop = false;
  const auto fail_at_two = [](const Sprt& test) {
    if (test.blocks() == 2) throw std::runtime_error("no progress");
  };
  EXPECT_THROW(static_cast<void>(play_sequential_match(plan, stop, fail_at_two)),
               std::runtime_error);
  std::ifstream in(plan.record, std::ios::binary);
  RecordReader reader(in, plan.record);
  while (reader.next_game()) {
    while (reader.next_event()) {
    }
  }
  EXPECT_EQ(reader.games(), 4U);
  std::filesystem::remove(plan.record);
}

TEST(SequentialMatch, PartsPlayedApartMakeTheSameMatch) {
  const SequentialMatchPlan plan = plan_of("scripted", "random");
  std::atomic<bool> stop = false;
  const auto whole = play_sequential_match(plan, stop);
  stop = false;
  SequentialMatchResult parts{.test = Sprt({.players = 3}), .reasons = {}};
  for (u64 first = 0; !parts.is_decided(); first += 2) {
    const auto blocks = play_match_blocks(plan, first, 2, stop);
    ASSERT_EQ(blocks.size(), 2U);
    for (const MatchBlock& block : blocks) {
      if (!parts.is_decided()) parts.add(block);
    }
  }
  EXPECT_EQ(parts.test.verdict(), whole.test.verdict());
  EXPECT_EQ(parts.test.blocks(), whole.test.blocks());
  EXPECT_EQ(parts.test.llr(), whole.test.llr());
  stop = true;
  EXPECT_TRUE(play_match_blocks(plan, 0, 2, stop).empty());
}

}  // namespace
}  // namespace carrack
