#include "agents/search/action_history.hpp"

#include <gtest/gtest.h>

#include <array>

#include "agents/search/action_set.hpp"

namespace carrack {
namespace {

TEST(ActionHistory, MeansAreByPlayerAndAction) {
  constexpr unsigned kMe = 0;
  constexpr unsigned kOther = 1;
  ActionHistory<8> history;
  history.add(kMe, 3, 0.25F);
  history.add(kMe, 3, 0.75F);
  EXPECT_FLOAT_EQ(history.mean(kMe, 3, 1), 0.5F);
  EXPECT_EQ(history.mean(kOther, 3, 1), 1);
  EXPECT_EQ(history.mean(kMe, 4, 0.125F), 0.125F);
  history.forget();
  EXPECT_EQ(history.mean(kMe, 3, 1), 1);
}

TEST(ActionHistory, EqualActionsAreChosenAlike) {
  using Actions = ActionSet<8>;
  ActionHistory<8> history;
  for (u16 action = 2; action <= 5; ++action) history.add(0, action, action == 2 ? 0.25F : 0.5F);
  Actions legal;
  for (u16 action = 2; action <= 5; ++action) legal.add(action);
  Random random(1, 0);
  constexpr unsigned kDraws = 3000;
  std::array<unsigned, 8> chosen{};
  for (unsigned i = 0; i < kDraws; ++i) ++chosen[history.best(0, legal, random)];
  EXPECT_EQ(chosen[2], 0U);
  for (u16 action = 3; action <= 5; ++action) EXPECT_NEAR(chosen[action], kDraws / 3.0, 130);
}

}  // namespace
}  // namespace carrack
