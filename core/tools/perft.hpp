// Counting decision sequences, the classical test of a move generator (RULES §11, perft).
#pragma once

#include <atomic>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The position after the setup, chance resolved each time by its bytewise first outcome.
[[nodiscard]] State perft_start(Ruleset rules);
/// The number of decision sequences of length `depth`, chance resolved the same way. Once `stop` is
/// raised it ends soon, with a count that means nothing.
[[nodiscard]] u64 perft(const State& s, unsigned depth, const std::atomic<bool>* stop = nullptr);

struct PerftBranch {
  Action action;
  u64 leaves;
};
/// The same, split by the first action.
[[nodiscard]] std::vector<PerftBranch> perft_divide(const State& s, unsigned depth,
                                                    const std::atomic<bool>* stop = nullptr);

}  // namespace carrack
