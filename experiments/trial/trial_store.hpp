// Storage for the games of a trial.
#pragma once

#include <functional>

#include "experiments/trial/trial_game.hpp"

namespace carrack {

/// Stores the games of a trial, so that an interrupted trial continues with the missing games.
class TrialStore {
 public:
  TrialStore() = default;
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  virtual ~TrialStore() = default;

  /// The numbers below `games` of the stored games, in order.
  [[nodiscard]] virtual std::vector<u64> kept(u64 games) = 0;
  /// Stores a finished game. Thread-safe. A game that is already stored is left unchanged.
  virtual void keep(u64 number, const TrialGame& game) = 0;
  /// Visits the stored games below `games` in order.
  virtual void for_each(u64 games,
                        const std::function<void(u64 number, const TrialGame&)>& visit) = 0;
};

}  // namespace carrack
