#include "core/game/region_counts.hpp"

#include <gtest/gtest.h>

#include "core/tools/rollout.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack::testing {
namespace {

RegionCounts counts(std::initializer_list<unsigned> by_region) {
  std::array<u64, 2> words{};
  unsigned r = 0;
  for (const unsigned n : by_region) {
    words[r / 8] |= u64{n} << 8 * (r % 8);
    ++r;
  }
  return {words[0], words[1]};
}

TEST(RegionCounts, CountsAndComparesEachRegion) {
  const RegionCounts a = counts({0, 3, 255, 7, 0, 0, 0, 1, 9, 2});
  const RegionCounts b = counts({1, 3, 254, 8, 0, 0, 0, 0, 9, 3});
  const RegionCounts most = max(a, b);
  EXPECT_EQ(most[0], 1U);
  EXPECT_EQ(most[2], 255U);
  EXPECT_EQ(most[9], 3U);
  EXPECT_EQ(count_greater(a, b), 2U);  // regions 2 and 7
  EXPECT_EQ(count_greater(a, RegionCounts()), 6U);
  EXPECT_EQ((b + 1)[3], 9U);
  EXPECT_EQ(a.total(), 277U);
  EXPECT_EQ(max(a, counts({255, 255, 255, 255, 255, 255, 255, 255, 255, 255})).total(), 2'550U);
}

TEST(RegionCounts, OfWorkersAreThoseOfEachRegionOnEveryLevel) {
  using Modules = std::vector<std::string>;
  const Ruleset rules = Ruleset::make("empires", 6, Modules{"builder", "national", "world"});
  Random random(4, 4);
  for (int game = 0; game < 5; ++game) {
    State s = start(rules);
    Legal options = legal(s);
    while (!is_over(s)) {
      random_step(s, options, random);
      for (const cpu::Level level : levels_here()) {
        const AtLevel here(level);
        for (unsigned p = 0; p < s.players(); ++p) {
          const RegionCounts workers = s.player[p].workers_by_region();
          const RegionCounts builders = s.player[p].builders_by_region();
          u32 colonies = 0;
          for (unsigned r = 0; r < kMaxRegions; ++r) {
            ASSERT_EQ(workers[r], s.player[p].workers_in(nth<Region>(r)));
            ASSERT_EQ(builders[r], s.player[p].builders_in(nth<Region>(r)));
            add_bit(colonies, r, workers[r] > 0);
          }
          ASSERT_EQ(s.player[p].colonies(), colonies);
        }
      }
    }
  }
}

}  // namespace
}  // namespace carrack::testing
