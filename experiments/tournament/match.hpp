// Plays many games between the same entrants on threads and delivers them in order.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/tournament/game_log.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// A game with its requested record and log.
struct FinishedGame {
  Fixture fixture;
  PlayedGame game;
  std::string record;  // JSON Lines; empty unless requested
  GameLog log;         // empty unless requested
};

/// An agent from a spec. Throws InputError as make_agent() does.
using AgentMaker = std::function<std::unique_ptr<Agent>(const std::string& spec)>;

struct MatchOptions {
  Ruleset rules;
  std::vector<std::string> entrants;  // agent specs
  u64 seed = 1;                       // seed of the run, for records
  unsigned threads = 1;               // does not affect results, except with clocks or shared trees
  std::string record;                 // record file, games in order; empty: none
  OutputRule record_rule;             // output rule of that file
  bool trace = false;                 // add options and positions to records
  bool search_values = false;         // add search reports to records
  AgentMaker make = [](const std::string& spec) { return make_agent(spec); };

  /// Called for each game as soon as it is finished, on the thread that played it, with its record
  /// and log. May be empty.
  std::function<void(const FinishedGame&)> keep;
};

/// The record file of games that are delivered one after another. The file appears once it has a
/// game.
class DeliveredRecords {
 public:
  /// An empty path: no file. Throws as OutputFile does.
  DeliveredRecords(const std::string& path, const OutputRule& rule);

  [[nodiscard]] bool has_file() const noexcept { return file_.has_value(); }
  void add(std::string_view record);
  /// Calls `play`, which adds games, and completes the file. An exception of `play` is passed on
  /// after that. If the file cannot be written any more, it has the games before. If another file
  /// has taken its name, it stays a temporary file, which the error names.
  template <typename Play>
  void keep(Play&& play) {
    try {
      play();
    } catch (...) {
      complete_after_failure();
    }
    complete();
  }

 private:
  void complete();
  /// Throws the exception that is being handled.
  [[noreturn]] void complete_after_failure();
  /// False if only a part of a record was written and it cannot be cut off.
  bool publish();

  std::optional<OutputFile> file_;
  std::size_t size_ = 0;  // of its whole records
  bool is_whole_ = true;  // no record in it is cut
};

/// Plays `fixture(i)` for i = 0, 1, … until it returns nothing (at most `games`), and delivers the
/// results in that order on this thread; `fixture` is called by one thread at a time. An entrant
/// with several seats has an agent at each. With a record file, the delivered games are in it
/// afterwards, also if `stop` was raised or an exception is thrown, as DeliveredRecords::keep()
/// says. Returns the number of delivered games. Throws InputError if an agent cannot be
/// created or the file cannot be written, and what `fixture`, `deliver` and `keep` throw.
std::size_t play_match(const MatchOptions& options, std::size_t games,
                       const std::function<std::optional<Fixture>(std::size_t)>& fixture,
                       const std::function<void(const Fixture&, const PlayedGame&)>& deliver,
                       std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
