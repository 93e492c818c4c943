// Own exp, log and pow: as exact as they say, the special cases of C, the same bits everywhere.
#include "core/base/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/random.hpp"

namespace carrack {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Where a long double has no more digits than a double, it is a rounded number to compare with.
constexpr double kFromRounding = std::numeric_limits<long double>::digits > 60 ? 0 : 1;

/// How far a number is from the true one, in units of its last place.
template <typename Number>
double error_of(Number found, long double expected) {
  const auto rounded = static_cast<Number>(expected);
  if (std::isinf(rounded) || rounded == 0) return found == rounded ? 0 : kInfinity;
  int exponent = 0;
  std::frexp(expected, &exponent);
  exponent = std::max(exponent, std::numeric_limits<Number>::min_exponent);
  const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<Number>::digits);
  return static_cast<double>(std::abs(static_cast<long double>(found) - expected) / unit);
}

struct Range {
  double from;
  double to;
};

/// Evenly spaced numbers, and around zero some of every size.
template <typename Number>
std::vector<Number> numbers(const std::vector<Range>& ranges) {
  constexpr unsigned kSteps = 20'000;
  std::vector<Number> values;
  for (const auto& [from, to] : ranges) {
    for (unsigned i = 0; i <= kSteps; ++i) {
      values.push_back(static_cast<Number>(from + (to - from) * i / kSteps));
    }
  }
  return values;
}
/// Of every size that a positive number has.
template <typename Number>
std::vector<Number> sizes() {
  using Limits = std::numeric_limits<Number>;
  std::vector<Number> values;
  Random random(1, 0);
  for (int k = Limits::min_exponent - Limits::digits; k < Limits::max_exponent; ++k) {
    for (unsigned i = 0; i < 20; ++i) {
      const auto value = static_cast<Number>(std::ldexp(1 + random.uniform(), k));
      if (value > 0) values.push_back(value);
    }
  }
  return values;
}

TEST(Elementary, ExpIsWithinThreeQuartersOfAUnit) {
  std::vector<double> values = numbers<double>({{-746, 710}, {-2, 2}, {-0.01, 0.01}});
  for (const double x : sizes<double>()) {
    values.push_back(x);
    values.push_back(-x);
  }
  for (const double x : values) {
    const long double expected = std::exp(static_cast<long double>(x));
    ASSERT_LE(error_of(elementary::exp(x), expected), 0.75 + kFromRounding) << x;
  }
}

TEST(Elementary, ExpOfFloatIsNearlyAlwaysTheNearest) {
  std::vector<float> values = numbers<float>({{-105, 90}, {-2, 2}, {-0.01, 0.01}});
  for (const float x : sizes<float>()) {
    values.push_back(x);
    values.push_back(-x);
  }
  for (const float x : values) {
    const long double expected = std::exp(static_cast<long double>(x));
    ASSERT_LE(error_of(elementary::exp(x), expected), 0.501) << x;
  }
}

