// Values of positions: win shares that sum to 1, results at the end, means over chance.
#include "experiments/report/position_value.hpp"

#include <limits>
#include <numeric>

#include "agents/learned/value_evaluator.hpp"
#include "core/base/error.hpp"
#include "core/game/win_shares.hpp"
#include "tests/experiments/report/games.hpp"

namespace carrack::testing {
namespace {

/// The positions of a game, from the start to the end.
std::vector<State> positions(const RecordedGame& game) {
  std::vector<State> all{start(game.header.rules)};
  for (const Action action : game.events) {
    all.push_back(all.back());
    apply(all.back(), action);
  }
  return all;
}

double sum(const WinShares& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); }

TEST(PositionValue, SharesOfEveryPositionSumToOne) {
  for (const PositionValue& value : {linear_value(), named_value("default")}) {
    for (const Ruleset rules :
         {Ruleset::make("aoe3", 2), empires(6, {"builder", "national"}, {"scouting"})}) {
      for (const State& s : positions(random_game(rules, 2))) {
        const WinShares shares = value_of(s, value);
        EXPECT_NEAR(sum(shares), 1, 1e-12);
        for (unsigned p = rules.players(); p < kMaxPlayers; ++p) EXPECT_EQ(shares[p], 0);
      }
    }
  }
}

TEST(PositionValue, IsThatOfItsName) {
  const State s = start(Ruleset::make("aoe3", 4));
  EXPECT_EQ(named_value("linear").name, linear_value().name);
  EXPECT_EQ(named_value("linear").estimate(s), linear_value().estimate(s));
  const NamedNetwork network = named_network("default");
  const PositionValue value = named_value("default");
  EXPECT_EQ(value.name, "the value of network " + network.name);
  const auto shares = ValueEvaluator(network.network).evaluate(s).win_shares;
  for (unsigned p = 0; p < 4; ++p) EXPECT_NEAR(value.estimate(s)[p], shares[p], 1e-6);
  EXPECT_THROW(static_cast<void>(named_value("/nowhere.net")), InputError);
}

TEST(PositionValue, AtTheEndIsTheResult) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 4), 5);
  EXPECT_EQ(value_of(positions(game).back(), linear_value()), win_shares(game.result.rank, 4));
}

TEST(PositionValue, TheLeaderHasTheLargestShare) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 3), 8);
  const State before_the_end = *(positions(game).end() - 2);
  const auto vp = result(before_the_end).vp;
  const WinShares shares = value_of(before_the_end, linear_value());
  EXPECT_EQ(std::ranges::max_element(shares) - shares.begin(),
            std::ranges::max_element(vp.begin(), vp.begin() + 3) - vp.begin());
}

TEST(PositionValue, ExpectationIsTheMeanOverAllTokens) {
  const PositionValue value = linear_value();
  unsigned unequal = 0;
  for (const State& s : positions(random_game(Ruleset::make("aoe3", 3), 3))) {
    if (is_over(s) || !is_chance(s)) continue;
    WinShares mean{};
    const unsigned tokens = chance_total(s);
    for (unsigned token = 0; token < tokens; ++token) {
      State after = s;
      apply(after, chance_outcome(s, token));
      const WinShares shares = value_of(after, value);
      for (unsigned p = 0; p < 3; ++p) mean[p] += shares[p] / tokens;
    }
    unequal += legal(s).size() != tokens ? 1U : 0U;
    const WinShares expected = expected_value(s, value);
    for (unsigned p = 0; p < 3; ++p) EXPECT_NEAR(expected[p], mean[p], 1e-12);
  }
  EXPECT_GT(unequal, 0U) << "no outcome had a weight other than 1";
}

TEST(PositionValue, ValuesThatAreNoWinSharesAreRefused) {
  const State s = start(Ruleset::make("aoe3", 2));
  for (const WinShares& wrong :
       {WinShares{0.5, 0.6}, WinShares{-0.5, 1.5}, WinShares{0.5, 0.25, 0.25},
        WinShares{std::numeric_limits<double>::quiet_NaN(), 1}}) {
    const PositionValue value{"a wrong value", [&](const State&) { return wrong; }};
    EXPECT_THROW(static_cast<void>(value_of(s, value)), std::logic_error) << wrong[0];
  }
}

}  // namespace
}  // namespace carrack::testing
