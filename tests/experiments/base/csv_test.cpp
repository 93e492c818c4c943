// Comma-separated values.
#include "experiments/base/csv.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_field("mcts"), "mcts");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_line({"a", "", "b,c"}), "a,,\"b,c\"\n");
  EXPECT_EQ(csv_line({"", "b"}), ",b\n");
}

}  // namespace
}  // namespace carrack
