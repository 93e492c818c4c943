// Many games between the same entrants, on some threads, delivered in order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/tournament/game_log.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// A game, and all that was asked to be kept of it.
struct FinishedGame {
  Fixture fixture;
  PlayedGame game;
  std::string record;  // JSON Lines; empty unless asked for
  GameLog log;         // empty unless asked for
};

struct MatchOptions {
  Ruleset rules = Ruleset(0);
  std::vector<std::string> entrants;  // agent specs
  u64 seed = 1;                       // of the run, as records say it
  unsigned threads = 1;               // results do not depend on it, clocks and shared trees apart
  std::string record;                 // file of records, in order; empty: none
  OutputRule record_rule;             // of that file
  bool trace = false;                 // records with options and positions
  bool search_values = false;         // records with what searches thought of their options

  /// Called for each finished game at once, on the thread that has played it, with its record and
  /// log. May be empty.
  std::function<void(const FinishedGame&)> keep;
};

/// Plays `fixture(i)` for i = 0, 1, … until there is none (at most `games`), and hands each result
/// on in that order, on this thread; `fixture` is called by one thread at a time. An entrant that
/// sits at several seats has an agent at each. With a record file, the games are in it when this
/// returns, also after `stop` was raised. Returns how many games were delivered. Throws InputError
/// where an agent cannot be made or the file cannot be written.
std::size_t play_match(const MatchOptions& options, std::size_t games,
                       const std::function<std::optional<Fixture>(std::size_t)>& fixture,
                       const std::function<void(const Fixture&, const PlayedGame&)>& deliver,
                       std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
