// Recorded games of one ruleset, sorted into blocks.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "experiments/studies/game_identity.hpp"

namespace carrack {

/// Sorts games into blocks as they are read. Games with the same setup, wherever they stand, have
/// the same chance draws and form a block. Duplicates count once: games with the same ruleset,
/// agents and events.
class GameBlocks {
 public:
  /// Throws InputError for a game of other rules than those before, and for one that does not name
  /// an agent for every seat. `file` is named in errors.
  void check(const RecordHeader& header, const std::string& file);
  /// The block of a game, counted from 0; nothing for a duplicate.
  [[nodiscard]] std::optional<u64> add(const GameIdentity& game);

  /// Precondition: check() has seen a game.
  [[nodiscard]] Ruleset rules() const { return *rules_; }
  [[nodiscard]] u64 blocks() const noexcept { return block_of_setup_.size(); }
  [[nodiscard]] u64 duplicates() const noexcept { return duplicates_; }

 private:
  std::optional<Ruleset> rules_;
  std::unordered_map<u64, u64> block_of_setup_;
  std::unordered_set<u64> seen_;  // contents of games
  u64 duplicates_ = 0;
};

/// What an error says of games of rules that differ from those before: " of aoe3-2 after games of
/// aoe3-3; expected games of one ruleset".
[[nodiscard]] std::string of_other_rules(Ruleset rules, Ruleset before);

}  // namespace carrack