TEST(Elementary, LogIsNearlyAlwaysTheNearest) {
  std::vector<double> values = numbers<double>({{0.5, 2}, {0.99, 1.01}, {1, 20'001}});
  for (const double x : sizes<double>()) {
    values.push_back(x);
    if (x < 0.5) values.push_back(1 + x);
    if (x < 0.5) values.push_back(1 - x);
  }
  for (const double x : values) {
    const long double expected = std::log(static_cast<long double>(x));
    ASSERT_LE(error_of(elementary::log(x), expected), 0.501 + kFromRounding) << x;
  }
}

TEST(Elementary, LogOfFloatIsNearlyAlwaysTheNearest) {
  std::vector<float> values = numbers<float>({{0.5, 2}, {0.99, 1.01}, {1, 20'001}});
  const std::vector<float> others = sizes<float>();
  values.insert(values.end(), others.begin(), others.end());
  for (const float x : values) {
    const long double expected = std::log(static_cast<long double>(x));
    ASSERT_LE(error_of(elementary::log(x), expected), 0.501) << x;
  }
}

TEST(Elementary, PowIsWithinThreeQuartersOfAUnit) {
  const std::vector<double> bases =
      numbers<double>({{1, 20'001}, {1, 4e9}, {0.9, 1.1}, {1e-9, 2}, {1e-300, 1e300}});
  Random random(2, 0);
  for (const double x : bases) {
    for (const double widest : {1.0, 3.0, 700.0}) {
      const double y = widest * (2 * random.uniform() - 1);
      const long double expected = std::pow(static_cast<long double>(x), y);
      ASSERT_LE(error_of(elementary::pow(x, y), expected), 0.75 + kFromRounding) << x << "^" << y;
    }
  }
}

TEST(Elementary, PowersThatAreWholeAreExact) {
  for (unsigned x = 1; x <= 1000; ++x) {
    EXPECT_EQ(elementary::pow(x * x, 0.5), x);
    EXPECT_EQ(elementary::pow(x, 1), x);
    EXPECT_EQ(elementary::pow(x, 2), x * x);
  }
  for (int k = -1074; k < 1024; ++k) EXPECT_EQ(elementary::pow(2, k), std::ldexp(1.0, k)) << k;
}

/// Equal, the sign of a zero with it, or both NaN.
void expect_equal(double found, double expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(found)) << what;
    return;
  }
  EXPECT_EQ(found, expected) << what;
  EXPECT_EQ(std::signbit(found), std::signbit(expected)) << what;
}

TEST(Elementary, SpecialCasesAreThoseOfC) {
  const std::vector<double> values{
      0,     -0.0,   1,      -1,      2,    -2,     0.5,        -0.5,        3,         -3,
      1e300, -1e300, 5e-324, -5e-324, kNaN, 0x1p53, 0x1p53 + 2, -0x1p52 - 1, kInfinity, -kInfinity};
  for (const double x : values) {
    const std::string text = std::to_string(x);
    const bool is_extreme = x == 0 || std::isinf(x) || std::isnan(x) || std::abs(x) > 1e9;
    if (is_extreme) expect_equal(elementary::exp(x), std::exp(x), "exp " + text);
    if (is_extreme) {
      const auto narrow = static_cast<float>(x);
      expect_equal(elementary::exp(narrow), std::exp(narrow), "exp float " + text);
    }
    if (!(x > 0) || std::isinf(x)) {
      const auto narrow = static_cast<float>(x);
      expect_equal(elementary::log(x), std::log(x), "log " + text);
      expect_equal(elementary::log(narrow), std::log(narrow), "log float " + text);
    }
    for (const double y : values) {
      const double expected = std::pow(x, y);
      const std::string what = text + "^" + std::to_string(y);
      const bool is_inexact = std::isfinite(expected) && expected != 0;
      if (is_inexact) {
        EXPECT_NEAR(elementary::pow(x, y), expected, std::abs(expected) * 1e-15) << what;
      } else {
        expect_equal(elementary::pow(x, y), expected, what);
      }
    }
  }
  static_assert(elementary::exp(0.0) == 1 && elementary::log(1.0) == 0);
  static_assert(elementary::pow(4, 0.5) == 2 && elementary::pow(-2, 3) == -8);
}

TEST(Elementary, NothingIsFused) {
  volatile double a = 1 + 0x1p-30;
  const double x = a;
  const double y = a;
  const double product = x * y;
  EXPECT_EQ(x * y - product, 0) << "compile with -ffp-contract=off";
}

/// A change of a last bit here changes what searches report: see same_bytes_test.cpp in agents.
TEST(Elementary, BitsAreTheSameEverywhere) {
  const auto digest_of = [](const auto& values, auto&& function) {
    Digest digest;
    for (const auto x : values) {
      const auto bits = std::bit_cast<u64>(static_cast<double>(function(x)));
      for (unsigned i = 0; i < 64; i += 8) digest.add(static_cast<u8>(bits >> i));
    }
    return digest.value();
  };
  const auto exponents = numbers<double>({{-746, 710}, {-2, 2}});
  const auto narrow = numbers<float>({{-105, 90}, {-2, 2}});
  const auto counts = numbers<double>({{1, 20'001}, {0.9, 1.1}});
  const auto narrow_counts = numbers<float>({{1, 20'001}, {0.9, 1.1}});
  EXPECT_EQ(digest_of(exponents, [](double x) { return elementary::exp(x); }), 0xc93b7d2240efc718U);
  EXPECT_EQ(digest_of(narrow, [](float x) { return elementary::exp(x); }), 0x90ac0712f22e7577U);
  EXPECT_EQ(digest_of(counts, [](double x) { return elementary::log(x); }), 0x8fc5610ce2beb7e8U);
  EXPECT_EQ(digest_of(narrow_counts, [](float x) { return elementary::log(x); }),
            0xe7061271c46604cU);
  EXPECT_EQ(digest_of(counts, [](double x) { return elementary::pow(x, 0.3); }),
            0x3dd7c77f476feab9U);
}

}  // namespace
}  // namespace carrack
