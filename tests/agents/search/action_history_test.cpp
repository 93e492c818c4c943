// What a search remembers of actions, and what scripts make of it.
#include "agents/search/action_history.hpp"

#include "agents/scripted.hpp"
#include "tests/agents/search/searching.hpp"

namespace carrack {
namespace {

constexpr Player kMe{0};
constexpr Player kOther{1};

/// So many games, by turns with one action and with the other.
void play(ActionHistory& history, unsigned games, Action good, Action bad) {
  for (unsigned i = 0; i < games; ++i) {
    history.add(kMe, good, 0.8F);
    history.add(kMe, bad, 0.4F);
  }
}

TEST(ActionHistory, MeansAreByPlayerAndAction) {
  ActionHistory history(0);
  history.add(kMe, Action(3), 0.25F);
  history.add(kMe, Action(3), 0.75F);
  EXPECT_FLOAT_EQ(history.mean(kMe, Action(3), 1), 0.5F);
  EXPECT_EQ(history.mean(kOther, Action(3), 1), 1);
  EXPECT_EQ(history.mean(kMe, Action(4), 0.125F), 0.125F);
  history.forget();
  EXPECT_EQ(history.mean(kMe, Action(3), 1), 1);
}

TEST(ActionHistory, TheBonusIsWhatAnActionBringsAboveTheOthers) {
  ActionHistory history(60);
  play(history, 3'200, Action(3), Action(4));
  // 0.2 above and below the mean of 0.6, but for a 101st: 32 average games stand before.
  EXPECT_NEAR(history.bonus(kMe)[3], 60 * 0.2 * 100 / 101, 0.01);
  EXPECT_NEAR(history.bonus(kMe)[4], -60 * 0.2 * 100 / 101, 0.01);
  EXPECT_EQ(history.bonus(kMe)[5], 0);
  for (const float bonus : history.bonus(kOther)) EXPECT_EQ(bonus, 0);
  history.forget();
  for (const float bonus : history.bonus(kMe)) EXPECT_EQ(bonus, 0);
}

TEST(ActionHistory, FewGamesSayLittle) {
  ActionHistory history(60);
  play(history, 32, Action(3), Action(4));
  EXPECT_NEAR(history.bonus(kMe)[4], -60 * 0.2 / 2, 0.01);
}

TEST(ActionHistory, AScriptFollowsItsBonus) {
  const State s = midgame(3);
  const Legal options = legal(s);
  const Weights& balanced = *find_strategy("balanced");
  Random random(1, 2);
  const Action usual = scripted_choice(s, options, balanced, random);
  ActionHistory history(1'000);
  EXPECT_EQ(scripted_choice(s, options, balanced, history.bonus(s.actor), random), usual);
  options.for_each([&](Action better) {
    history.forget();
    for (int i = 0; i < 200; ++i) {
      options.for_each(
          [&](Action action) { history.add(s.actor, action, action == better ? 1.0F : 0.0F); });
    }
    EXPECT_EQ(scripted_choice(s, options, balanced, history.bonus(s.actor), random), better);
  });
}

}  // namespace
}  // namespace carrack
