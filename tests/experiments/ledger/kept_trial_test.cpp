// Trials in a ledger: interrupted and continued, extended, refused, listed, merged.
#include "experiments/ledger/kept_trial.hpp"

#include "tests/experiments/ledger/trial_fixture.hpp"

namespace carrack {
namespace {

TEST_F(KeptTrials, StoppedAndGoneOnWithIsAsIfItHadNotBeenStopped) {
  for (const TrialPlan& plan : {placements(24), purchases(24), denials(24), discounts(24)}) {
    const std::string path = file(plan.is_of_placements()   ? "placements"
                                  : plan.denial             ? "denials"
                                  : !plan.discounts.empty() ? "discounts"
                                                            : "purchases");
    const TrialReport whole = in_memory(plan);
    const TrialReport part = run(path, plan, 2, 5);
    EXPECT_GE(part.games, 5U);
    EXPECT_LT(part.games, 24U);
    EXPECT_GE(run(path, plan, 3, 11).games, part.games);
    expect_same(run(path, plan, 1), whole);
    EXPECT_EQ(number(path, "SELECT count(*) FROM trial_games"), 24);
  }
}

TEST_F(KeptTrials, AFinishedOneIsOnlyReported) {
  const TrialPlan plan = placements(6);
  const TrialReport first = run(file(), plan);
  const std::string before = content(file());
  Ledger ledger(file(), Database::Mode::create);
  KeptTrial store(ledger, "main", plan, false);
  std::atomic<bool> stop{false};
  unsigned played = 0;
  const TrialReport again = run_trial(
      plan, 2, stop, [&](std::size_t) { ++played; }, &store);
  EXPECT_EQ(played, 0U);
  expect_same(again, first);
  EXPECT_TRUE(content(file()) == before);
}

TEST_F(KeptTrials, GamesThatAreMissingInTheMiddleArePlayed) {
  const TrialPlan plan = purchases(8);
  const TrialReport whole = run(file(), plan);
  for (const char* table :
       {"trial_circumstances", "trial_choices", "trial_forks", "trial_seats", "trial_games"}) {
    tamper(file(), "DELETE FROM " + std::string(table) + " WHERE game IN (0, 3, 4, 7)");
  }
  expect_same(run(file(), plan), whole);
}

TEST_F(KeptTrials, MoreGamesProlongItAndFewerAreItsBeginning) {
  run(file(), placements(4));
  expect_same(run(file(), placements(9)), in_memory(placements(9)));
  expect_same(run(file(), placements(3)), in_memory(placements(3)));
  EXPECT_EQ(number(file(), "SELECT count(*) FROM trial_games"), 9);
}

TEST_F(KeptTrials, AGameThatIsThereStaysAsItIs) {
  const TrialPlan plan = placements(2);
  const TrialReport first = run(file(), plan);
  Ledger ledger(file(), Database::Mode::write);
  KeptTrial store(ledger, "main", plan, false);
  store.keep(1, TrialGame{});
  EXPECT_EQ(store.kept(10), (std::vector<u64>{0, 1}));
  expect_same(run(file(), plan), first);
}

TEST_F(KeptTrials, AnotherPlanOfTheNameIsRefusedWithWhatDiffers) {
  run(file(), placements(2));
  const auto says = [&](auto&& change) {
    TrialPlan plan = placements(2);
    change(plan);
    Ledger ledger(file(), Database::Mode::write);
    return complaint([&] { const KeptTrial store(ledger, "main", plan, false); });
  };
  EXPECT_EQ(says([](TrialPlan& p) { p.games = 7; }), "");
  const auto expect_said = [](const std::string& said, std::string_view words) {
    EXPECT_NE(said.find("trial 'main' was begun with other settings. --name NEW"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  expect_said(says([](TrialPlan& p) { p.seed = 7; }), "seed is 1 there, 7 here");
  expect_said(says([](TrialPlan& p) { p.turn = 3; }), "turn is null there, 3 here");
  expect_said(says([](TrialPlan& p) { p.seat = nth<Player>(1); }), "seat is null there, 2 here");
  expect_said(says([](TrialPlan& p) { p.continuations = 4; }), "continuations is 1 there, 4 here");
  expect_said(says([](TrialPlan& p) { p.agents[2] = "scripted:builder"; }), "agent 3 has");
  EXPECT_NE(says([](TrialPlan& p) { p.denial = true; }).find("denial is of tiles"),
            std::string::npos);
  expect_said(says([](TrialPlan& p) { p.on.pop_back(); }),
              "on has 12 (place:warfare more) there, 11 (nothing more) here");
  expect_said(says([](TrialPlan& p) {
                p.rules = Ruleset::make("empires", 3);
                p.on = placements_in(p.rules);
              }),
              "ruleset is");
}

TEST_F(KeptTrials, OtherRulesAreRefusedUnlessToldOtherwise) {
  const TrialPlan plan = placements(2);
  run(file(), plan);
  forge(file(), "UPDATE trials SET signature = '0123456789abcdef'");
  Ledger ledger(file(), Database::Mode::write);
  const std::string said = complaint([&] { const KeptTrial store(ledger, "main", plan, false); });
  EXPECT_NE(said.find("was begun under other rules: signature 0123456789abcdef there"),
            std::string::npos)
      << said;
  EXPECT_EQ(KeptTrial(ledger, "main", plan, true).kept(9).size(), 2U);
  EXPECT_NE(complaint([&] {
              const KeptTrial store(ledger, "", plan, false);
            }).find("the name of a trial is ''"),
            std::string::npos);
}

/// A report does not depend on how the specs of agents are written: a ledger has them with every
/// key.
TEST_F(KeptTrials, AreReportedAlikeHoweverAgentsAreWritten) {
  TrialPlan plan = purchases(40);
  plan.agents = {"scripted", "scripted:balanced", "scripted:trader"};
  run(file(), plan);
  Ledger ledger(file(), Database::Mode::read);
  const TrialReport stored = KeptTrial::report(ledger, KeptTrial::find(ledger, "main"));
  EXPECT_TRUE(std::ranges::any_of(
      stored.lines, [](const TrialLine& line) { return line.observed.adjusted.has_value(); }));
  expect_same(in_memory(plan), stored);
}

/// The ruleset that the command appends does not make a name too long.
TEST_F(KeptTrials, NewNamesHaveALengthWithoutTheirRuleset) {
  const TrialPlan plan = placements(1);
  const std::string longest(kLongestPlanName, 'x');
  Ledger ledger(file(), Database::Mode::create);
  const auto said = [&](const std::string& name) {
    return complaint([&] { const KeptTrial store(ledger, name, plan, false); });
  };
  EXPECT_EQ(said(longest), "");
  EXPECT_EQ(said(longest + '/' + plan.rules.to_string()), "");
  EXPECT_NE(said(longest + 'x').find("at most 100 characters, not 101"), std::string::npos);
  EXPECT_NE(said(" x").find("no space at either end"), std::string::npos);
  EXPECT_EQ(KeptTrial::all(ledger).size(), 2U);
}

TEST_F(KeptTrials, StandBesideTournaments) {
  play(file(), 2);
  run(file(), placements(3));
  EXPECT_EQ(play(file(), 3), 3U);
  Ledger ledger(file(), Database::Mode::read);
  const auto trials = KeptTrial::all(ledger);
  ASSERT_EQ(trials.size(), 1U);
  EXPECT_EQ(trials.front().name, "main");
  EXPECT_EQ(trials.front().plan.games, 3U);
  EXPECT_EQ(trials.front().plan.on, placements(3).on);
  EXPECT_EQ(ledger.games(ledger.tournament("main").id).size(), 9U);
}

TEST_F(KeptTrials, DiscountsAreMerged) {
  const TrialReport whole = run(file("whole"), discounts(6));
  run(file("merged"), discounts(2));
  run(file("other"), discounts(5));
  EXPECT_EQ(Ledger(file("merged"), Database::Mode::write).merge(file("other")), 3U);
  expect_same(run(file("merged"), discounts(6)), whole);
}

TEST_F(KeptTrials, ATrialWithOtherDiscountsIsNotContinued) {
  run(file(), discounts(2));
  TrialPlan plan = discounts(2);
  plan.discounts = {2, 6};
  Ledger ledger(file(), Database::Mode::write);
  const std::string said = complaint([&] { const KeptTrial store(ledger, "main", plan, false); });
  EXPECT_NE(said.find("discounts"), std::string::npos) << said;
}

TEST_F(KeptTrials, ATrialWithoutDenialIsNotContinuedWithIt) {
  run(file(), purchases(2));
  Ledger ledger(file(), Database::Mode::write);
  const std::string said =
      complaint([&] { const KeptTrial store(ledger, "main", denials(2), false); });
  EXPECT_NE(said.find("denial"), std::string::npos) << said;
}

TEST_F(KeptTrials, ATrialWithDenialIsNotContinuedWithoutIt) {
  run(file(), denials(2));
  TrialPlan plan = denials(2);
  plan.denial = false;
  Ledger ledger(file(), Database::Mode::write);
  const std::string said = complaint([&] { const KeptTrial store(ledger, "main", plan, false); });
  EXPECT_NE(said.find("denial is true there, nothing here"), std::string::npos) << said;
}

TEST_F(KeptTrials, AStoredTrialIsReportedWithoutPlaying) {
  const TrialPlan plan = placements(6);
  const TrialReport whole = run(file(), plan);
  Ledger ledger(file(), Database::Mode::read);
  expect_same(KeptTrial::report(ledger, KeptTrial::find(ledger, "main")), whole);
}

TEST_F(KeptTrials, ALedgerWithoutTournamentsNamesItsTrials) {
  run(file(), placements(1));
  Ledger ledger(file(), Database::Mode::read);
  const std::string said = complaint([&] { static_cast<void>(ledger.tournament("main")); });
  EXPECT_NE(said.find("no tournament in it; it has the trial 'main'"), std::string::npos) << said;
}

TEST_F(KeptTrials, PartsMergeIntoWhatOneMachineWouldHave) {
  const TrialPlan plan = purchases(8);
  const TrialReport whole = run(file("whole"), plan);
  for (const auto& [name, games] : {std::pair("first", "game > 4"), {"second", "game < 3"}}) {
    fs::copy_file(file("whole"), file(name));
    for (const char* table :
         {"trial_circumstances", "trial_choices", "trial_forks", "trial_seats", "trial_games"}) {
      tamper(file(name), "DELETE FROM " + std::string(table) + " WHERE " + games);
    }
  }
  {
    Ledger merged(file("merged"), Database::Mode::create);
    EXPECT_EQ(merged.merge(file("first")), 5U);
    EXPECT_EQ(merged.merge(file("second")), 3U) << "two are there already";
    EXPECT_EQ(merged.merge(file("whole")), 0U);
  }
  expect_same(run(file("merged"), plan, 1, 0), whole);
}

TEST_F(KeptTrials, ContradictionsAndOtherPlansAreNotMerged) {
  run(file(), placements(3));
  run(file("changed"), placements(4));
  tamper(file("changed"), "UPDATE trial_forks SET vp = vp + 1 WHERE game = 2");
  TrialPlan plan = placements(3);
  plan.seed = 9;
  run(file("other"), plan);
  Ledger ledger(file(), Database::Mode::write);
  const std::string said = complaint([&] { ledger.merge(file("changed")); });
  EXPECT_NE(said.find("trial 'main', game 2: trial_forks differs"), std::string::npos) << said;
  EXPECT_NE(complaint([&] { ledger.merge(file("other")); }).find("seed is 9 there, 1 here"),
            std::string::npos);
  EXPECT_EQ(number(file(), "SELECT count(*) FROM trial_games"), 3);
}

TEST_F(KeptTrials, PartsOfForksMayNotContradictEachOther) {
  TrialPlan plan = denials(3);
  plan.discounts = {4};
  for (const auto& [change, table] : std::vector<std::pair<std::string, std::string>>{
           {"trial_forks SET vp_vs_denied = vp_vs_denied + 1", "trial_forks"},
           {"trial_forks SET money = money + 1", "trial_forks"},
           {"trial_discounts SET vp = vp + 1", "trial_discounts"},
           {"trial_circumstances SET vp = vp + 1", "trial_circumstances"}}) {
    const std::string ours = file("ours " + change);
    const std::string theirs = file("theirs " + change);
    run(ours, plan);
    run(theirs, plan);
    EXPECT_EQ(Ledger(ours, Database::Mode::write).merge(theirs), 0U);
    tamper(theirs, "UPDATE " + change + " WHERE game = 2");
    const std::string said = complaint([&] { Ledger(ours, Database::Mode::write).merge(theirs); });
    EXPECT_NE(said.find("game 2: " + table + " differs"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace carrack
