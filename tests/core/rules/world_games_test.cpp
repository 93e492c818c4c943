// Random games of every ruleset with the world map: every invariant, everywhere.
#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

#ifdef NDEBUG
constexpr u64 kGames = 250;
#else
constexpr u64 kGames = 10;  // assertions and sanitizers cost as much again
#endif

class WorldGames : public ::testing::TestWithParam<unsigned> {};

TEST_P(WorldGames, S9_EveryCombinationKeepsEveryInvariant) {
  constexpr unsigned kStride = 4;  // each game is checked at every fourth step, from another one on
  for (const Ruleset rules : all_rulesets()) {
    if (!rules.has(Module::world) || rules.players() != GetParam()) continue;
    for (u64 game = 0; game < kGames; ++game) {
      Random random(game, rules.code());
      State s = start(rules);
      Legal options;
      for (u64 step = game; !is_over(s); ++step) {
        apply(s, random_action(s, options, random), options);
        if (step % kStride != 0) continue;
        ASSERT_NO_THROW(check(s)) << rules.to_string();
      }
      ASSERT_NO_THROW(check(s)) << rules.to_string();
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Players, WorldGames, ::testing::Values(2U, 3U, 4U, 5U, 6U));

}  // namespace
}  // namespace carrack::testing
