#include "experiments/render/table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carrack {
namespace {

TEST(Table, ColumnsAreAsWideAsTheyNeed) {
  Table table({"agent", "VP"});
  table.add({"mcts", "100 ± 2"});
  table.add({"a", "7"});
  EXPECT_EQ(table.text(),
            "agent       VP\n"
            "-----  -------\n"
            "mcts   100 ± 2\n"
            "a            7\n");
}

TEST(Table, NumbersForPeople) {
  EXPECT_EQ(grouped(1234567.4), "1,234,567");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-0.01, 2), "-0.01");
  EXPECT_EQ(with_error(0.5, 0.25, 2), "0.50 ± 0.25");
  EXPECT_EQ(with_error(0.5, std::nan(""), 2), "0.50");
  EXPECT_EQ(with_interval(0.98, {0.931, 1}, 2), "0.98 [0.93, 1.00]");
  EXPECT_EQ(with_interval(0.98, {}, 2), "0.98");
  EXPECT_EQ(interval_text({}, 2), "-");
}

}  // namespace
}  // namespace carrack
