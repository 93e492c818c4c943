// Ledgers of several machines made one.
#include <gtest/gtest.h>

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

TEST_F(Ledgers, PartsMergeIntoWhatOneMachineWouldHave) {
  play(file("whole"), 6);
  const std::array<std::vector<u64>, 2> parts{{{0, 3, 4}, {1, 2, 5}}};
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(play_blocks(file("part" + std::to_string(i)), 6, parts[i]), 9U);
  }
  Ledger merged(file("merged"), Database::Mode::create);
  EXPECT_EQ(merged.merge(file("part1")), 9U);
  EXPECT_EQ(merged.merge(file("part0")), 9U);
  EXPECT_EQ(csv(file("merged")), csv(file("whole")));
  EXPECT_TRUE(merged.open_blocks(merged.tournament("main").id).empty());
}

TEST_F(Ledgers, WhatIsMergedTwiceIsThereOnce) {
  play(file("whole"), 4);
  play(file(), 2);
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_EQ(ledger.merge(file("whole")), 6U) << "blocks 2 and 3";
  EXPECT_EQ(ledger.merge(file("whole")), 0U);
  EXPECT_EQ(csv(file()), csv(file("whole")));
}

TEST_F(Ledgers, AMergedPartIsGoneOnWith) {
  play_blocks(file("part"), 4, std::vector<u64>{2});
  {
    Ledger ledger(file(), Database::Mode::create);
    ledger.merge(file("part"));
    ledger.enter("main", Schedule(plan(), 4), false);
    EXPECT_EQ(ledger.open_blocks(ledger.tournament("main").id), (std::vector<u64>{0, 1, 3}));
  }
  EXPECT_EQ(play(file(), 4), 9U);
  play(file("whole"), 4);
  EXPECT_EQ(csv(file()), csv(file("whole")));
}

TEST_F(Ledgers, AnotherTournamentOfTheNameIsNotMerged) {
  play(file(), 2);
  {
    Ledger other(file("other"), Database::Mode::create);
    other.enter("main", Schedule(plan(/*seed=*/2), 2), false);
  }
  const std::string before = csv(file());
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_THROW(ledger.merge(file("other")), InputError);
  EXPECT_THROW(ledger.merge(file("missing")), InputError);
  EXPECT_EQ(csv(file()), before);
}

}  // namespace
}  // namespace carrack
