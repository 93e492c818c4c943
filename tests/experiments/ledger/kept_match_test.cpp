// The blocks of a match in a file: continued, checked, refused.
#include "experiments/ledger/kept_match.hpp"

#include <sys/resource.h>

#include <sstream>

#include "tests/core/position.hpp"
#include "tests/experiments/ledger/is_locked.hpp"
#include "tests/experiments/ledger/ledger_fixture.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

using testing::complaint;
using testing::expect_names;
using testing::is_locked;

const std::vector<std::string> kTwo{"random", "scripted:balanced"};

Ruleset two_players() { return Ruleset::make("aoe3", 2); }

MatchBlock block_of(double share, unsigned forfeits = 0) {
  return {share, {0, forfeits}, {"", forfeits == 0 ? "" : "b\xff \"quoted\""}, {}};
}

class KeptMatchFile : public Ledgers {
 protected:
  [[nodiscard]] std::vector<MatchBlock> blocks(Ruleset rules = two_players(),
                                               const std::vector<std::string>& agents = kTwo,
                                               u64 seed = 3) const {
    return KeptMatch(path_, rules, agents, seed).blocks();
  }
  [[nodiscard]] std::string refusal(Ruleset rules = two_players(),
                                    const std::vector<std::string>& agents = kTwo,
                                    u64 seed = 3) const {
    return complaint([&] { static_cast<void>(blocks(rules, agents, seed)); });
  }
  void keep_two() const {
    KeptMatch kept(path_, two_players(), kTwo, 3);
    kept.keep(block_of(0.25));
    kept.keep(block_of(1.0 / 3, 2));
  }
  [[nodiscard]] std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path_, std::ios::binary).rdbuf();
    return all.str();
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

  const std::string path_ = file("match.jsonl");
};

TEST_F(KeptMatchFile, BlocksComeBack) {
  EXPECT_TRUE(blocks().empty());
  keep_two();
  const auto found = blocks();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].share, 0.25);
  EXPECT_EQ(found[1].share, 1.0 / 3);
  EXPECT_EQ(found[1].forfeits[1], 2U);
  EXPECT_NE(found[1].reasons[1].find("\"quoted\""), std::string::npos);
}

TEST_F(KeptMatchFile, ALineThatIsNotCompleteIsRemoved) {
  keep_two();
  const std::string whole = text();
  write(whole + R"({"block": 2, "sha)");
  EXPECT_EQ(blocks().size(), 2U);
  EXPECT_EQ(text(), whole);
  write(whole.substr(0, 20));  // not even the header was complete
  EXPECT_TRUE(blocks().empty());
}

TEST_F(KeptMatchFile, AnotherMatchIsRefusedByWhatDiffers) {
  keep_two();
  expect_names(refusal(Ruleset::make("aoe3", 3)), {"another match", "players"});
  expect_names(refusal(two_players(), {"random", "scripted:trader"}),
               {"another match", "agents/1"});
  expect_names(refusal(two_players(), kTwo, 4), {"another match", "seed"});
  EXPECT_EQ(refusal(), "");
}

TEST_F(KeptMatchFile, WhatIsNoMatchStaysAsItIs) {
  for (const std::string other : {"hello\n", "hello", "{\"format\": \"carrack-game\"}\n", "[]\n"}) {
    write(other);
    expect_names(refusal(), {"match.jsonl", "not a file of match --keep"});
    EXPECT_EQ(text(), other);
  }
  fs::remove(path_);
  fs::create_directory(path_);
  expect_names(refusal(), {"cannot write", "match.jsonl"});
}

TEST_F(KeptMatchFile, WrongBlocksAreRefusedByLine) {
  keep_two();
  const std::string whole = text();
  const auto with = [&](const std::string& line) {
    write(whole + line + "\n");
    return refusal();
  };
  expect_names(with(R"({"block": 3, "share": 0, "forfeits": [0, 0], "reasons": ["", ""]})"),
               {":4:", "block 3", "2 was expected"});
  expect_names(with(R"({"block": 2, "share": 1.5, "forfeits": [0, 0], "reasons": ["", ""]})"),
               {":4:", "share"});
  expect_names(with(R"({"block": 2, "share": 1, "forfeits": [0], "reasons": ["", ""]})"),
               {":4:", "forfeits"});
  expect_names(with(R"({"block": 2, "share": 1, "forfeits": [0, 99], "reasons": ["", ""]})"),
               {":4:", "forfeits"});
  expect_names(with(R"({"block": 2, "block": 2, "share": 1, "forfeits": [0, 0],)"
                    R"( "reasons": ["", ""]})"),
               {":4:", "duplicate key 'block'"});
  expect_names(with("nonsense"), {":4:", "JSON"});
}

