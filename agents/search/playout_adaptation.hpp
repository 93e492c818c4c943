// What scripts in playouts learn during a search: by how much the games in which a player took an
// action were better for that player than others, as a correction of what the script thinks of it.
// The means are those of MAST (Finnsson & Bjornsson, "Simulation-based approach to general game
// playing", AAAI 2008), apart for the turn of the root and for later ones; that playouts adapt to
// the position that is searched is the idea of Cazenave, "Playout policy adaptation for games",
// ACG 2015, for a softmax policy.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "agents/search/reward.hpp"

namespace carrack {

class PlayoutAdaptation {
 public:
  /// When an action is taken.
  enum class When : u8 { this_turn, later };

  /// `scale`: VP for a unit of reward. 0: nothing is learnt, and the rest must not be called.
  explicit PlayoutAdaptation(double scale) : scale_(static_cast<float>(scale)) {
    if (scale > 0) tables_ = std::make_unique<std::array<Table, kMaxPlayers>>();
  }
  [[nodiscard]] bool is_on() const { return tables_ != nullptr; }

  void forget(unsigned players) {
    for (unsigned p = 0; p < players; ++p) (*tables_)[p] = {};
  }
  /// A game in which the player took the action, and what it brought that player.
  void add(Player p, When when, Action action, float reward) {
    Table& table = (*tables_)[index(p)];
    table.all.add(reward);
    const std::size_t id = action.id();
    table.cells[index(when)][id].add(reward);
    // An action's mean begins as that of all moves, that of a time as the action's.
    Mean mean{table.all.mean, kPriorGames};
    for (const auto& cells : table.cells) mean.add(cells[id]);
    for (std::size_t w = 0; w < kTimes; ++w) {
      Mean then{mean.mean, kPriorGames};
      then.add(table.cells[w][id]);
      table.bonus[w][id] = scale_ * (then.mean - table.all.mean);
    }
  }
  /// [action id] The corrections in VP, as of the last game that had the action: 0 for one never
  /// taken, little where few games speak.
  [[nodiscard]] std::span<const float, kActions> bonus(Player p, When when) const {
    return (*tables_)[index(p)].bonus[index(when)];
  }

 private:
  static constexpr std::size_t kTimes = 2;
  /// A mean begins with so many games of the one that it is drawn to.
  static constexpr u32 kPriorGames = 32;

  struct Mean {
    float mean = 0;
    u32 games = 0;

    void add(float reward) { add(Mean{reward, 1}); }
    void add(const Mean& other) {
      games += other.games;
      mean += (other.mean - mean) * static_cast<float>(other.games) / static_cast<float>(games);
    }
  };
  struct Table {
    Mean all;
    std::array<std::array<Mean, kActions>, kTimes> cells;
    std::array<std::array<float, kActions>, kTimes> bonus;
  };

  float scale_;
  std::unique_ptr<std::array<Table, kMaxPlayers>> tables_;
};

}  // namespace carrack
