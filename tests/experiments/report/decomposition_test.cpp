// The parts of a result: exact sums in every ruleset, and who gets what.
#include "experiments/report/decomposition.hpp"

#include <cmath>
#include <vector>

#include "core/game/win_shares.hpp"
#include "tests/core/forfeited.hpp"
#include "tests/experiments/report/games.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

/// A value without any sense: shares from the hash of the position.
PositionValue senseless_value() {
  return {"hash", [](const State& s) {
            Random random(hash(s), 0);
            WinShares shares{};
            double total = 0;
            for (unsigned p = 0; p < s.players(); ++p) total += shares[p] = random.uniform() + 0.01;
            for (double& share : shares) share /= total;
            return shares;
          }};
}

PositionValue even_value() {
  return {"even", [](const State& s) {
            WinShares shares{};
            for (unsigned p = 0; p < s.players(); ++p) shares[p] = 1.0 / s.players();
            return shares;
          }};
}

void expect_exact(const RecordedGame& game, const Decomposition& parts) {
  const std::string rules = game.header.rules.to_string();
  ASSERT_EQ(parts.events.size(), game.events.size()) << rules;
  const auto real = win_shares(game.result.rank, game.header.rules.players());
  for (unsigned p = 0; p < parts.seats.size(); ++p) {
    const ShareParts& seat = parts.seats[p];
    ASSERT_NEAR(seat.own + seat.others + seat.luck, seat.result - seat.start, 1e-9) << rules;
    ASSERT_EQ(seat.result, real[p]) << rules;
  }
}

TEST(Decomposition, SumsAreExactForEverySeatOfEveryRuleset) {
  const PositionValue value = linear_value();
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 0; i < all.size(); i += kSanitized ? 7 : 1) {
    const Ruleset rules = all[i];
    const RecordedGame game = random_game(rules, rules.code());
    expect_exact(game, decompose(game, value));
    if (HasFatalFailure()) return;
  }
}

TEST(Decomposition, SumsAreExactForAnyValue) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 5), empires(3, {"national"}, {"scouting"})}) {
    const RecordedGame game = random_game(rules, 9);
    expect_exact(game, decompose(game, senseless_value()));
  }
}

TEST(Decomposition, OwnIsWhatASeatHasChosen) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 3), 6);
  const Decomposition parts = decompose(game, linear_value());
  for (unsigned p = 0; p < 3; ++p) {
    double own = 0;
    double others = 0;
    double luck = 0;
    for (const ReportedEvent& event : parts.events) {
      (event.chooser == p ? own : others) += event.choice[p];
      luck += event.luck[p];
    }
    EXPECT_NEAR(parts.seats[p].own, own, 1e-12);
    EXPECT_NEAR(parts.seats[p].others, others, 1e-12);
    EXPECT_NEAR(parts.seats[p].luck, luck, 1e-12);
    EXPECT_NE(own, 0);
    EXPECT_NE(luck, 0);
  }
}

TEST(Decomposition, EveryEventExplainsTheChangeOfTheValue) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 4), 7);
  const Decomposition parts = decompose(game, linear_value());
  WinShares before = parts.start;
  State s = start(game.header.rules);
  std::optional<unsigned> last;
  unsigned by_chance = 0;
  for (const ReportedEvent& event : parts.events) {
    if (is_chance(s)) {
      ++by_chance;
      EXPECT_FALSE(event.mover);
    } else {
      ASSERT_EQ(event.mover, index(s.actor));
      last = event.mover;
      EXPECT_EQ(event.luck, WinShares{}) << "a decision is no luck";
    }
    EXPECT_EQ(event.chooser, last);
    EXPECT_EQ(event.turn, s.turn);
    EXPECT_EQ(event.phase, s.phase);
    for (unsigned p = 0; p < 4; ++p) {
      EXPECT_NEAR(event.choice[p] + event.luck[p], event.value[p] - before[p], 1e-12);
    }
    before = event.value;
    apply(s, event.action);
  }
  EXPECT_GT(by_chance, 20U);
}

