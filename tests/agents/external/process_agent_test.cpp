// External agents: correct ones, and each kind of failure.
#include "agents/external/process_agent.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/error.hpp"
#include "tests/agents/external/programs.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack {
namespace {

/// The failure of the first seat in one game.
Forfeit failure(const std::string& spec) {
  const std::unique_ptr<Agent> agent = make_agent(spec);
  const auto game = play(*agent);
  EXPECT_EQ(game->forfeits.size(), 1U) << spec;
  EXPECT_EQ(game->result.rank[0], 2) << spec;
  EXPECT_EQ(game->result.rank[1], 1) << spec;
  return game->forfeits.empty() ? Forfeit{} : game->forfeits.front();
}

/// The error for a program that cannot start its first game.
std::string refusal(const std::string& spec) {
  const std::unique_ptr<Agent> agent = make_agent(spec);
  try {
    static_cast<void>(play(*agent));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
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
  EXPECT_GT(agent->report().seconds, 0);
  EXPECT_FALSE(agent->searches());
}

TEST(ProcessAgent, EveryWayToFailHasItsKind) {
  EXPECT_EQ(failure(bad("crashes")).kind, FailureKind::crashed);
  EXPECT_EQ(failure(bad("hangs", ",time=1")).kind, FailureKind::timed_out);
  EXPECT_EQ(failure(bad("cheats")).kind, FailureKind::illegal);
  EXPECT_EQ(failure(bad("illegal")).what, "\"vp 255\" is not legal");
  EXPECT_EQ(failure(bad("garbage")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("mute")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("talkative")).kind, FailureKind::protocol);
  EXPECT_EQ(failure(bad("deep")).kind, FailureKind::protocol);
}

TEST(ProcessAgent, AProgramThatHasNeverAnsweredIsAMistakeInTheSpec) {
  EXPECT_EQ(refusal("process:no-such-program"),
            "agent 'process:no-such-program': cannot start no-such-program: no program of this "
            "name on PATH");
  const auto has = [](const std::string& spec, std::string_view words) {
    const std::string said = refusal(spec);
    EXPECT_TRUE(said.starts_with("agent 'process:")) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  has("process:false", "false has ended with status 1");
  has("process:/dev/null", "agent 'process:/dev/null': cannot start /dev/null: Permission denied");
  has("process:./no-such-program", "cannot start ./no-such-program: No such file or directory");
  has("process:cat", "got \"{");  // hello with hello
  has(bad("dies"), "python3 has ended with status 7");
  has(bad("deaf", ",start=0.2"), "has not answered in time");
  has(bad("rude"), "got \"hello yourself\"");
  has(bad("endless"), "more than 1 MiB");
}

TEST(ProcessAgent, AProgramInTheFolderIsNamedWhereItIsNotOnThePath) {
  const std::string name = "carrack-here-" + std::to_string(getpid());
  const std::string before = std::filesystem::current_path();
  std::filesystem::current_path(::testing::TempDir());
  std::ofstream(name) << "#!/no/such/interpreter\n";
  std::filesystem::permissions(name, std::filesystem::perms::owner_all);
  const std::string bare = refusal("process:" + name);
  const std::string there = refusal("process:./" + name);
  std::filesystem::remove(name);
  std::filesystem::current_path(before);
  EXPECT_EQ(bare, "agent 'process:" + name + "': cannot start " + name +
                      ": no program of this name on PATH; did you mean ./" + name + "?");
  EXPECT_TRUE(there.ends_with(": the interpreter that ./" + name + " names is not there")) << there;
}

TEST(ProcessAgent, AProgramThatHasAnsweredBeforeForfeits) {
  const std::string file = ::testing::TempDir() + "carrack-tires-" + std::to_string(getpid());
  const std::string spec = bad("tires " + file);
  EXPECT_GT(failure(spec).decision, 0U);
  const Forfeit second = failure(spec);  // by an agent of its own
  EXPECT_EQ(second.decision, 0U);
  EXPECT_EQ(second.what, "python3 has ended with status 7");
  std::filesystem::remove(file);
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

TEST(ProcessAgent, IsToldOfTheFiguresThatArePlayedWith) {
  const std::unique_ptr<Agent> agent = make_agent(bad("haggler"));
  const Ruleset rules = Ruleset::make("aoe3", 2);
  EXPECT_EQ(play(*agent, 1, rules)->forfeits.size(), 1U);  // ends where the price is another one
  const Ruleset cheap =
      testing::tweaked(rules, R"({"name": "x", "tiles": {"navy": {"cost": 17}}})");
  EXPECT_TRUE(play(*agent, 1, cheap)->forfeits.empty());
}

TEST(ProcessAgent, LeavesNoZombie) {
  for (const std::string& how : {std::string("crashes"), std::string("talkative")}) {
    static_cast<void>(failure(bad(how)));
  }
  static_cast<void>(refusal("process:cat"));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ProcessAgent, AFailureEndsWithTheLastLineOfStandardError) {
  ::testing::internal::CaptureStderr();
  EXPECT_TRUE(refusal(bad("complains"))
                  .ends_with("python3 has ended with status 1; its last line on stderr: "
                             "'?[31mOh dear'"));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "a warning\n?[31mOh dear\n\n");
}

TEST(ProcessAgent, OfALongStandardErrorOnlyTheBeginningIsShown) {
  ::testing::internal::CaptureStderr();
  const std::unique_ptr<Agent> agent = make_agent(bad("noisy"));
  EXPECT_TRUE(play(*agent)->forfeits.empty());
  const std::string shown = ::testing::internal::GetCapturedStderr();
  EXPECT_GT(shown.size(), 64U * 1024U);
  EXPECT_LT(shown.size(), 65U * 1024U);
  EXPECT_TRUE(shown.ends_with(
      "carrack: python3 has written 64 KiB to its standard error; nothing more of it is shown\n"));
}

TEST(ProcessAgent, HasTheStandardDescriptorsAndNoOther) {
  const int ours = open("/dev/null", O_RDONLY);  // as a library opens it, not close-on-exec
  const std::unique_ptr<Agent> agent = make_agent(bad("curious"));
  const auto game = play(*agent);
  close(ours);
  EXPECT_TRUE(game->forfeits.empty()) << game->forfeits.front().what;
}

TEST(ProcessAgent, ItsOwnLimitsEndIt) {
  EXPECT_NE(refusal(bad("greedy", ",memory=1024")).find("MemoryError"), std::string::npos);
  EXPECT_TRUE(refusal(bad("spins", ",start=60,cpu=1"))
                  .ends_with("python3 has used more than its 1 s of CPU time"));
  EXPECT_EQ(make_agent("process:x,memory=64,cpu=5")->spec(),
            "process:x,time=10.0,start=10.0,memory=64,cpu=5");
  EXPECT_THROW(static_cast<void>(make_agent("process:x,memory=0")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process:x,cpu=2000000")), InputError);
}

TEST(ProcessAgent, WhenTheMachineLacksDescriptorsNobodyForfeits) {
  // UBSan needs descriptors when it first looks at an object of a class.
  static_cast<void>(play(*make_agent(bad("fine"))));
  const std::unique_ptr<Agent> agent = make_agent(bad("fine"));
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  for (const rlim_t more : {0U, 1U, 2U, 3U, 4U, 5U}) {
    const int next = open("/dev/null", O_RDONLY);
    close(next);
    const rlimit few{static_cast<rlim_t>(next) + more, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    try {
      static_cast<void>(play(*agent));
      setrlimit(RLIMIT_NOFILE, &before);
      ADD_FAILURE() << "nothing is thrown with " << more;
    } catch (const ResourceError& error) {
      setrlimit(RLIMIT_NOFILE, &before);  // UBSan needs descriptors to look at the error
      EXPECT_STREQ(error.what(), "cannot start python3: Too many open files");
    }
  }
  EXPECT_TRUE(play(*agent)->forfeits.empty());
}

TEST(ProcessAgent, WaitingEndsWithTheStopFlagAndIsNoForfeit) {
  for (const std::string how : {"deaf", "hangs"}) {
    const std::unique_ptr<Agent> agent = make_agent(bad(how, ",time=600,start=600"));
    std::atomic<bool> stop{false};
    agent->stop_on(&stop);
    std::thread raiser([&] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      stop = true;
    });
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(play(*agent).has_value()) << how;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << how;
    raiser.join();
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

/// A program that starts a daemon; returns the daemon's process.
pid_t daemon_of(Agent& agent, const std::string& file) {
  Random random(1, 1);
  agent.begin(Ruleset::make("aoe3", 2), Player{0}, random);
  pid_t pid = 0;
  std::ifstream(file) >> pid;
  return pid;
}

bool is_running(pid_t process) { return kill(process, 0) == 0; }

TEST(ProcessAgent, WhatTheProgramHasStartedEndsWithIt) {
  const std::string file = ::testing::TempDir() + "carrack-daemon-" + std::to_string(getpid());
  std::unique_ptr<Agent> agent = make_agent(bad("breeds " + file, ",start=60"));
  const pid_t daemon = daemon_of(*agent, file);
  ASSERT_GT(daemon, 0);
  EXPECT_TRUE(is_running(daemon));
  agent.reset();
  EXPECT_FALSE(is_running(daemon));
  std::filesystem::remove(file);
}

TEST(ProcessAgent, NothingIsLeftTwoSecondsAfterAKill) {
  const std::string file = ::testing::TempDir() + "carrack-orphan-" + std::to_string(getpid());
  const std::string done = file + ".done";
  const pid_t carrack = fork();
  if (carrack == 0) {
    alarm(120);
    try {
      const std::unique_ptr<Agent> agent = make_agent(bad("breeds " + file, ",start=60"));
      static_cast<void>(daemon_of(*agent, file));
      std::ofstream(done) << "done";
      for (;;) pause();
    } catch (const std::exception&) {  // seen below: there is no daemon
    }
    _exit(1);
  }
  for (int i = 0; i < 6000 && !std::filesystem::exists(done); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  pid_t daemon = 0;
  std::ifstream(file) >> daemon;
  kill(carrack, SIGKILL);
  waitpid(carrack, nullptr, 0);
  ASSERT_GT(daemon, 0);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  EXPECT_FALSE(is_running(daemon));
  std::filesystem::remove(file);
  std::filesystem::remove(done);
}

TEST(ProcessAgent, AForkedChildHasAProgramOfItsOwn) {
  std::unique_ptr<Agent> agent = make_agent(bad("fine"));
  EXPECT_TRUE(play(*agent)->forfeits.empty());
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // instead of hanging
    const bool plays = play(*agent)->forfeits.empty();
    agent.reset();
    _exit(plays ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(play(*agent)->forfeits.empty());  // with the program from before the fork
}

TEST(ProcessAgent, ASpecWithoutAProgramIsRefused) {
  EXPECT_THROW(static_cast<void>(make_agent("process")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process: ")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process:x,time=0")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("process:x,tmie=1")), InputError);
}

}  // namespace
}  // namespace carrack
