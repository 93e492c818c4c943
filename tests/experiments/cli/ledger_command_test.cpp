// End-to-end tests of tournaments with a ledger: killed, interrupted, shared, refused, exported.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/random.hpp"
#include "experiments/ledger/ledger.hpp"
#include "tests/experiments/ledger/comes_true.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class LedgerCommand : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Runs the binary to its end; its output is in out() and err().
  int carrack(const std::string& arguments, const std::string& prefix = "") const {
    const std::string command =
        prefix + CARRACK_BINARY " " + arguments + " > " + path("out") + " 2> " + path("err");
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::string out() const { return content(path("out")); }
  [[nodiscard]] std::string err() const { return content(path("err")); }

  /// Starts the binary without waiting for it. Its output is lost, or kept for out() and err().
  [[nodiscard]] pid_t start(std::vector<std::string> arguments, bool keep_output = false) const {
    arguments.insert(arguments.begin(), CARRACK_BINARY);
    const std::string output = keep_output ? path("out") : "/dev/null";
    const std::string errors = keep_output ? path("err") : "/dev/null";
    const pid_t child = fork();
    if (child != 0) return child;
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
    dup2(open(output.c_str(), kFlags, 0600), STDOUT_FILENO);
    dup2(open(errors.c_str(), kFlags, 0600), STDERR_FILENO);
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    execv(words.front(), words.data());
    _exit(127);
  }

  /// All machine-independent data of a tournament.
  [[nodiscard]] std::string results(const std::string& ledger) const {
    EXPECT_EQ(carrack("export " + ledger + " --force --csv " + path("csv") + " --records " +
                      path("jsonl")),
              0)
        << err();
    std::string all;
    for (const std::string_view table : {"agents", "games", "seats", "turns", "purchases"}) {
      all += content((folder_ / "csv" / table).string() + ".csv");
    }
    return all + content(path("jsonl"));
  }

  testing::TemporaryFolder folder_;
};

constexpr const char* kPlayers = "tournament --players 2 --agent random --agent scripted ";

TEST_F(LedgerCommand, KilledAnywhereItGoesOnAndEndsInTheSameResults) {
  constexpr unsigned kKills = testing::kSanitized ? 8 : 25;  // for each number of threads
  Random random(11, 0);
  u64 blocks = 0;
  for (const std::string& threads : {std::string("1"), std::string("2")}) {
    const std::string ledger = path("killed-" + threads);
    const std::string command = kPlayers + ("--threads " + threads) + " --ledger " + ledger;
    // The time of a start and a few games sets the interval of the kills.
    const auto began = Clock::now();
    ASSERT_EQ(carrack(command + " --blocks 5"), 0) << err();
    const std::chrono::duration<double> short_run = Clock::now() - began;
    u64 cut_short = 0;
    for (unsigned kill_number = 0; kill_number < kKills; ++kill_number) {
      const pid_t child =
          start({"tournament", "--players", "2", "--agent", "random", "--agent", "scripted",
                 "--threads", threads, "--ledger", ledger, "--blocks", "3000"});
      std::this_thread::sleep_for(short_run * 1.5 * random.uniform());
      kill(child, SIGKILL);
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      cut_short += WIFSIGNALED(status) ? 1U : 0U;
    }
    EXPECT_GE(cut_short, kKills / 2);
    {
      Database db(ledger, Database::Mode::write);
      Statement check(db, "PRAGMA integrity_check");
      check.start();
      ASSERT_TRUE(check.next());
      EXPECT_EQ(check.text(0), "ok");
      Statement last(db, "SELECT max(block) FROM games");
      last.start();
      ASSERT_TRUE(last.next());
      blocks = std::max(blocks, static_cast<u64>(last.integer(0)) + 4);
    }
  }
  ASSERT_GT(blocks, 9U);  // games were played between the kills
  const std::string count = " --blocks " + std::to_string(blocks);
  ASSERT_EQ(carrack(kPlayers + ("--ledger " + path("whole")) + count), 0) << err();
  const std::string whole = results(path("whole"));
  for (const std::string& threads : {std::string("1"), std::string("2")}) {
    const std::string ledger = path("killed-" + threads);
    ASSERT_EQ(carrack(kPlayers + ("--threads " + threads) + " --ledger " + ledger + count), 0)
        << err();
    EXPECT_NE(out().find("going on after "), std::string::npos);
    EXPECT_TRUE(results(ledger) == whole) << threads;
  }
}

