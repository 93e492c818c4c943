// Per-turn figures of a game, for the analysis of strategies.
#pragma once

#include <vector>

#include "experiments/tournament/game_runner.hpp"

namespace carrack {

/// A player at the end of a turn: when the next turn starts or the game ends.
struct TurnRow {
  unsigned turn;  // 1 to 8
  unsigned seat;
  unsigned money;
  int vp;              // if the game ended here
  unsigned colonists;  // and builders, in regions
  unsigned soldiers;   // in regions
  unsigned missionaries;
  unsigned regions;  // with an own worker
  unsigned goods;
  unsigned ships;
  unsigned tiles;
  unsigned discoveries;    // counters and cards held
  Breakdown vp_by_source;  // if the game ended here
};

struct PurchaseRow {
  unsigned place;  // order of purchases in the game, from 1
  unsigned turn;
  unsigned seat;
  Tile tile;
  unsigned price;         // paid, in $
  unsigned money_before;  // in $
};

/// Totals over all decisions of the agent at a seat. Seconds depend on the machine.
struct SearchRow {
  u64 decisions = 0;
  u64 iterations = 0;
  u64 nodes = 0;
  double seconds = 0;
};

struct GameLog {
  std::vector<TurnRow> turns;
  std::vector<PurchaseRow> purchases;
  std::array<SearchRow, kMaxPlayers> search{};
};

/// Logs the observed game.
class GameLogger final : public GameObserver {
 public:
  explicit GameLogger(GameLog& log) : log_(log) {}
  void event(const State& before, Action action, const State& after) override;
  void decision(unsigned seat, const Report& report) override;

 private:
  GameLog& log_;
};

}  // namespace carrack
