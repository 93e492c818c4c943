// The bench signature: one number for the behaviour of the whole engine.
#pragma once

#include "core/game/ruleset.hpp"

namespace carrack {

/// A hash over every action, chance outcome, count of legal actions and final score of a fixed set
/// of random games: every ruleset of the edition without the world map. It changes when the rules
/// of the edition change, or the ids of actions, which a new tile shifts.
[[nodiscard]] u64 signature(Edition edition);
/// The same over the rulesets with the world map.
[[nodiscard]] u64 signature_of_world_map();
/// All editions in one number; its expected value is kSignature.
[[nodiscard]] u64 signature();

/// The signatures, which are the same in every build type. A commit that changes one says which
/// rule changed.
inline constexpr u64 kSignatureAoe3 = 0x656ffa8f0cf8c6a2U;
inline constexpr u64 kSignature = 0x9fdbaccbcd9237dfU;
inline constexpr u64 kSignatureOfWorldMap = 0xc453efffadb1d73dU;

}  // namespace carrack
