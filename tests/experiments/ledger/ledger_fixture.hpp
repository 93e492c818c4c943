// A folder for ledgers, and tournaments to fill them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "core/error.hpp"
#include "experiments/tournament.hpp"

namespace carrack {

namespace fs = std::filesystem;

class Ledgers : public ::testing::Test {
 protected:
  Ledgers() : folder_(fs::temp_directory_path() / ("carrack-ledger-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Ledgers() override { fs::remove_all(folder_); }
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
  /// Plays what the file lacks of some blocks; returns how many games that was.
  static u64 play(const std::string& path, u64 blocks, unsigned threads = 2) {
    const Schedule schedule(plan(), blocks);
    Ledger ledger(path, Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false);
    MatchOptions options;
    options.threads = threads;
    std::atomic<bool> stop{false};
    return play_schedule(
        ledger, t, schedule, options, [](const LedgerGame&) {}, stop);
  }
  /// Plays some blocks of so many, and lays out no others; returns how many games that was.
  static u64 play_blocks(const std::string& path, u64 of, const std::vector<u64>& blocks) {
    const Schedule schedule(plan(), of);
    Ledger ledger(path, Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false, blocks);
    std::atomic<bool> stop{false};
    return play_schedule(
        ledger, t, schedule, {}, [](const LedgerGame&) {}, stop);
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
  /// What enter() says against a schedule.
  static std::string refusal(const std::string& path, const Schedule& schedule) {
    Ledger ledger(path, Database::Mode::write);
    try {
      ledger.enter("main", schedule, false);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

}  // namespace carrack
