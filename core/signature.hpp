// The bench signature: one number for the behaviour of the whole engine.
#pragma once

#include "core/types.hpp"

namespace carrack {

/// A hash over every action, chance outcome, count of legal actions and final score of a fixed set
/// of random games: each ruleset, 2 to 5 players. It changes when the rules do, and only then; its
/// expected value is kSignature.
[[nodiscard]] u64 signature();

/// What signature() yields in every build type. A commit that changes it says which rule changed.
inline constexpr u64 kSignature = 0x107968a385909292U;

}  // namespace carrack
