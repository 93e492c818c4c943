// MAST: the mean reward of each action over all games of a search, whoever of the positions it was
// played in (Finnsson & Bjornsson, "Simulation-based approach to general game playing", AAAI 2008);
// and what it teaches the scripts of playouts, which thus adapt to the position that is searched
// (Cazenave, "Playout policy adaptation for games", ACG 2015, does so for a softmax policy).
#pragma once

#include <array>
#include <memory>
#include <span>

#include "agents/search/reward.hpp"

namespace carrack {

class ActionHistory {
 public:
  /// `scale`: of the bonus, in VP for a unit of reward; 0: none is kept.
  explicit ActionHistory(double scale)
      : cells_(std::make_unique<Table>()), scale_(static_cast<float>(scale)) {
    if (scale > 0) bonus_ = std::make_unique<BonusTable>();
  }

  void forget() {
    *cells_ = {};
    of_player_ = {};
    if (bonus_) *bonus_ = {};
  }
  void add(Player p, Action action, float reward) {
    Cell& cell = (*cells_)[index(p)][action.id()];
    cell.add(reward);
    if (!bonus_) return;
    Cell& all = of_player_[index(p)];
    all.add(reward);
    const auto games = static_cast<float>(cell.games);
    (*bonus_)[index(p)][action.id()] =
        scale_ * (cell.mean - all.mean) * games / (games + kPriorGames);
  }
  /// The mean reward, or `otherwise` where the action has not been played.
  [[nodiscard]] float mean(Player p, Action action, float otherwise) const {
    const Cell& cell = (*cells_)[index(p)][action.id()];
    return cell.games == 0 ? otherwise : cell.mean;
  }
  /// [action id] VP for what each action has brought the player above all moves on average, as of
  /// the last game that had it: 0 for one never played, and little where few games speak.
  [[nodiscard]] std::span<const float, kActions> bonus(Player p) const {
    return (*bonus_)[index(p)];
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
  /// So many average games are counted before an action's own.
  static constexpr float kPriorGames = 32;

  struct Cell {
    float mean = 0;
    u32 games = 0;

    void add(float reward) { mean += (reward - mean) / static_cast<float>(++games); }
  };
  using Table = std::array<std::array<Cell, kActions>, kMaxPlayers>;
  using BonusTable = std::array<std::array<float, kActions>, kMaxPlayers>;

  std::unique_ptr<Table> cells_;
  std::array<Cell, kMaxPlayers> of_player_{};
  std::unique_ptr<BonusTable> bonus_;
  float scale_;
};

/// One decision of a game that a search played.
struct PlayedMove {
  Player player;
  Action action;
};

}  // namespace carrack
