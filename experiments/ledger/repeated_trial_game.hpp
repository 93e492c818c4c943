// A stored game of a trial, played again.
#pragma once

#include "experiments/ledger/kept_trial.hpp"
#include "experiments/trial/trial_records.hpp"

namespace carrack {

/// Plays game `number` of a trial again, with the records of the game and of all branches of its
/// forks. Empty if `stop` was raised before its end. Throws InputError if the trial has no such
/// game, if it was played with other rules, and if the game differs from the stored one: agents
/// have a clock, or another version of Carrack played it.
[[nodiscard]] std::optional<RecordedTrialGame> repeat_trial_game(Ledger& ledger,
                                                                 const LedgerTrial& trial,
                                                                 u64 number,
                                                                 const std::atomic<bool>& stop);

}  // namespace carrack
