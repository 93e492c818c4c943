// The bench signature: one number for the behaviour of the whole engine.
#pragma once

#include "core/ruleset.hpp"

namespace carrack {

/// A hash over every action, chance outcome, count of legal actions and final score of a fixed set
/// of random games: every ruleset of the edition without the world map. It changes when its rules
/// do, and only then.
[[nodiscard]] u64 signature(Edition edition);
/// The same over the rulesets with the world map.
[[nodiscard]] u64 signature_of_world_map();
/// Both editions in one number; its expected value is kSignature.
[[nodiscard]] u64 signature();

/// What they yield in every build type. A commit that changes one says which rule changed.
inline constexpr u64 kSignatureAoe3 = 0x107968a385909292U;
inline constexpr u64 kSignature = 0xc3dd7e0fdd9308ceU;
inline constexpr u64 kSignatureOfWorldMap = 0xcdbe04cb66754700U;

}  // namespace carrack