TEST_F(LedgerCommand, TwoProcessesShareTheWork) {
  const std::string command = kPlayers + std::string("--blocks 150 --json --ledger ");
  ASSERT_EQ(carrack(command + path("alone")), 0) << err();
  const std::string binary = CARRACK_BINARY " ";
  ASSERT_EQ(std::system((binary + command + path("shared") + " > " + path("first") + " & " +
                         binary + command + path("shared") + " > " + path("second") + "; wait")
                            .c_str()),
            0);
  const auto first = nlohmann::json::parse(content(path("first")));
  const auto second = nlohmann::json::parse(content(path("second")));
  EXPECT_EQ(first["played"].get<u64>() + second["played"].get<u64>(), 300U);
  EXPECT_TRUE(results(path("shared")) == results(path("alone")));
}

TEST_F(LedgerCommand, WhatAKilledProcessWasPlayingIsPlayedByTheOther) {
  const std::string ledger = path("l");
  const std::vector<std::string> command{
      "tournament", "--players", "2",        "--agent", "uct:iterations=100", "--agent", "random",
      "--blocks",   "4",         "--ledger", ledger};
  const pid_t first = start(command);
  ASSERT_TRUE(comes_true(ledger, "SELECT count(*) FROM claims"));
  ASSERT_EQ(kill(first, SIGSTOP), 0);
  const pid_t second = start(command);
  EXPECT_TRUE(comes_true(ledger,
                         "SELECT count(DISTINCT run) = 1 AND min(run) = 1 AND (SELECT count(*)"
                         " FROM runs) = 2 AND (SELECT sum(games - done) FROM blocks b"
                         "  WHERE NOT EXISTS (SELECT 1 FROM claims c WHERE c.block = b.block)) = 0"
                         " FROM claims"));
  int status = 0;
  EXPECT_EQ(waitpid(second, &status, WNOHANG), 0) << "it waits for what the first has claimed";
  ASSERT_EQ(kill(first, SIGKILL), 0);
  ASSERT_EQ(waitpid(first, &status, 0), first);
  ASSERT_EQ(waitpid(second, &status, 0), second);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(Ledger(ledger, Database::Mode::read).tournament("").games, 8U);
  EXPECT_FALSE(fs::exists(ledger + "-runs"));
}

TEST_F(LedgerCommand, ARunThatEndsWithGamesUnplayedFails) {
  const std::string ledger = path("l");
  const std::string arguments = kPlayers + ("--blocks 2000 --ledger " + ledger);
  int status = 0;
  std::thread run([&] { status = carrack(arguments); });
  EXPECT_TRUE(comes_true(ledger, "SELECT count(*) FROM games"));
  Database(ledger, Database::Mode::write).execute("DELETE FROM blocks WHERE block = 1999");
  run.join();
  EXPECT_EQ(status, 1);
  EXPECT_NE(err().find("carrack: tournament: 2 of 4000 planned games were not played"),
            std::string::npos)
      << err();
}

TEST_F(LedgerCommand, SeveralMayBeginAFileAtOnce) {
  for (unsigned round = 0; round < (testing::kSanitized ? 5U : 20U); ++round) {
    const std::string command = CARRACK_BINARY " " + std::string(kPlayers) +
                                "--blocks 4 --ledger " + path("race" + std::to_string(round)) +
                                " > /dev/null 2>> " + path("errors") + " & ";
    ASSERT_EQ(std::system((command + command + command + command + "wait").c_str()), 0);
  }
  const std::string errors = content(path("errors"));
  EXPECT_EQ(errors.find("carrack: "), std::string::npos) << errors;
}

