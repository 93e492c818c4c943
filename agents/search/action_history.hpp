// MAST: the mean reward of each action over all games of a search, whoever of the positions it was
// played in (Finnsson & Bjornsson, "Simulation-based approach to general game playing", AAAI 2008).
#pragma once

#include <array>
#include <memory>

#include "agents/search/reward.hpp"

namespace carrack {

class ActionHistory {
 public:
  ActionHistory() : cells_(std::make_unique<Table>()) {}

  void forget() { *cells_ = {}; }
  void add(Player p, Action action, float reward) {
    Cell& cell = at(p, action);
    cell.mean += (reward - cell.mean) / static_cast<float>(++cell.games);
  }
  /// The mean reward, or `otherwise` where the action has not been played.
  [[nodiscard]] float mean(Player p, Action action, float otherwise) const {
    const Cell& cell = (*cells_)[index(p)][action.id()];
    return cell.games == 0 ? otherwise : cell.mean;
  }
  /// The best action by it; unplayed ones count as certain wins, the first of equals is taken from
  /// a random start on.
  [[nodiscard]] Action best(Player p, const Legal& legal, Random& random) const {
    Action chosen = legal[random.below(legal.size())];
    float most = mean(p, chosen, 1);
    legal.for_each([&](Action action) {
      const float value = mean(p, action, 1);
      if (value > most) {
        most = value;
        chosen = action;
      }
    });
    return chosen;
  }

 private:
  struct Cell {
    float mean = 0;
    u32 games = 0;
  };
  using Table = std::array<std::array<Cell, kActions>, kMaxPlayers>;
  [[nodiscard]] Cell& at(Player p, Action action) { return (*cells_)[index(p)][action.id()]; }

  std::unique_ptr<Table> cells_;
};

/// One decision of a game that a search played.
struct PlayedMove {
  Player player;
  u8 turn;
  Action action;
};

}  // namespace carrack
