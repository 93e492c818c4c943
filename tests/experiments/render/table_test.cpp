#include "experiments/render/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

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

TEST(Table, ColumnsAreAlignedAsGiven) {
  Table table({"ply", "turn", "event", "VP"}, {Align::right, Align::left, Align::left});
  table.add({"7", "1", "-", "5"});
  table.add({"123", "10", "passes", "100"});
  EXPECT_EQ(table.text(),
            "ply  turn  event    VP\n"
            "---  ----  ------  ---\n"
            "  7  1     -         5\n"
            "123  10    passes  100\n");
}

TEST(Table, TheLastColumnIsWrapped) {
  Table table({"key", "meaning"}, {Align::left, Align::left});
  table.add({"c", "the weight of exploration in the rule of selection"});
  EXPECT_EQ(table.text(31),
            "key  meaning\n"
            "---  --------------------------\n"
            "c    the weight of exploration\n"
            "     in the rule of selection\n");
  EXPECT_EQ(table.text(28), table.text()) << "too narrow";
  EXPECT_EQ(table.text(80), table.text());
  Table numbers({"key", "number"});
  numbers.add({"c", std::string(40, '1')});
  EXPECT_EQ(numbers.text(40), numbers.text()) << "right-aligned";
}

TEST(Table, LargeNumbers) {
  const std::string large = fixed(1e300, 2);
  EXPECT_EQ(large.size(), 304U);
  EXPECT_TRUE(large.starts_with("10000000000000000525") && large.ends_with(".00")) << large;
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 0).size(), 309U);
  EXPECT_EQ(fixed(std::numeric_limits<double>::lowest(), 0).size(), 310U);
  EXPECT_EQ(fixed(0.5, 70).size(), 72U);
  EXPECT_EQ(fixed(std::numeric_limits<double>::infinity(), 2), "inf");
  EXPECT_EQ(fixed(-std::numeric_limits<double>::infinity(), 2), "-inf");
  EXPECT_EQ(grouped(1e300).size(), 301U + 100);
}

TEST(Table, NegativeNumbers) {
  EXPECT_EQ(grouped(-1), "-1");
  EXPECT_EQ(grouped(-123), "-123");
  EXPECT_EQ(grouped(-1234), "-1,234");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
  EXPECT_EQ(grouped(-0.4), "0");
  EXPECT_EQ(with_error(-0.5, 0.25, 2), "-0.50 ± 0.25");
  EXPECT_EQ(with_interval(-0.25, {-0.5, -0.001}, 2), "-0.25 [-0.50, 0.00]");
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