TEST_F(LedgerCommand, AnInterruptSaysHowToGoOn) {
  const pid_t run = start({"tournament", "--players", "2", "--agent", "uct:iterations=20",
                           "--agent", "random", "--blocks", "100000", "--ledger", path("l")},
                          true);
  EXPECT_TRUE(comes_true(path("l"), "SELECT count(*) FROM games"));
  ASSERT_EQ(kill(run, SIGINT), 0);
  int status = 0;
  ASSERT_EQ(waitpid(run, &status, 0), run);
  EXPECT_NE(out().find("interrupted: "), std::string::npos) << out() << err();
  EXPECT_NE(out().find("run the same command again to continue"), std::string::npos) << out();
  Ledger ledger(path("l"), Database::Mode::read);
  EXPECT_GT(ledger.tournament("main").games, 0U);
  Database db(path("l"), Database::Mode::read);
  Statement claims(db, "SELECT count(*) FROM claims");
  claims.start();
  ASSERT_TRUE(claims.next());
  EXPECT_EQ(claims.integer(0), 0);
}

TEST_F(LedgerCommand, AnInterruptCountsTheGamesOfItsOwnBlocks) {
  const std::string agents = "tournament --players 2 --agent uct:iterations=20 --agent random ";
  ASSERT_EQ(carrack(agents + "--block-range 0:3 --ledger " + path("l")), 0) << err();
  const std::string own = "SELECT count(*) FROM games WHERE block >= 3";
  const pid_t run = start({"tournament", "--players", "2", "--agent", "uct:iterations=20",
                           "--agent", "random", "--block-range", "3:100000", "--ledger", path("l")},
                          true);
  EXPECT_TRUE(comes_true(path("l"), own));
  ASSERT_EQ(kill(run, SIGINT), 0);
  int status = 0;
  ASSERT_EQ(waitpid(run, &status, 0), run);
  Database db(path("l"), Database::Mode::read);
  Statement games(db, own);
  games.start();
  ASSERT_TRUE(games.next());
  const std::string line =
      "interrupted: " + std::to_string(games.integer(0)) + " of 199994 games are in ";
  EXPECT_NE(out().find(line), std::string::npos) << out() << line;
}

TEST_F(LedgerCommand, TablesAreTheSameWithAndWithoutALedger) {
  for (const std::string& kind :
       {std::string("--kind fixed --agent random --agent scripted --agent greedy"),
        std::string("--kind round-robin --agent random --agent scripted --agent greedy "
                    "--agent scripted:trader"),
        std::string("--kind focus --seatings balanced --agent scripted --agent random"),
        std::string("--kind mixed --seatings all --agent random --agent scripted --agent greedy "
                    "--agent scripted:trader --agent scripted:settler")}) {
    const std::string command =
        "tournament --players 3 --games 20 --force --csv " + path("csv") + ' ' + kind;
    ASSERT_EQ(carrack(command), 0) << err();
    const std::string memory = content(path("csv"));
    fs::remove(path("l"));
    ASSERT_EQ(carrack(command + " --threads 2 --ledger " + path("l")), 0) << err();
    EXPECT_EQ(content(path("csv")), memory) << kind;
    std::size_t agents = 0;
    for (std::size_t at = 0; (at = kind.find("--agent", at)) != std::string::npos; ++at) ++agents;
    EXPECT_EQ(std::ranges::count(memory, '\n'), static_cast<long>(agents) + 1) << memory;
  }
}

TEST_F(LedgerCommand, ShowsAndExportsWhatALedgerHolds) {
  ASSERT_EQ(carrack(kPlayers + ("--blocks 3 --ledger " + path("l"))), 0);
  ASSERT_EQ(carrack(kPlayers + ("--seed 2 --name other --blocks 2 --ledger " + path("l"))), 0);
  ASSERT_EQ(carrack("ledger " + path("l")), 0);
  EXPECT_NE(out().find("main"), std::string::npos);
  EXPECT_NE(out().find("other"), std::string::npos);
  ASSERT_EQ(carrack("ledger " + path("l") + " --json"), 0);
  const auto list = nlohmann::json::parse(out());
  EXPECT_EQ(list[1]["games"], 4);
  EXPECT_EQ(list[0]["agents"][1]["configuration"]["variant"], "balanced");
  ASSERT_EQ(carrack("ledger " + path("l") + " --name other --json"), 0);
  EXPECT_EQ(nlohmann::json::parse(out())["games"], 4);
  ASSERT_EQ(carrack("export " + path("l") + " --name main --records " + path("r")), 0) << err();
  ASSERT_EQ(carrack("verify " + path("r")), 0);
  EXPECT_TRUE(out().starts_with("6 games, ")) << out();
}

