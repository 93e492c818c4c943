#include "agents/search/action_history.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace carrack
