// Where the games of a trial are kept.
#pragma once

#include <functional>

#include "experiments/trial/trial_game.hpp"

namespace carrack {

/// A trial that was stopped goes on with the games that are not kept yet.
class TrialStore {
 public:
  TrialStore() = default;
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  virtual ~TrialStore() = default;

  /// The numbers below `games` of the games that are kept, in order.
  [[nodiscard]] virtual std::vector<u64> kept(u64 games) = 0;
  /// Keeps a finished game. Thread-safe. A game that is there already stays as it is.
  virtual void keep(u64 number, const TrialGame& game) = 0;
  /// Visits the games below `games` that are kept, in the order of their numbers.
  virtual void for_each(u64 games,
                        const std::function<void(u64 number, const TrialGame&)>& visit) = 0;
};

}  // namespace carrack