TEST_F(LedgerCommand, RecordsOfALedgerHaveSearchValuesOnRequest) {
  const std::string command =
      "tournament --players 2 --blocks 1 --agent uct:iterations=5 --ledger " + path("l");
  ASSERT_EQ(carrack(command + " --name plain"), 0) << err();
  ASSERT_EQ(carrack(command + " --name searched --search-values"), 0) << err();
  for (const std::string name : {"plain", "searched"}) {
    ASSERT_EQ(carrack("export " + path("l") + " --name " + name + " --records " + path(name)), 0);
    ASSERT_EQ(carrack("verify " + path(name)), 0) << err();
    const bool has_values = content(path(name)).find("\"visits\"") != std::string::npos;
    EXPECT_EQ(has_values, name == "searched");
  }
}

TEST_F(LedgerCommand, ForfeitsAreCountedAndTheTournamentGoesOn) {
  const std::string bad = "'process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py ";
  const std::string command = "tournament --players 3 --blocks 2 --ledger " + path("l") +
                              " --agent random --agent " + bad + "crashes' --agent " + bad +
                              "illegal'";
  ASSERT_EQ(carrack(command), 0) << err();
  EXPECT_NE(out().find("6: 6 crashed"), std::string::npos) << out();
  EXPECT_NE(out().find("6: 6 illegal"), std::string::npos) << out();
  ASSERT_EQ(carrack(command + " --json"), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["entrants"][0]["win_share"], 1);
}

TEST_F(LedgerCommand, WrongInputGetsOneLine) {
  ASSERT_EQ(carrack(kPlayers + ("--blocks 1 --ledger " + path("l"))), 0);
  std::ofstream(path("text")) << "no database\n" << std::string(1000, ' ');
  const auto refused = [&](const std::string& arguments, std::string_view word) {
    const int status = carrack(arguments);
    EXPECT_TRUE(status == 1 || status == 2) << arguments << " ended with " << status << out();
    EXPECT_EQ(std::ranges::count(err(), '\n'), 1) << err();
    EXPECT_NE(err().find(word), std::string::npos) << err();
  };
  refused(kPlayers + ("--seed 2 --ledger " + path("l")), "seed is 1 there, 2 here");
  refused(kPlayers + ("--ledger " + path("text")), "not a database");
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + path("record")), 0);
  refused(kPlayers + ("--ledger " + path("record")), "is not a database but a record file");
  refused("ledger " + path("record"), "a record file; expected a ledger");
  refused(kPlayers + ("--ledger " + path("no/folder")), "unable to open");
  refused(kPlayers + ("--record r --ledger " + path("l")), "export");
  refused(kPlayers + std::string("--name x"), "--ledger");
  refused(kPlayers + std::string("--blocks 2 --games 2"), "--games");
  refused(kPlayers + std::string("--kind fixd"), "fixd");
  refused("tournament --players 3 --kind mixed --agent random --agent greedy",
          "at least as many agents, not 2");
  refused("ledger " + path("missing"), "No such file");
  refused("ledger ''", "not an empty text");
  refused("ledger :memory:", "expected a file name");
  refused("ledger /dev/null", "expected a regular file");
  refused("ledger " + folder_.string(), "expected a regular file");
  refused("ledger " + path("l") + " --merge " + path("l"), "cannot be merged with itself");
  refused("ledger " + path("l") + " --name mian", "did you mean 'main'");
  refused("export " + path("l"), "--csv");
  refused("export " + path("l") + " --records /dev/full", "No space left");
}

}  // namespace
}  // namespace carrack
