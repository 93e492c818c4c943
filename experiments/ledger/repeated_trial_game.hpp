// A stored game of a trial, played again.
#pragma once

#include <string_view>

#include "experiments/ledger/kept_trial.hpp"
#include "experiments/trial/trial_records.hpp"

namespace carrack {

/// Whether the agent of a spec is another program, or restricts one. Throws InputError for text
/// that is not a spec.
[[nodiscard]] bool runs_program(std::string_view spec);

/// Plays game `number` of a trial again, with the records of the game and of all branches of its
/// forks. Empty if `stop` was raised before its end. Throws InputError if the trial has no such
/// game, if it was played with other rules, and if the game differs from the stored one: agents
/// have a clock, or another version of Carrack played it. A ledger is not trusted: without
/// `allow_programs`, a trial whose agents run programs is refused, and no program is started.
[[nodiscard]] std::optional<RecordedTrialGame> repeat_trial_game(Ledger& ledger,
                                                                 const LedgerTrial& trial,
                                                                 u64 number,
                                                                 const std::atomic<bool>& stop,
                                                                 bool allow_programs = false);

}  // namespace carrack
