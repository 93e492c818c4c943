// Stored games of trials, played again.
#include "experiments/ledger/repeated_trial_game.hpp"

#include "tests/experiments/ledger/trial_fixture.hpp"

namespace carrack {
namespace {

class RepeatedTrialGames : public KeptTrials {
 protected:
  static std::optional<RecordedTrialGame> repeat(const std::string& path, u64 number,
                                                 bool stopped = false,
                                                 bool allow_programs = false) {
    Ledger ledger(path, Database::Mode::read);
    const std::atomic<bool> stop = stopped;
    return repeat_trial_game(ledger, KeptTrial::find(ledger, "main"), number, stop, allow_programs);
  }
};

TEST_F(RepeatedTrialGames, AreTheStoredOnesAndLeaveTheFileAsItIs) {
  for (const TrialPlan& plan : {placements(3), purchases(3), denials(3)}) {
    const std::string path = file(plan.is_of_placements() ? "placements"
                                  : plan.denial           ? "denials"
                                                          : "purchases");
    run(path, plan);
    const std::string before = content(path);
    for (u64 number = 0; number < 3; ++number) {
      const auto again = repeat(path, number);
      EXPECT_EQ(again->records.size(), again->game.courses);
      EXPECT_EQ(static_cast<i64>(again->game.forks.size()),
                KeptTrials::number(path, "SELECT count(*) FROM trial_forks WHERE game = " +
                                             std::to_string(number)));
    }
    EXPECT_FALSE(repeat(path, 0, /*stopped=*/true));
    EXPECT_TRUE(content(path) == before);
  }
}

TEST_F(RepeatedTrialGames, AnUnknownTrialOrGameIsRefused) {
  run(file(), purchases(2));
  EXPECT_NE(complaint([&] { repeat(file(), 2); }).find("trial 'main' has no game 2"),
            std::string::npos);
  Ledger ledger(file(), Database::Mode::read);
  EXPECT_NE(complaint([&] {
              static_cast<void>(KeptTrial::find(ledger, "other"));
            }).find("has no trial 'other' (it has main)"),
            std::string::npos);
}

TEST_F(RepeatedTrialGames, AGameThatDiffersIsRefused) {
  for (const char* const change :
       {"trial_forks SET vp_vs_nothing = vp_vs_nothing + 1", "trial_forks SET vp_vs_denied = -150",
        "trial_forks SET money = money + 1", "trial_discounts SET vp = vp + 1",
        "trial_circumstances SET vp = vp + 1", "trial_seats SET vp = vp + 1",
        "trial_games SET courses = courses + 1"}) {
    const std::string path = file(std::to_string(std::hash<std::string>()(change)));
    TrialPlan plan = denials(2);
    plan.discounts = {4};
    run(path, plan);
    tamper(path, "UPDATE " + std::string(change) + " WHERE game = 1");
    EXPECT_NE(complaint([&] { repeat(path, 1); }).find("game 1 differs when it is repeated"),
              std::string::npos)
        << change;
    EXPECT_EQ(complaint([&] { repeat(path, 0); }), "");
  }
}

TEST_F(RepeatedTrialGames, OtherRulesAreRefused) {
  run(file(), purchases(1));
  forge(file(), "UPDATE trials SET signature = '0123456789abcdef'");
  EXPECT_NE(complaint([&] { repeat(file(), 0); }).find("played with other rules"),
            std::string::npos);
}

/// A ledger of somebody else may name any program.
TEST_F(RepeatedTrialGames, ProgramsRunOnlyWhereTheCallerAllowsIt) {
  const std::string mark = file("mark");
  const std::string program = "process:touch " + mark;
  for (const std::string& spec :
       {program + ",time=1.0,start=1.0", "Restricted:ban=navy,of= PROCESS :touch " + mark,
        "restricted:ban=navy,of=restricted:ban=monastery,of=" + program,
        R"({\"agent\":\"process\",\"variant\":\"touch )" + mark + R"(\"})"}) {
    fs::remove(file());
    run(file(), purchases(1));
    forge(file(), "UPDATE trials SET configuration = replace(configuration, '\"random\"', '\"" +
                      spec + "\"')");
    const std::string said = complaint([&] { repeat(file(), 0); });
    EXPECT_TRUE(said.starts_with("trial 'main': its agent '")) << said;
    EXPECT_NE(said.find("runs a program that the ledger names"), std::string::npos) << said;
    EXPECT_NE(said.find("allow_programs=True"), std::string::npos) << said;
    EXPECT_FALSE(fs::exists(mark)) << spec;
    EXPECT_NE(complaint([&] {
                repeat(file(), 0, /*stopped=*/false, /*allow_programs=*/true);
              }).find("does not answer its first greeting"),
              std::string::npos);
    EXPECT_TRUE(fs::remove(mark)) << spec;
  }
}

TEST(RunsProgram, SeesThroughSpellingsAndRestrictions) {
  for (
      const char* const spec :
      {"process:x", " PROCESS : x", "restricted:ban=navy,of=process:x",
       "restricted:ban=navy,OF=restricted:force=mint,of= Process:x,time=1",
       R"({"agent": "process", "variant": "x"})",
       R"({"agent": "restricted", "ban": ["navy"], "of": {"agent": "process", "variant": "x"}})"}) {
    EXPECT_TRUE(runs_program(spec)) << spec;
  }
  for (const char* const spec :
       {"random", "mcts:iterations=5", "restricted:ban=navy,of=mcts:iterations=5",
        R"({"agent": "restricted", "ban": ["navy"], "of": {"agent": "random"}})"}) {
    EXPECT_FALSE(runs_program(spec)) << spec;
  }
  std::string deep = "random";
  for (int i = 0; i < 1000; ++i) deep.insert(0, "restricted:of=");
  EXPECT_THROW(static_cast<void>(runs_program(deep)), InputError);
}

}  // namespace
}  // namespace carrack
