// Correlation and its adjustment, on synthetic games with a known cause of winning.
#include "experiments/trial/observation.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// A game in which income determines the winner and the richest player buys: the tile has no
/// effect.
void add_confounded_game(ChoiceLog& log, Random& random, u64 number) {
  Choice purchase{Subject(Tile::navy), p1, 7, {}};
  std::array<double, 4> weight{};
  double total = 0;
  for (unsigned seat = 0; seat < 4; ++seat) {
    Circumstances& mine = purchase.before[seat];
    mine = {.place = static_cast<u8>((seat + number) % 4),
            .money = static_cast<u16>(20 + random.below(10)),
            .income = static_cast<u16>(random.below(10)),
            .vp = 10,
            .workers = static_cast<u16>(5 + random.below(4))};
    total += weight[seat] = std::exp(0.3 * mine.income);
    const unsigned most = purchase.before[index(purchase.player)].income;
    if (mine.income > most && random.below(4) != 0) purchase.player = nth<Player>(seat);
  }
  double left = random.uniform() * total;
  unsigned winner = 0;
  while (winner < 3 && left >= weight[winner]) left -= weight[winner++];
  Result result;
  result.rank = {2, 2, 2, 2};
  result.rank[winner] = 1;
  log.add(purchase, result, number);
}

TEST(Observation, AdjustmentTakesAwayWhatTheBuyersHadBefore) {
  ChoiceLog log(Ruleset::make("aoe3", 4), {"scripted", "scripted", "scripted", "scripted"});
  Random random(1, 2);
  for (u64 number = 0; number < 1500; ++number) add_confounded_game(log, random, number);
  const Observation seen = log.observe();
  EXPECT_EQ(seen.chosen, 1500U);
  EXPECT_EQ(seen.mean_turn, 7);
  EXPECT_GT(seen.advantage_interval(4).low, 0.05);
  ASSERT_TRUE(seen.adjusted);
  EXPECT_LT(std::abs(seen.adjusted->mean), 2.5 * seen.adjusted->standard_error);
  EXPECT_LT(seen.adjusted->standard_error, 0.03);
}

TEST(Observation, TellsAgentsApart) {
  // One agent always wins and often buys: the tile has no further effect, and the model has no
  // finite maximum.
  ChoiceLog log(Ruleset::make("aoe3", 2), {"mcts", "random"});
  Random random(1, 2);
  for (u64 number = 0; number < 50; ++number) {
    Choice purchase{Subject(Tile::navy), random.below(4) != 0 ? p1 : p2, 7, {}};
    purchase.before[1].place = 1;
    Result result;
    result.rank = {1, 2};
    log.add(purchase, result, number);
  }
  EXPECT_GT(log.observe().advantage.mean(), 0.1);
  EXPECT_FALSE(log.observe().adjusted);
}

TEST(Observation, AnEffectThatIsThatOfTheAgentIsUnknown) {
  // Only the first agent buys: what the tile does and what the agent does cannot be told apart.
  ChoiceLog log(Ruleset::make("aoe3", 2), {"mcts", "random"});
  Random random(1, 2);
  for (u64 number = 0; number < 200; ++number) {
    Choice purchase{Subject(Tile::navy), p1, 7, {}};
    purchase.before[0].place = static_cast<u8>(number % 2);
    purchase.before[1].place = static_cast<u8>(1 - number % 2);
    Result result;
    result.rank = random.below(4) != 0 ? decltype(result.rank){1, 2} : decltype(result.rank){2, 1};
    log.add(purchase, result, number);
  }
  EXPECT_GT(log.observe().advantage.mean(), 0.1);
  EXPECT_FALSE(log.observe().adjusted);
}

TEST(Observation, AnAdjustedEffectOfFewGamesHasAWideIntervalOrNone) {
  Observation seen;
  seen.adjusted = MarginalEffect{.mean = 0.1, .standard_error = 0.05, .degrees_of_freedom = 2};
  EXPECT_FALSE(seen.adjusted_interval().is_known());
  seen.adjusted->degrees_of_freedom = 4;
  EXPECT_NEAR(seen.adjusted_interval().half(), 2.7764 * 0.05, 1e-4);  // Student's t
}

TEST(Observation, OfNothingIsNothing) {
  const ChoiceLog log(Ruleset::make("aoe3", 2), {"random", "random"});
  EXPECT_EQ(log.observe().chosen, 0U);
  EXPECT_TRUE(std::isnan(log.observe().mean_turn));
  EXPECT_FALSE(log.observe().adjusted);
}

}  // namespace
}  // namespace carrack::testing
