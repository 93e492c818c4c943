// The schedule of a tournament: blocks of games with common random numbers.
#pragma once

#include <string>
#include <vector>

#include "core/game/ruleset.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "experiments/tournament/seatings.hpp"

namespace carrack {

/// How the tables of a tournament of m agents and n seats are chosen:
///   fixed        one table; one agent per seat
///   round_robin  every table of n out of the m agents, in turn
///   focus        the first agent with every n - 1 of the others, in turn; if there are fewer
///                others, they play several seats
///   mixed        one table per block, dealt from shuffled packs of all agents, so that at the
///                end of a pack the games of any two agents differ by at most one block
enum class TournamentKind : u8 { fixed, round_robin, focus, mixed };
inline constexpr std::array<std::string_view, 4> kTournamentKindNames{"fixed", "round-robin",
                                                                      "focus", "mixed"};

/// Everything that determines the games of a tournament and their results.
struct TournamentPlan {
  Ruleset rules;
  std::vector<std::string> agents;  // specs
  TournamentKind kind = TournamentKind::fixed;
  SeatingSet seatings = SeatingSet::rotations;
  u64 seed = 1;
};

/// One game of a match: its number, seating and random numbers.
struct Fixture {
  u64 number = 0;
  Seating seating;
  GameSeeds seeds{};
};

/// The games of a plan, or of a range of its blocks (the share of one machine). A block does not
/// depend on the number of blocks, so tournaments can be extended and merged from parts.
class Schedule {
 public:
  /// The blocks from `first` to `end` - 1. Throws InputError if the range is empty, if the number
  /// of agents does not fit the kind, and for a mixed tournament of more than 10 million blocks.
  Schedule(TournamentPlan plan, u64 end, u64 first = 0);

  [[nodiscard]] const TournamentPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] u64 first_block() const noexcept { return first_; }
  /// One past the last block.
  [[nodiscard]] u64 end_block() const noexcept { return end_; }
  [[nodiscard]] bool has(u64 block) const noexcept { return block >= first_ && block < end_; }
  /// The number of blocks.
  [[nodiscard]] u64 blocks() const noexcept { return end_ - first_; }
  [[nodiscard]] u64 games_per_block() const noexcept { return seatings_.size(); }
  [[nodiscard]] u64 games() const noexcept { return blocks() * games_per_block(); }
  /// The distinct tables, each a list of agents.
  [[nodiscard]] const std::vector<Seating>& tables() const noexcept { return tables_; }
  /// The agents of a block.
  [[nodiscard]] const Seating& table(u64 block) const {
    return tables_[dealt_.empty() ? block % tables_.size() : dealt_[block]];
  }
  /// Game `permutation` of a block; its number counts through the whole tournament, from block 0.
  [[nodiscard]] Fixture fixture(u64 block, u64 permutation) const;
  /// Game `i` of the schedule, from 0.
  [[nodiscard]] Fixture game(u64 i) const {
    return fixture(first_ + i / games_per_block(), i % games_per_block());
  }

 private:
  void deal();

  TournamentPlan plan_;
  std::vector<Seating> tables_;
  u64 first_;
  u64 end_;
  std::vector<u32> dealt_;  // the table of each block; empty if they alternate
  std::vector<Seating> seatings_;
};

}  // namespace carrack
