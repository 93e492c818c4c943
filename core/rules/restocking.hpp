// The steps in which tiles, goods and ship are restocked (RULES §3 and §4 E), as State::step counts
// them.
#pragma once

#include <algorithm>
#include <array>

#include "core/game/state.hpp"

namespace carrack::refresh {

enum class Step : u8 {
  sweep_tiles,
  draw_tiles,
  clear_goods,
  draw_goods,
  ship,
  draw_reserve,   // reduced_luck
  open_counters,  // open_counters
  nations_start,  // Denmark and Portugal on the world map
  first_colony,   // Spain
  done
};
using Steps = std::array<Step, 9>;
inline constexpr Steps kSetup{Step::draw_tiles,   Step::draw_goods,    Step::ship,
                              Step::draw_reserve, Step::open_counters, Step::nations_start,
                              Step::first_colony, Step::done};
inline constexpr Steps kTilesFirst{Step::sweep_tiles, Step::draw_tiles, Step::clear_goods,
                                   Step::draw_goods,  Step::ship,       Step::done};
inline constexpr Steps kTilesLast{Step::clear_goods, Step::draw_goods, Step::ship,
                                  Step::sweep_tiles, Step::draw_tiles, Step::done};

/// The steps of the position's phase, the setup or the refresh.
[[nodiscard]] inline const Steps& steps_of(const State& s) noexcept {
  if (s.phase == Phase::setup) return kSetup;
  return s.ruleset().terms().tiles_come_first ? kTilesFirst : kTilesLast;
}
/// The number of a step. Precondition: it is among them.
[[nodiscard]] constexpr u8 number_of(const Steps& steps, Step step) noexcept {
  return static_cast<u8>(std::ranges::find(steps, step) - steps.begin());
}

}  // namespace carrack::refresh
