// A temporary folder for ledgers, and tournaments to fill them.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/missing_games.hpp"
#include "experiments/ledger/schema.hpp"
#include "tests/temporary_folder.hpp"

namespace carrack {

namespace fs = std::filesystem;

class Ledgers : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name = "ledger") const {
    return (folder_ / name).string();
  }
  static TournamentPlan plan(u64 seed = 1) {
    TournamentPlan p;
    p.rules = Ruleset::make("aoe3", 3);
    p.agents = {"random", "scripted", "random"};
    p.seed = seed;
    return p;
  }
  /// Plays the missing games of some blocks and returns their number. With one thread, games are
  /// numbered in the order of blocks and permutations.
  static u64 play(const std::string& path, u64 blocks, unsigned threads = 2) {
    const Schedule schedule(plan(), blocks);
    Ledger ledger(path, Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false);
    MatchOptions options;
    options.threads = threads;
    std::atomic<bool> stop{false};
    return play_missing_games(
        ledger, t, schedule, options, [](const BlockGame&) {}, stop);
  }
  /// Plays a range of the given number of blocks without creating others; returns the number of
  /// games.
  static u64 play_blocks(const std::string& path, u64 of, const std::vector<u64>& blocks) {
    const Schedule schedule(plan(), of);
    Ledger ledger(path, Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false, blocks);
    std::atomic<bool> stop{false};
    return play_missing_games(
        ledger, t, schedule, {}, [](const BlockGame&) {}, stop);
  }
  static std::string csv(const std::string& path) {
    Ledger ledger(path, Database::Mode::read);
    std::string all;
    for (const ExportTable& table : export_tables()) {
      if (table.name == "searches") continue;  // their seconds differ
      ledger.export_csv(ledger.tournament("main").id, table,
                        [&](std::string_view line) { all += line; });
    }
    return all;
  }
  /// The error of enter() for a schedule.
  static std::string refusal(const std::string& path, const Schedule& schedule) {
    Ledger ledger(path, Database::Mode::write);
    try {
      ledger.enter("main", schedule, false);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  /// The message of the InputError thrown by the function; "" if it throws nothing.
  template <typename Function>
  static std::string complaint(Function&& function) {
    try {
      function();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  /// The error of opening a file, which must be the same for reading and writing.
  static std::string complaint_about(const std::string& path) {
    const std::string said = complaint([&] { Ledger(path, Database::Mode::read); });
    EXPECT_EQ(complaint([&] { Ledger(path, Database::Mode::write); }), said);
    return said;
  }
  static i64 number(const std::string& path, const std::string& sql) {
    Database db(path, Database::Mode::read);
    Statement select(db, sql);
    select.start();
    return select.next() ? select.integer(0) : 0;
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Runs SQL on a file without the constraints of the schema.
  static void tamper(const std::string& path, const std::string& sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    char* error = nullptr;
    const std::string all =
        "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;" + sql;
    EXPECT_EQ(sqlite3_exec(db, all.c_str(), nullptr, nullptr, &error), SQLITE_OK) << sql << error;
    sqlite3_free(error);
    sqlite3_close(db);
  }

  /// tamper(), after which the hashes fit the edited configurations and signatures.
  static void forge(const std::string& path, const std::string& sql) {
    tamper(path, sql);
    std::string updates;
    {
      Database db(path, Database::Mode::read);
      for (const std::string kind : {"tournament", "trial"}) {
        Statement rows(db, "SELECT " + kind + ", configuration, signature FROM " + kind + "s");
        for (rows.start(); rows.next();) {
          updates += "UPDATE " + kind + "s SET hash = '" +
                     configuration_hash(rows.text(1), rows.text(2)) + "' WHERE " + kind + " = " +
                     std::to_string(rows.integer(0)) + ";";
        }
      }
    }
    tamper(path, updates);
  }

  /// Whether the function returns true in a process without root rights; root may write anything.
  template <typename Function>
  bool as_nobody(Function&& function) const {
    constexpr unsigned kNobody = 65534;
    const pid_t child = fork();
    if (child == 0) {
      if (getuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(2);
      bool held = false;
      try {
        held = function();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
      }
      _exit(held ? 0 : 1);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  testing::TemporaryFolder folder_;
};

}  // namespace carrack
