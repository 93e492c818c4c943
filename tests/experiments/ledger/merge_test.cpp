// Merging ledgers of several machines.
#include <gtest/gtest.h>

#include <algorithm>

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

TEST_F(Ledgers, AMergeDoesNotWaitForAWriterOfTheOtherFile) {
  play(file("other"), 2);
  Database writer(file("other"), Database::Mode::write);
  const Transaction writing(writer);
  Ledger ledger(file(), Database::Mode::create);
  EXPECT_EQ(ledger.merge(file("other")), 6U);
}

TEST_F(Ledgers, AfterARefusedMergeOthersAreMerged) {
  play(file(), 2);
  {
    Ledger other(file("other"), Database::Mode::create);
    other.enter("main", Schedule(plan(/*seed=*/2), 2), false);
  }
  play(file("more"), 3);
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_THROW(ledger.merge(file("other")), InputError);
  EXPECT_EQ(ledger.merge(file("more")), 3U);
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
  EXPECT_EQ(complaint([&] { ledger.merge(file("other")); }),
            "ledger " + file("other") + ": its tournament 'main' differs from that of ledger " +
                file() + ": seed is 2 there, 1 here");
  EXPECT_THROW(ledger.merge(file("missing")), InputError);
  EXPECT_EQ(csv(file()), before);
}

TEST_F(Ledgers, AReadOnlyLedgerIsMergedAsItIs) {
  play(file("new"), 2);
  fs::create_directories(folder_ / "fixed");
  fs::create_directories(folder_ / "open");
  fs::copy_file(file("new"), file("fixed/l"));
  fs::permissions(file("fixed/l"), fs::perms(0444));
  fs::permissions(folder_ / "fixed", fs::perms(0555));
  fs::permissions(folder_ / "open", fs::perms(0777));
  EXPECT_TRUE(as_nobody([&] {
    return Ledger(file("open/ours"), Database::Mode::create).merge(file("fixed/l")) == 6U;
  }));
  fs::permissions(folder_ / "fixed", fs::perms(0755));
}

TEST_F(Ledgers, ALedgerIsNotMergedWithItself) {
  play(file(), 1);
  fs::create_symlink(file(), file("link"));
  fs::create_hard_link(file(), file("hard"));
  Ledger ledger(file(), Database::Mode::write);
  for (const std::string& path : {file(), file("link"), file("hard")}) {
    EXPECT_EQ(complaint([&] { ledger.merge(path); }),
              "ledger " + path + ": cannot be merged with itself");
  }
}

TEST_F(Ledgers, CommonGamesOfAgentsWithAClockMayDiffer) {
  play(file("other"), 3);
  play(file(), 2);
  tamper(file(), "UPDATE seats SET vp = vp + 200, colonies = colonies + 200 WHERE game = 4");
  forge(file(), "UPDATE tournaments SET signature = 'another'");
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_THROW(ledger.merge(file("other")), InputError);
  EXPECT_THROW(ledger.merge(file("other"), {.keep_ours = true}), InputError) << "the signature";
  EXPECT_THROW(ledger.merge(file("other"), {.ignore_signature = true}), InputError) << "a game";
  EXPECT_EQ(ledger.merge(file("other"), {.ignore_signature = true, .keep_ours = true}), 3U);
  const std::vector<BlockGame> merged = ledger.games(ledger.tournament("main").id);
  ASSERT_EQ(merged.size(), 9U);
  const auto is_ours = [](const BlockGame& game) { return game.seats[0].vp >= 200; };
  EXPECT_EQ(std::ranges::count_if(merged, is_ours), 1) << "ours stays";
  EXPECT_TRUE(ledger.open_blocks(ledger.tournament("main").id).empty());
}

TEST_F(Ledgers, WhatContradictsIsNotMergedAndSaysWhatDiffers) {
  play(file("other"), 3);
  const auto refused = [&](const std::string& sql, const std::string& what) {
    fs::remove(file());
    play(file(), 2, 1);
    forge(file(), sql);
    const std::string before = csv(file());
    Ledger ledger(file(), Database::Mode::write);
    const std::string said = complaint([&] { ledger.merge(file("other")); });
    EXPECT_TRUE(said.starts_with("ledger " + file() + " and ledger " + file("other") +
                                 " contradict each other: tournament 'main'"))
        << said;
    EXPECT_NE(said.find(what), std::string::npos) << said;
    EXPECT_EQ(csv(file()), before);
  };
  refused("UPDATE seats SET vp = vp + 200, colonies = colonies + 200 WHERE game = 2",
          ", block 0, permutation 1, seat 1: vp is 3");
  refused(
      "UPDATE seats SET forfeit = 'crashed', forfeit_decision = 0, forfeit_reason = ''"
      " WHERE game = 2 AND rank = 3",
      "forfeit is crashed in the first and nothing in the second");
  refused("UPDATE games SET decisions = 1 WHERE game = 4",
          ", block 1, permutation 0, seat 1: decisions is 1 in the first and ");
  refused("UPDATE tournaments SET signature = '0'",
          "the signature of the rules is 0 in the first and ");
}

TEST_F(Ledgers, IdentifiersThatLeaveNoRoomAreNotMerged) {
  play(file(), 1);
  play(file("other"), 2, 1);
  tamper(file("other"),
         "UPDATE games SET game = 9007199254740992 WHERE game = 4;"
         "UPDATE seats SET game = 9007199254740992 WHERE game = 4;"
         "UPDATE turns SET game = 9007199254740992 WHERE game = 4;"
         "UPDATE purchases SET game = 9007199254740992 WHERE game = 4;"
         "UPDATE searches SET game = 9007199254740992 WHERE game = 4;"
         "UPDATE records SET game = 9007199254740992 WHERE game = 4");
  const std::string before = csv(file());
  {
    Ledger ledger(file(), Database::Mode::write);
    EXPECT_NE(complaint([&] { ledger.merge(file("other")); }).find("its largest game is"),
              std::string::npos);
  }
  tamper(file("other"), "UPDATE games SET game = 9223372036854775807 WHERE game > 100");
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_NE(complaint([&] { ledger.merge(file("other")); }).find("game is 9223372036854775807"),
            std::string::npos);
  EXPECT_EQ(csv(file()), before);
}

}  // namespace
}  // namespace carrack
