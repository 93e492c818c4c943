// Recorded games for the tests of studies.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "agents/agent_failure.hpp"
#include "core/base/error.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/position.hpp"
#include "tests/temporary_folder.hpp"

namespace carrack {

using testing::complaint;

/// Where a game stands in a run, and which one it is.
struct RecordedAs {
  u64 block = 0;
  u64 variant = 0;  // within the block
  u64 number = 0;   // in the header
  u64 seed = 11;    // in the header
};

inline constexpr u64 kRunSeed = 11;

/// Records games of these agents, by seat.
class Recorder {
 public:
  explicit Recorder(const std::vector<std::string>& specs, bool search_values = false)
      : rules_(Ruleset::make("aoe3", static_cast<unsigned>(specs.size()))),
        search_values_(search_values) {
    for (const std::string& spec : specs) {
      agents_.push_back(make_agent(spec));
      by_seat_.push_back(agents_.back().get());
      specs_.push_back(agents_.back()->spec());
    }
  }
  /// From now on this agent has the seat.
  void seat(unsigned seat, Agent& agent) { by_seat_[seat] = &agent; }

  [[nodiscard]] std::string game(const RecordedAs& as) const {
    std::string text;
    RecordWriter writer(
        text,
        {.rules = rules_, .agents = specs_, .seed = as.seed, .game = as.number, .engine = "test"},
        /*trace=*/false, search_values_);
    const std::atomic<bool> never{false};
    EXPECT_TRUE(
        play_game(rules_, by_seat_, game_seeds(kRunSeed, as.block, as.variant), &writer, never));
    return text;
  }
  /// Games in whole blocks, each of them with the next number.
  [[nodiscard]] std::string games(u64 count, u64 games_of_block = 1) const {
    std::string text;
    for (u64 i = 0; i < count; ++i) {
      text += game({.block = i / games_of_block, .variant = i % games_of_block, .number = i});
    }
    return text;
  }

 private:
  Ruleset rules_;
  bool search_values_;
  std::vector<std::unique_ptr<Agent>> agents_;
  std::vector<Agent*> by_seat_;
  std::vector<std::string> specs_;
};

/// Fails at its first decision.
class FailingAgent final : public Agent {
 public:
  [[nodiscard]] Action choose(const State& /*s*/, const Legal& /*legal*/,
                              Random& /*random*/) override {
    throw AgentFailure(FailureKind::crashed, "it fell over");
  }
  [[nodiscard]] std::string spec() const override { return "failing"; }
};

/// A temporary folder.
class StudyFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  testing::TemporaryFolder folder_;
};

}  // namespace carrack
