// Plays two agents until a sequential test (statistics/sprt.hpp) decides which is stronger. A block
// is two games with the same chance events; each agent has half of the seats, and they swap seats
// for the second game.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/statistics/sprt.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack {

/// Both games of a block.
struct MatchBlock {
  double share = 0;                    // win share of agent A's seats, mean over the games
  std::array<unsigned, 2> forfeits{};  // by agent
  std::array<std::string, 2> reasons;  // of the first forfeits
  std::string record;
};

struct SequentialMatchPlan {
  Ruleset rules;
  SprtOptions test;  // its number of players is set from the rules
  u64 max_blocks = 10'000;
  u64 seed = 1;
  unsigned threads = 1;  // does not affect results
  std::string record;    // record file; empty: none
  OutputRule record_rule{};
  std::vector<MatchBlock> played;  // blocks 0, 1, … of the same match, which are not played again
  /// Called for each new block that counts, in order. May be empty.
  std::function<void(const MatchBlock&)> keep{};
  /// Called with the number of each game before it begins, on the thread that plays it. Returns
  /// what observes the game, or nullptr. May be empty.
  std::function<GameObserver*(u64 game)> observer_of{};
  /// Creates agent A (0) or B (1); called on one thread.
  std::function<std::unique_ptr<Agent>(std::size_t)> make;
};

struct SequentialMatchResult {
  Sprt test;
  std::array<u64, 2> forfeits{};       // forfeited seats by agent
  std::array<std::string, 2> reasons;  // of the first forfeits
  bool interrupted = false;            // stopped without a verdict

  [[nodiscard]] bool is_decided() const { return test.verdict() != Verdict::undecided; }
  /// Counts the next block. Blocks count in their order, wherever they were played, and up to the
  /// verdict. Precondition: not is_decided().
  void add(const MatchBlock& block);
};

/// The blocks from `first` on, played by the calling thread: a part of a match for one of many
/// machines. Fewer than `count` if `stop` was raised. `threads`, `record` and the test of the plan
/// are not used.
[[nodiscard]] std::vector<MatchBlock> play_match_blocks(const SequentialMatchPlan& plan, u64 first,
                                                        u64 count, const std::atomic<bool>& stop);

/// Plays blocks until the verdict, the maximum number of blocks, or `stop`; raises `stop` itself at
/// the verdict. `progress` is called after each block. With a record file, the games of these
/// blocks are in it afterwards, also if an exception is thrown, unless the file itself cannot be
/// written. Throws InputError if the test options are invalid or the file cannot be written.
[[nodiscard]] SequentialMatchResult play_sequential_match(
    const SequentialMatchPlan& plan, std::atomic<bool>& stop,
    const std::function<void(const Sprt&)>& progress = {});

}  // namespace carrack
