// Numbers from text: base 10, the whole text, in range.
#include "core/base/numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "core/base/types.hpp"

namespace carrack {
namespace {

template <typename Number>
std::string refusal(std::string_view text, Number least, Number most) {
  try {
    static_cast<void>(parse_number(text, least, most));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Numbers, WholeNumbersAreInBaseTen) {
  EXPECT_EQ(parse_number<unsigned>("010", 0, 99), 10U);
  EXPECT_EQ(parse_number<int>("-7", -10, 10), -7);
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615", 0, kMost), kMost);
}

TEST(Numbers, WholeNumbersMayHaveAnExponent) {
  EXPECT_EQ(parse_number<unsigned>("1e3", 0, 1000), 1000U);
  EXPECT_EQ(parse_number<unsigned>("1E+3", 0, 1000), 1000U);
  EXPECT_EQ(parse_number<unsigned>("2.50e1", 0, 1000), 25U);
  EXPECT_EQ(parse_number<unsigned>("0e20", 0, 1000), 0U);
  EXPECT_EQ(parse_number<int>("-1.5e1", -20, 20), -15);
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(parse_number<std::uint64_t>("1e19", 0, kMost), 10'000'000'000'000'000'000U);
  EXPECT_EQ(refusal<std::uint64_t>("1e20", 0, kMost),
            "expected a whole number from 0 to 18446744073709551615, not '1e20'");
}

TEST(Numbers, TheErrorHasTheRangeAndTheText) {
  EXPECT_EQ(refusal<unsigned>("0x10", 1, 1024),
            "expected a whole number from 1 to 1024, not '0x10'");
  EXPECT_EQ(refusal<double>("2", 0, 1), "expected a number from 0 to 1, not '2'");
}

TEST(Numbers, NothingElseIsANumber) {
  for (const std::string_view text : {"",
                                      " 1",
                                      "1 ",
                                      "+1",
                                      "1.0",
                                      "1.5e0",
                                      "1e-1",
                                      "1e",
                                      "e1",
                                      ".5e1",
                                      "1.e1",
                                      "1e4",
                                      "1e+",
                                      "1e21",
                                      "1e99999999999",
                                      "0x1",
                                      "-1",
                                      "one",
                                      "18446744073709551616",
                                      "1\n"}) {
    EXPECT_NE(refusal<unsigned>(text, 0, 1000), "accepted") << text;
  }
  EXPECT_NE(refusal<unsigned>(std::string_view("1\0", 2), 0, 10), "accepted");
  for (const std::string_view text : {"nan", "inf", "-inf", "1e999", "0x1p3", "", "1,5", "+0.5"}) {
    EXPECT_NE(refusal<double>(text, -1e300, 1e300), "accepted") << text;
  }
}

TEST(Numbers, NounsAreInTheSingularForOne) {
  EXPECT_EQ(counted(1U, "whole block"), "1 whole block");
  EXPECT_EQ(counted(0, "game"), "0 games");
  EXPECT_EQ(counted(u64{2'000'000'000'000}, "game"), "2000000000000 games");
}

TEST(Numbers, DigitsReadBackAsTheSameNumber) {
  for (const double value : {0.1, 1e-300, 1.0 / 3, 1e22}) {
    EXPECT_EQ(parse_number(digits_of(value), 0.0, 1e300), value);
  }
}

}  // namespace
}  // namespace carrack