TEST_F(KeptMatchFile, OneProcessWritesAtATime) {
  const KeptMatch kept(path_, two_players(), kTwo, 3);
  expect_names(refusal(), {"another process"});
}

TEST_F(KeptMatchFile, AFileThatIsGoneOrReplacedIsNoticed) {
  const std::string said = path_ + ": was deleted or replaced while it was in use";
  for (const bool is_replaced : {false, true}) {
    fs::remove(path_);
    KeptMatch kept(path_, two_players(), kTwo, 3);
    kept.keep(block_of(0.25));
    fs::rename(path_, file("moved"));
    if (is_replaced) fs::copy_file(file("moved"), path_);
    EXPECT_EQ(complaint([&] { kept.keep(block_of(0.5)); }), said);
    fs::remove(path_);
    fs::rename(file("moved"), path_);
    kept.keep(block_of(0.5));
    EXPECT_NE(text().find("\"share\":0.5"), std::string::npos);
  }
}

TEST_F(KeptMatchFile, AReasonIsCutBetweenCharacters) {
  std::string reason = "x";
  for (int i = 0; i < 300; ++i) reason += "\u00e9";
  {
    KeptMatch kept(path_, two_players(), kTwo, 3);
    kept.keep({0.5, {1, 0}, {reason, ""}, {}});
  }
  const std::string kept = blocks().at(0).reasons[0];
  EXPECT_EQ(kept, printable(reason, 500));
  EXPECT_TRUE(kept.ends_with("\u00e9\u2026"));
  std::string longer = text();
  longer.replace(longer.find(kept), kept.size(), reason);
  write(longer);
  EXPECT_EQ(blocks().at(0).reasons[0], kept);
}

/// A ledger that this process plays into would lose its locks if it was opened.
TEST_F(KeptMatchFile, ALedgerIsNotOpened) {
  play(path_, 1);
  const Ledger ledger(path_, Database::Mode::write);
  ASSERT_TRUE(is_locked(path_));
  expect_names(refusal(), {"match.jsonl", "is a ledger, not a file of match --keep"});
  EXPECT_TRUE(is_locked(path_));
}

TEST_F(KeptMatchFile, TooFewDescriptorsAreALackOfTheMachine) {
  if (testing::kSanitized) GTEST_SKIP() << "sanitizers need descriptors of their own";
  EXPECT_TRUE(as_nobody([&] {
    const rlimit none{.rlim_cur = 3, .rlim_max = 3};
    setrlimit(RLIMIT_NOFILE, &none);
    try {
      static_cast<void>(blocks());
    } catch (const ResourceError& error) {
      return std::string(error.what()).starts_with("cannot write " + path_ + ": Too many open");
    }
    return false;
  }));
}

TEST_F(KeptMatchFile, AMatchGoesOnToTheSameResult) {
  SequentialMatchPlan plan;
  plan.rules = two_players();
  plan.max_blocks = 12;
  plan.seed = 3;
  plan.make = [](std::size_t agent) { return make_agent(kTwo[agent]); };
  std::atomic<bool> stop = false;
  const SequentialMatchResult at_once = play_sequential_match(plan, stop);
  for (const u64 most : {5U, 12U, 12U}) {
    KeptMatch kept(path_, plan.rules, kTwo, plan.seed);
    SequentialMatchPlan part = plan;
    part.max_blocks = most;
    part.played = kept.blocks();
    part.keep = [&](const MatchBlock& block) { kept.keep(block); };
    stop = false;
    const SequentialMatchResult result = play_sequential_match(part, stop);
    EXPECT_FALSE(result.interrupted);
    EXPECT_EQ(result.test.blocks(), std::min<u64>(most, at_once.test.blocks()));
  }
  const auto all = blocks();
  EXPECT_EQ(all.size(), at_once.test.blocks());
  SprtOptions options = plan.test;
  options.players = 2;
  Sprt again(options);
  for (const MatchBlock& block : all) again.add(block.share);
  EXPECT_EQ(again.llr(), at_once.test.llr());
}

}  // namespace
}  // namespace carrack
