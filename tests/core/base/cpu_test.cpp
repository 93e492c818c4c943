#include "tests/core/base/cpu.hpp"

#include <gtest/gtest.h>

#include "core/tools/rollout.hpp"

namespace carrack::testing {
namespace {

TEST(Cpu, LevelsHaveTheNamesThatTheEnvironmentUses) {
  EXPECT_EQ(cpu::name_of(cpu::Level::v2), "v2");
  EXPECT_EQ(cpu::name_of(cpu::Level::v3), "v3");
}

TEST(Cpu, NoLevelAboveTheMachinesIsUsed) {
  const AtLevel restored(cpu::level());
  cpu::use(cpu::Level::v2);
  EXPECT_EQ(cpu::level(), cpu::Level::v2);
  cpu::use(cpu::Level::v3);
  EXPECT_EQ(cpu::level(), cpu::machine_level());
}

/// The hashes of random games of a kind, all their positions together.
u64 games(const Ruleset& rules) {
  Random random(3, stream(StreamFamily::rollout));
  u64 sum = 0;
  for (int game = 0; game < 20; ++game) {
    State s = start(rules);
    Legal options = legal(s);
    while (!is_over(s)) {
      random_step(s, options, random);
      sum = sum * 31 + hash(s);
    }
  }
  return sum;
}

TEST(Cpu, GamesAreTheSameOnEveryLevel) {
  using Modules = std::vector<std::string>;
  for (const Ruleset& rules :
       {Ruleset::make("aoe3", 4), Ruleset::make("empires", 5, Modules{"builder", "national"}),
        Ruleset::make("empires", 6, Modules{"builder", "national", "world"})}) {
    std::vector<u64> sums;
    for (const cpu::Level level : levels_here()) {
      const AtLevel here(level);
      sums.push_back(games(rules));
    }
    for (const u64 sum : sums) EXPECT_EQ(sum, sums.front());
  }
}

}  // namespace
}  // namespace carrack::testing