TEST(Decomposition, LuckHasTheMeanZeroOverTheOutcomes) {
  RecordedGame game = random_game(Ruleset::make("aoe3", 3), 2);
  const PositionValue value = linear_value();
  State s = start(game.header.rules);
  std::size_t ply = 0;
  unsigned checked = 0;
  unsigned moving = 0;
  for (; ply < game.events.size() && checked < 10; ++ply) {
    if (s.turn >= 2 && is_chance(s)) {
      ++checked;
      WinShares mean{};
      RecordedGame other = game;
      other.events.resize(ply + 1);
      for (unsigned token = 0; token < chance_total(s); ++token) {
        other.events.back() = chance_outcome(s, token);
        const WinShares luck = decompose(other, value).events.back().luck;
        for (unsigned p = 0; p < 3; ++p) mean[p] += luck[p];
        moving += std::abs(luck[0]) > 1e-6 ? 1U : 0U;
      }
      for (unsigned p = 0; p < 3; ++p) EXPECT_NEAR(mean[p], 0, 1e-9) << "ply " << ply;
    }
    apply(s, game.events[ply]);
  }
  EXPECT_EQ(checked, 10U);
  EXPECT_GT(moving, 5U);
}

TEST(Decomposition, WithoutAChooserTheErrorIsOfOthersForEverybody) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 3), 2);
  const Decomposition parts = decompose(game, senseless_value());
  const auto first = std::ranges::find_if(
      parts.events, [](const ReportedEvent& event) { return event.mover.has_value(); });
  ASSERT_NE(first, parts.events.begin()) << "the setup has no chance event";
  WinShares error{};
  for (auto event = parts.events.begin(); event != first; ++event) {
    EXPECT_FALSE(event->chooser);
    for (unsigned p = 0; p < 3; ++p) error[p] += event->choice[p];
  }
  EXPECT_NE(error[0], 0);
  RecordedGame setup = game;
  setup.events.assign(game.events.begin(), game.events.begin() + (first - parts.events.begin()));
  const Decomposition before = decompose(setup, senseless_value());
  for (unsigned p = 0; p < 3; ++p) {
    // What is missing to the real result of the game is added at its end, to `others` as well.
    const double rest = before.seats[p].result - before.events.back().value[p];
    EXPECT_EQ(before.seats[p].own, 0);
    EXPECT_NEAR(before.seats[p].others, error[p] + rest, 1e-12);
  }
}

TEST(Decomposition, AnEvenValueLeavesTheResultToTheLastEvent) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 4), 3);
  const Decomposition parts = decompose(game, even_value());
  for (std::size_t i = 0; i + 1 < parts.events.size(); ++i) {
    for (unsigned p = 0; p < 4; ++p) {
      ASSERT_NEAR(parts.events[i].choice[p], 0, 1e-12);
      ASSERT_NEAR(parts.events[i].luck[p], 0, 1e-12);
    }
  }
  ASSERT_EQ(parts.events.back().mover, parts.events.back().chooser) << "chance was last";
  for (unsigned p = 0; p < 4; ++p) {
    const double gain = parts.seats[p].result - 0.25;
    EXPECT_NEAR(parts.events.back().mover == p ? parts.seats[p].own : parts.seats[p].others, gain,
                1e-12);
  }
}

TEST(Decomposition, AForfeitIsTheChoiceOfTheSeatThatForfeits) {
  std::string record = record_of(Ruleset::make("aoe3", 3), 4);
  const RecordedGame whole = game_of(record);
  const auto winner = static_cast<unsigned>(std::ranges::find(whole.result.rank, u8{1}) -
                                            whole.result.rank.begin());
  const std::vector<Forfeit> forfeits{{winner, FailureKind::crashed, 3, "it ended"}};
  record = testing::forfeited(std::move(record), forfeits);
  const RecordedGame game = game_of(record);
  const Decomposition before = decompose(whole, linear_value());
  const Decomposition after = decompose(game, linear_value());
  expect_exact(game, after);
  for (unsigned p = 0; p < 3; ++p) {
    const double change = after.seats[p].result - before.seats[p].result;
    EXPECT_NEAR(after.seats[p].own - before.seats[p].own, p == winner ? change : 0, 1e-12);
    EXPECT_NEAR(after.seats[p].others - before.seats[p].others, p == winner ? 0 : change, 1e-12);
    EXPECT_EQ(after.seats[p].luck, before.seats[p].luck);
  }
  EXPECT_EQ(after.seats[winner].result, 0);
}

}  // namespace
}  // namespace carrack::testing
