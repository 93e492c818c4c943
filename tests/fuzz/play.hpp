// Uses positions from outside like any other position.
#pragma once

#include <string>
#include <vector>

#include "agents/evaluation/observation.hpp"
#include "core/game/game.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/board_svg.hpp"
#include "experiments/render/board_text.hpp"

namespace carrack::testing {

/// Everything that shows a position.
inline void show(const State& s) {
  std::string text;
  append_state(text, s);
  append_options(text, s);
  static_cast<void>(board_text(s));
  static_cast<void>(board_svg(s));
  static_cast<void>(result(s));
  std::vector<float> numbers(observation_size());
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    observe(s, nth<Player>(seat), numbers);
    static_cast<void>(seen_by(s, nth<Player>(seat)));
  }
}

/// Plays at random for some steps. Every position after a step has every invariant.
inline void play_on(State s, unsigned steps, Random& random) {
  for (; steps != 0 && !is_over(s); --steps) {
    const Legal options = legal(s);
    apply(s, is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                          : options[random.below(options.size())]);
    check(s);
  }
}

}  // namespace carrack::testing
