// A game with its variations: every position that has been on the board.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "core/game/chance.hpp"
#include "core/game/forfeit.hpp"

namespace carrack::web {

/// Maximum decisions of a tree; a game has some 300 to 700 events. Draws are not counted, so that
/// there is always room for the draws after a decision.
inline constexpr u32 kMaxDecisions = 20'000;

struct GameSetup {
  Ruleset rules;
  std::vector<std::string> seats;  // agent specs, or kHuman
  u64 seed = 0;                    // of the run, as in records
  u64 game = 0;                    // which game of the run
};

/// A tree of positions and the one that is shown. Chance draws as in a game of `carrack play` with
/// the same seed: draws depend on the seed, the turn and the draws before, not on decisions.
class GameTree {
 public:
  struct Node {
    State state;
    ChanceSource chance;  // for the next draw
    Action event;         // that led here; of the root none
    u32 parent = 0;       // of the root 0
    u32 ply = 0;          // events since the root
    u32 next = 0;         // the child of the current line; 0 if there is none
    std::vector<u32> children{};
  };

  /// Precondition: one seat for each player.
  explicit GameTree(GameSetup setup, u32 most_decisions = kMaxDecisions);

  [[nodiscard]] const GameSetup& setup() const noexcept { return setup_; }
  [[nodiscard]] const Node& node(u32 i) const { return nodes_[i]; }
  [[nodiscard]] u32 size() const noexcept { return static_cast<u32>(nodes_.size()); }
  [[nodiscard]] u32 current() const noexcept { return current_; }
  [[nodiscard]] const State& state() const { return nodes_[current_].state; }

  /// Throws InputError unless there is room for this many more decisions.
  void check_room(std::size_t decisions) const;
  /// Plays an event in the current position: a legal decision, or an outcome of chance. Throws
  /// InputError for a new decision in a full tree, and changes nothing then.
  void play(Action event);
  /// Draws, or follows the draws of the current line, until a player is to decide or the game is
  /// over.
  void draw();
  /// Goes to a node, which becomes part of the current line. Precondition: i < size().
  void go_to(u32 i) noexcept;
  /// Sets the forfeits of the game that ends at the current node.
  void end_with(std::vector<Forfeit> forfeits);
  /// The forfeits of the game that ends at a node; empty for other nodes.
  [[nodiscard]] std::span<const Forfeit> forfeits_at(u32 i) const;
  /// Whether a person decides here, or anybody if no person plays.
  [[nodiscard]] bool is_asked(u32 i) const;
  /// The current line: from the root through the current node to the end.
  [[nodiscard]] std::vector<u32> line() const;

 private:
  GameSetup setup_;
  bool has_humans_;
  std::size_t most_decisions_;
  std::size_t decisions_ = 0;  // of all variations
  std::vector<Node> nodes_;
  u32 current_ = 0;
  std::vector<Forfeit> forfeits_;
  u32 forfeits_at_ = 0;  // the end of the game that has them
};

/// The random numbers of a seat at an event. They do not depend on anything that was undone or
/// reloaded.
[[nodiscard]] Random agent_random(const GameSetup& setup, unsigned seat, u32 ply) noexcept;

}  // namespace carrack::web
