#include "agents/search/action_history.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(ActionHistory, MeansAreByPlayerAndAction) {
  constexpr Player kMe{0};
  constexpr Player kOther{1};
  ActionHistory history;
  history.add(kMe, Action(3), 0.25F);
  history.add(kMe, Action(3), 0.75F);
  EXPECT_FLOAT_EQ(history.mean(kMe, Action(3), 1), 0.5F);
  EXPECT_EQ(history.mean(kOther, Action(3), 1), 1);
  EXPECT_EQ(history.mean(kMe, Action(4), 0.125F), 0.125F);
  history.forget();
  EXPECT_EQ(history.mean(kMe, Action(3), 1), 1);
}

}  // namespace
}  // namespace carrack
