// One game of a trial: played as it goes, and forked where a tile could be bought.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/game/tileset.hpp"
#include "experiments/trial/course.hpp"

namespace carrack {

/// What a trial asks of which games.
struct TrialPlan {
  Ruleset rules;
  std::vector<std::string> agents;  // specs, one a seat
  TileSet tiles;                    // whose purchase is tried, as kinds: bit i for Tile i
  u64 games = 1000;
  u64 seed = 1;
  unsigned continuations = 1;    // times that each fork is played on
  std::optional<unsigned> turn;  // only purchases in this turn …
  std::optional<Player> seat;    // … and of this seat
};

/// Which purchases of a tile are forked, at most one of each in a game.
enum class Occasion : u8 {
  offered,  // the first time that a player could buy it: what buying it does for anybody
  bought    // the first time that a player's agent did buy it: what it did for its buyers
};
inline constexpr unsigned kOccasions = 2;

/// What buying a tile changed for the buyer, mean over the continuations: the outcome with the tile
/// minus the outcome without it, chance and the agents' random numbers being the same.
struct Fork {
  Tile tile;
  Occasion occasion;
  bool other_is_pass;      // the agent, without the tile on offer, would buy nothing
  Outcome versus_other;    // than what the agent does when the tile is not on offer to it
  Outcome versus_nothing;  // than buying nothing with this worker
};

/// A player as the table could see it, just before a purchase.
struct Circumstances {
  u8 place = 0;     // in the player order, from 0
  u16 money = 0;    // $
  u16 income = 0;   // $ a turn from goods and ships
  i16 vp = 0;       // if the game ended here
  u16 workers = 0;  // pieces, wherever they are
};
/// The first purchase of a tile in a game, made by the agent's own choice.
struct Purchase {
  Tile tile;
  Player buyer;
  u8 turn = 0;
  std::array<Circumstances, kMaxPlayers> before{};  // by seat
};

struct TrialGame {
  std::vector<Fork> forks;
  std::vector<Purchase> purchases;
  Result result;
  u64 courses = 1;  // games and parts of games that were played
};

/// Agents, one a seat: those that play the game, and others that play the forks, so that nothing of
/// a fork is known to the game. Their choices end when `stop` is raised.
struct TrialBench {
  TrialBench(const std::vector<std::string>& specs, const std::atomic<bool>& stop);
  std::vector<std::unique_ptr<Agent>> owned;
  std::vector<Agent*> game;
  std::vector<Agent*> forks;
};

/// Game `number` of the plan. Nothing if `stop` was raised before its end.
[[nodiscard]] std::optional<TrialGame> play_trial_game(const TrialPlan& plan,
                                                       const TrialBench& bench, u64 number,
                                                       const std::atomic<bool>& stop);

}  // namespace carrack
