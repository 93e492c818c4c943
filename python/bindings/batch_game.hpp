// Many games of one ruleset that go on side by side, a step of all at a time: what reinforcement
// learning samples from.
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

/// What a batch is made of, besides its ruleset and the number of its games.
struct BatchOptions {
  u64 seed = 1;
  unsigned threads = 1;
  bool observations = true;
  std::vector<State> positions{};        // game k begins at k modulo their number; none: start()
  std::vector<std::string> opponents{};  // as in Opponents; none: all seats decide from outside
  std::optional<unsigned> seat{};        // decided from outside; nothing: drawn for each game
};

/// Every game waits for a player's decision: chance and opponents act by themselves, and a game
/// that ends is followed by the next one. Games are numbered through (slot i plays i, i + n,
/// i + 2 n, …). Each draws from its own number, as game_seeds() says, so that threads do not
/// matter.
class BatchGame {
 public:
  /// Throws InputError for no games, no threads, positions of other rulesets or where no player is
  /// to decide, wrong opponents or seats; otherwise what step() throws. `stop` as there.
  BatchGame(Ruleset rules, std::size_t games, BatchOptions options, const std::atomic<bool>& stop);

  /// Does one action in every game, `actions[i]` in game i. Throws InputError, naming the first
  /// that is not legal, before anything has changed.
  ///
  /// Throws AgentFailure where an opponent fails, and ChoiceStopped once `stop` is raised while one
  /// chooses. Games are then left in between decisions, and the batch refuses to go on.
  void step(std::span<const std::int64_t> actions, const std::atomic<bool>& stop);
  /// `steps` uniformly random steps of every game, each followed by all views. Ends early when
  /// `stop` is raised, in between steps. Returns how many steps were done.
  u64 step_random(u64 steps, const std::atomic<bool>& stop);

  [[nodiscard]] std::size_t size() const { return games_.size(); }
  [[nodiscard]] Ruleset rules() const { return rules_; }
  [[nodiscard]] State state(std::size_t i) const;

  // Views, which each step refreshes; row i is game i.
  std::vector<float> observations;   // [n, observation_size], seen by who is to decide
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
    Random random{0, 0};  // of random steps
    u64 number = 0;
    std::optional<Opponents> opponents{};
    Player seat{};  // with opponents: the one that is decided from outside
  };

  void check_options() const;
  void allocate(std::size_t games);
  void begin(std::size_t i, u64 number, const std::atomic<bool>& stop);
  void do_action(std::size_t i, Action action, const std::atomic<bool>& stop);
  void finish(std::size_t i);
  void show(std::size_t i, const Legal& before);
  template <typename Step>
  void step_all(Step&& step);

  Ruleset rules_;
  BatchOptions options_;
  std::vector<Game> games_;
  bool is_whole_ = true;                  // no step has ended in the middle
  mutable ForkAwareLock mutex_{"batch"};  // one step at a time, whoever asks
};

}  // namespace carrack::python
