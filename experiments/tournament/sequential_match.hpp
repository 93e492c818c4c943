// Two agents against each other until a sequential test knows which is better
// (statistics/sprt.hpp). A block is two games with the same chance, in which the agents
// change seats; each has half of them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "agents/agent.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/statistics/sprt.hpp"

namespace carrack {

struct SequentialMatchPlan {
  Ruleset rules = Ruleset(0);
  SprtOptions test;  // its players are those of the rules
  u64 max_blocks = 10'000;
  u64 seed = 1;
  unsigned threads = 1;  // results do not depend on it
  std::string record;    // file of records; empty: none
  OutputRule record_rule{};
  /// Makes agent A, number 0, or B, number 1; called on one thread.
  std::function<std::unique_ptr<Agent>(std::size_t)> make;
};

struct SequentialMatchResult {
  Sprt test;
  std::array<u64, 2> forfeits{};       // seats, by agent
  std::array<std::string, 2> reasons;  // of the first ones
  bool interrupted = false;            // without a verdict
};

/// Plays blocks until the verdict, the most of them, or until `stop` is raised; raises it itself at
/// the verdict. `progress` is called after each block. With a record file, the games are in it when
/// this returns. Throws InputError where the test has wrong options or the file cannot be written.
[[nodiscard]] SequentialMatchResult play_sequential_match(
    const SequentialMatchPlan& plan, std::atomic<bool>& stop,
    const std::function<void(const Sprt&)>& progress = {});

}  // namespace carrack
