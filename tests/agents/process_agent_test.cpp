// Agents that are other programs: good ones, and each way to fail.
#include "agents/process_agent.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>

#include "core/error.hpp"
#include "experiments/game_runner.hpp"
#include "tests/core/islands.hpp"

namespace carrack {
namespace {

std::string bad(const std::string& how, const std::string& more = "") {
  return "process:python3 " CARRACK_TESTS "/agents/bad_agent.py " + how + more;
}

std::optional<PlayedGame> play(Agent& first, u64 seed = 1,
                               Ruleset rules = Ruleset::make("aoe3", 2)) {
  const std::unique_ptr<Agent> other = make_agent("random");
  const std::vector<Agent*> seats{&first, other.get()};
  const std::atomic<bool> stop{false};
  return play_game(rules, seats, game_seeds(seed, 0), nullptr, stop);
}

/// The failure of the first seat in one game.
Forfeit failure(const std::string& spec) {
  const std::unique_ptr<Agent> agent = make_agent(spec);
  const auto game = play(*agent);
  EXPECT_EQ(game->forfeits.size(), 1U) << spec;
  EXPECT_EQ(game->result.rank[0], 2) << spec;
  EXPECT_EQ(game->result.rank[1], 1) << spec;
  return game->forfeits.empty() ? Forfeit{} : game->forfeits.front();
}

TEST(ProcessAgent, TheExamplePlaysWholeGamesAndTheSameOnesAgain) {
  const std::string spec =
      "process:python3 " CARRACK_TESTS "/../experiments/examples/external_agent.py";
  const std::unique_ptr<Agent> agent = make_agent(spec);
  const auto first = play(*agent);
  const auto other = play(*agent, 2);
  const auto again = play(*agent);
  EXPECT_TRUE(first->forfeits.empty() && other->forfeits.empty());
  EXPECT_EQ(first->result, again->result);
  EXPECT_NE(first->result, other->result);
  EXPECT_EQ(make_agent(agent->spec())->spec(), agent->spec());
}

TEST(ProcessAgent, EveryWayToFailHasItsKind) {
  EXPECT_EQ(failure("process:no-such-program").kind, FailureKind::crashed);
  EXPECT_EQ(failure("process:false").kind, FailureKind::crashed);
  EXPECT_EQ(failure(bad("dies")).what, "python3 has ended with status 7");
  EXPECT_EQ(failure(bad("crashes")).kind, FailureKind::crashed);
  EXPECT_EQ(failure(bad("deaf", ",start=0.2")).kind, FailureKind::timed_out);
  EXPECT_EQ(failure(bad("hangs", ",time=1")).kind, FailureKind::timed_out);
  EXPECT_EQ(failure(bad("cheats")).kind, FailureKind::illegal);
  EXPECT_EQ(failure(bad("illegal")).what, "\"vp 255\" is not legal");
  EXPECT_EQ(failure(bad("garbage")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("mute")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("rude")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("talkative")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("endless")).kind, FailureKind::protocol);
}

TEST(ProcessAgent, AFailureTellsWhereAndShowsNoControlCharacters) {
  const Forfeit forfeit = failure(bad("garbage"));
  EXPECT_GT(forfeit.decision, 0U);
  EXPECT_EQ(forfeit.what.find('\x1b'), std::string::npos);
  EXPECT_NE(forfeit.what.find("u001b"), std::string::npos) << forfeit.what;
}

TEST(ProcessAgent, IsStartedAgainForTheNextGame) {
  const std::unique_ptr<Agent> agent = make_agent(bad("crashes"));
  EXPECT_EQ(play(*agent)->forfeits.size(), 1U);
  const auto second = play(*agent);
  ASSERT_EQ(second->forfeits.size(), 1U);
  EXPECT_GT(second->forfeits.front().decision, 0U);  // it played until its fifth move
}

TEST(ProcessAgent, IsToldOfABoardThatIsNotPrinted) {
  const std::unique_ptr<Agent> agent = make_agent(bad("landlubber"));
  EXPECT_EQ(play(*agent)->forfeits.size(), 1U);  // ends where it is told of none
  const Ruleset sea = Ruleset::make("aoe3", 2).on(testing::islands());
  EXPECT_TRUE(play(*agent, 1, sea)->forfeits.empty());
}

TEST(ProcessAgent, LeavesNoZombie) {
  for (const std::string& how : {std::string("crashes"), std::string("talkative")}) {
    static_cast<void>(failure(bad(how)));
  }
  { static_cast<void>(failure("process:cat")); }  // answers hello with hello
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ProcessAgent, ASpecWithoutAProgramIsRefused) {
  EXPECT_THROW(static_cast<void>(make_agent("process")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process: ")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process:x,time=0")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process:x,tmie=1")), InputError);
}

}  // namespace
}  // namespace carrack
