// The choices of scripted strategies: readable policies without search. Each option is valued in VP
// by the estimates of valuation.hpp; the best is taken.
#pragma once

#include <span>
#include <vector>

#include "agents/scripted/strategy.hpp"
#include "core/base/random.hpp"

namespace carrack {

class PlacementValues;

/// The option that is worth most to the strategy; ties are broken at random.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                                     Random& random);
/// The same in a playout, which keeps `placements` of each seat from its beginning to its end.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                                     PlacementValues& placements, Random& random);
/// The same with `bonus[action id]` VP added to what an action is worth.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                                     PlacementValues& placements,
                                     std::span<const float, kActions> bonus, Random& random);

/// The same with the VP of two tables added.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                                     PlacementValues& placements,
                                     std::span<const float, kActions> bonus,
                                     std::span<const float, kActions> learned, Random& random);

/// Appends what each of the actions, legal in `s`, is worth to `balanced`, in VP.
void script_values(const State& s, std::span<const Action> actions, std::vector<float>& values);

}  // namespace carrack
