// MAST: the mean reward of each action over all games of a search, whatever position it was played
// in (Finnsson & Bjornsson, "Simulation-based approach to general game playing", AAAI 2008).
#pragma once

#include <array>
#include <memory>

#include "agents/search/game.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// The mean rewards of actions whose numbers are below `kActions`.
template <std::size_t kActions>
class ActionHistory {
 public:
  ActionHistory() : cells_(std::make_unique<Table>()) {}

  void forget() { *cells_ = {}; }
  void add(unsigned seat, u16 action, float reward) {
    Cell& cell = (*cells_)[seat][action];
    cell.mean += (reward - cell.mean) / static_cast<float>(++cell.games);
  }
  /// The mean reward, or `otherwise` if the action has not been played.
  [[nodiscard]] float mean(unsigned seat, u16 action, float otherwise) const {
    const Cell& cell = (*cells_)[seat][action];
    return cell.games == 0 ? otherwise : cell.mean;
  }
  /// The action with the best mean reward; ties are broken uniformly at random. Unplayed actions
  /// count as certain wins.
  template <typename Legal>
  [[nodiscard]] auto best(unsigned seat, const Legal& legal, Random& random) const {
    auto chosen = legal[0];
    float max = -1;
    unsigned best = 0;  // so far
    legal.for_each([&](auto action) {
      const float value = mean(seat, id_of(action), 1);
      if (value < max) return;
      best = value > max ? 1 : best + 1;
      max = value;
      if (best == 1 || random.below(best) == 0) chosen = action;
    });
    return chosen;
  }

 private:
  struct Cell {
    float mean = 0;
    u32 games = 0;
  };
  using Table = std::array<std::array<Cell, kActions>, kMaxPlayers>;

  std::unique_ptr<Table> cells_;
};

}  // namespace carrack
