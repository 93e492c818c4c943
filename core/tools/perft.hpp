// perft that can be stopped; the plain one is in game.hpp.
#pragma once

#include <atomic>

#include "core/game/game.hpp"

namespace carrack {

/// perft(s, depth). Once `stop` is raised it ends soon, with a count that means nothing.
[[nodiscard]] u64 perft(const State& s, unsigned depth, const std::atomic<bool>& stop);
/// perft_divide(s, depth), with the same reservation.
[[nodiscard]] std::vector<PerftBranch> perft_divide(const State& s, unsigned depth,
                                                    const std::atomic<bool>& stop);

}  // namespace carrack
