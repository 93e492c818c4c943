// Many games of one ruleset that go on side by side, a step of all at a time: what reinforcement
// learning samples from.
#pragma once

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "fork_aware_lock.hpp"

namespace carrack::python {

/// Every game waits for a player's decision: chance draws by itself, and a game that ends is
/// followed by the next one. Games are numbered through (slot i plays i, i + n, i + 2 n, …) and
/// each draws its chance from its own number, so that threads do not matter.
class BatchGame {
 public:
  /// Throws InputError for no games or no threads.
  BatchGame(Ruleset rules, std::size_t games, u64 seed, unsigned threads, bool with_observations);

  /// Does one action in every game, `actions[i]` in game i. Throws InputError, naming the first
  /// that is not legal, before anything has changed.
  void step(std::span<const std::int64_t> actions);
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
  };

  void allocate(std::size_t games);
  void begin(std::size_t i, u64 number);
  void do_action(std::size_t i, Action action);
  void show(std::size_t i, const Legal& before);
  template <typename Step>
  void step_all(Step&& step);

  Ruleset rules_;
  u64 seed_;
  unsigned threads_;
  bool with_observations_;
  std::vector<Game> games_;
  mutable ForkAwareLock mutex_{"batch"};  // one step at a time, whoever asks
};

}  // namespace carrack::python
