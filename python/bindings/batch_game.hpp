// A batch of games of one ruleset that are stepped together, for reinforcement learning.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/chance.hpp"
#include "core/game/game.hpp"
#include "fork_aware_lock.hpp"
#include "opponents.hpp"

namespace carrack::python {

/// Options of a batch besides its ruleset and number of games.
struct BatchOptions {
  u64 seed = 1;
  unsigned threads = 1;
  bool observations = true;
  std::vector<State> positions{};  // game k starts at k modulo their number; empty: start()
  std::vector<std::string>
      opponents{};                 // as in Opponents; empty: all seats are decided from outside
  std::optional<unsigned> seat{};  // decided from outside; empty: drawn for each game
};

/// The data of a batch without opponents between two steps, for pickles. It leaves out what a batch
/// computes from it.
struct BatchSnapshot {
  struct Slot {
    State state{};
    ChanceSource chance{0};
    u64 number = 0;
    u64 drawn = 0;  // by step_random()
  };
  BatchOptions options;
  std::vector<Slot> slots;  // at least one; a player decides in each
  std::vector<float> rewards;
  std::vector<std::int32_t> scores;
  std::vector<std::int32_t> ranks;
  std::vector<std::uint8_t> done;
  std::vector<std::int64_t> finished;
};

/// Every game waits for a player's decision: chance and opponents act automatically, and a finished
/// game is followed by the next one. Slot i plays games i, i + n, i + 2 n, … Each game is seeded by
/// its number (game_seeds()), so results do not depend on threads.
class BatchGame {
 public:
  /// Throws InputError for no games or threads, positions of other rulesets or without a player's
  /// decision, invalid opponents or seats; otherwise as step(). `stop` as in step().
  BatchGame(Ruleset rules, std::size_t games, BatchOptions options, const std::atomic<bool>& stop);

  /// A batch that goes on as `other` would, with views of its own. Throws InputError for a batch
  /// with opponents, whose internal state cannot be copied, and for one that was interrupted in a
  /// step.
  BatchGame(const BatchGame& other);

  /// Throws InputError as the copy does.
  [[nodiscard]] BatchSnapshot snapshot() const;
  /// A batch that goes on as the one of the snapshot would. Throws InputError for parts that do not
  /// fit.
  explicit BatchGame(BatchSnapshot snapshot);

  /// Applies `actions[i]` in game i for every game, or where `where[i]` is not 0; the others do not
  /// change, apart from done and rewards. Throws InputError, naming the first illegal action,
  /// before any change. Throws AgentFailure if an opponent fails, and ChoiceStopped if
  /// `stop` is raised during its choice. The batch is unusable afterwards, because games are left
  /// between decisions.
  void step(std::span<const std::int64_t> actions,
            const std::optional<std::vector<std::uint8_t>>& where, const std::atomic<bool>& stop);
  /// Leaves the games where `where[i]` is not 0, which do not count as finished, and begins the
  /// next game of their slots. Throws as step() does.
  void restart(const std::vector<std::uint8_t>& where, const std::atomic<bool>& stop);
  /// Takes `steps` uniformly random steps in every game and updates the views after each. Stops
  /// between steps when `stop` is raised. Returns the number of steps taken.
  u64 step_random(u64 steps, const std::atomic<bool>& stop);

  [[nodiscard]] std::size_t size() const { return games_.size(); }
  [[nodiscard]] Ruleset rules() const { return rules_; }
  /// The specs of the opponents as given; empty if all seats are decided from outside.
  [[nodiscard]] const std::vector<std::string>& opponents() const { return options_.opponents; }
  [[nodiscard]] State state(std::size_t i) const;

  // Views, updated by each step; row i is game i.
  std::vector<float> observations;   // [n, observation_size], seen by the player to decide
  std::vector<std::uint8_t> masks;   // [n, kActions], 1 for a legal action
  std::vector<float> rewards;        // [n, players]: win shares if the step ended a game, else 0
  std::vector<std::int32_t> scores;  // [n, players]: VP of the last finished game, 0 before
  std::vector<std::int32_t> ranks;   // [n, players]: of the last finished game, 0 before
  // With opponents, [n, observation_size]: the end of the last finished game, seen by its seat.
  std::vector<float> final_observations;
  std::vector<std::int32_t> current_player;  // [n]
  std::vector<std::uint8_t> done;            // [n]: 1 if the step ended a game
  std::vector<std::int64_t> finished;        // [n]: games finished so far

 private:
  struct Game {
    State state{};
    Legal legal;
    ChanceSource chance{0};
    Random random{0, 0};  // of step_random()
    u64 number = 0;
    std::optional<Opponents> opponents{};
    Player seat{};  // with opponents: the seat decided from outside
  };

  void check_options() const;
  void check_copyable() const;
  void allocate(std::size_t games);
  void begin(std::size_t i, u64 number, const std::atomic<bool>& stop);
  void do_action(std::size_t i, Action action, const std::atomic<bool>& stop);
  void forget_end(std::size_t i);
  void finish(std::size_t i);
  void show(std::size_t i, const Legal& before);
  template <typename Step>
  void step_all(Step&& step);

  Ruleset rules_;
  BatchOptions options_;
  std::vector<Game> games_;
  bool is_whole_ = true;                  // no step was interrupted
  mutable ForkAwareLock mutex_{"batch"};  // one step at a time
};

}  // namespace carrack::python
