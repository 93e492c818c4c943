// Any bytes are a position that can be shown and played on, or an InputError.
#pragma once

#include <string_view>

#include "core/notation/frozen_state.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/play.hpp"

namespace carrack::testing {

inline void fuzz_state(std::string_view bytes) {
  constexpr unsigned kSteps = 40;
  constexpr unsigned kToTheEnd = 100'000;
  const auto thawed = read_or_refuse([&] { return thaw(bytes, {}); });
  if (!thawed) return;
  const State& s = thawed->state;
  demand(freeze(s, thawed->chance).bytes == bytes, "the bytes differ");
  show(s);
  Random random(hash(s), 0);
  State other = s;
  if (!is_over(s)) resample(other, nth<Player>(random.below(s.players())), random);
  check(other);
  play_on(other, random.below(16) == 0 ? kToTheEnd : kSteps, random);
}

}  // namespace carrack::testing
