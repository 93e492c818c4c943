// Stored games of trials, played again.
#include "experiments/ledger/repeated_trial_game.hpp"

#include "tests/experiments/ledger/trial_fixture.hpp"

namespace carrack {
namespace {

class RepeatedTrialGames : public KeptTrials {
 protected:
  static std::optional<RecordedTrialGame> repeat(const std::string& path, u64 number,
                                                 bool stopped = false) {
    Ledger ledger(path, Database::Mode::read);
    const std::atomic<bool> stop = stopped;
    return repeat_trial_game(ledger, KeptTrial::find(ledger, "main"), number, stop);
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
  tamper(file(), "UPDATE trials SET signature = '0123456789abcdef'");
  EXPECT_NE(complaint([&] { repeat(file(), 0); }).find("played with other rules"),
            std::string::npos);
}

}  // namespace
}  // namespace carrack
