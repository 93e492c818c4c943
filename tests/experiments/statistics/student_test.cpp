// The normal distribution and Student's t against closed forms and printed tables.
#include "experiments/statistics/student.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace carrack {
namespace {

/// The finite sums of Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
double closed_form(double t, std::size_t degrees_of_freedom) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees_of_freedom)));
  const double cosine_squared = std::cos(angle) * std::cos(angle);
  const bool odd = degrees_of_freedom % 2 == 1;
  double term = odd ? std::cos(angle) : 1;
  double sum = degrees_of_freedom == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k + 1 < degrees_of_freedom; k += 2) {
    const auto j = static_cast<double>(k);
    term *= cosine_squared * (j - 1) / j;
    sum += term;
  }
  const double between =
      odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
  return (1 + between) / 2;
}

TEST(Student, ProbabilitiesAreThoseOfTheClosedForms) {
  for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 11U, 30U, 99U, 400U, 401U, 1000U, 9999U}) {
    // Nearer to 0, Boost's arcsine for one degree of freedom is right to eight decimals only.
    for (const double t : {-30.0, -3.0, -1.0, -1e-3, 0.0, 1e-3, 0.5, 1.0, 1.96, 2.5, 7.0, 100.0}) {
      EXPECT_NEAR(student_cdf(t, n), closed_form(t, n), 1e-12) << n << " " << t;
    }
  }
}

TEST(Student, QuantilesAreTheInverse) {
  for (const std::size_t n : {1U, 2U, 3U, 7U, 31U, 100U, 400U, 401U, 1000U, 9999U}) {
    for (const double p : {0.5, 0.6, 0.9, 0.975, 0.995, 0.9999, 1 - 0.025 / 1000}) {
      EXPECT_NEAR(closed_form(student_quantile(p, n), n), p, 1e-12) << n << " " << p;
    }
  }
}

TEST(Student, QuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(student_t(1), 12.706, 1e-3);
  EXPECT_NEAR(student_t(2), 4.303, 1e-3);
  EXPECT_NEAR(student_t(11), 2.201, 1e-3);
  EXPECT_NEAR(student_t(20), 2.086, 1e-3);
  EXPECT_NEAR(student_t(60), 2.000, 1e-3);
  EXPECT_NEAR(student_t(100000), 1.960, 1e-3);
  EXPECT_NEAR(student_quantile(0.995, 10), 3.169, 1e-3);
  EXPECT_NEAR(student_quantile(0.9995, 30), 3.646, 1e-3);
  EXPECT_NEAR(student_quantile(0.9995, 120), 3.373, 1e-3);
  EXPECT_NEAR(student_quantile(0.999, 1'000'000), 3.0902, 1e-3);
  EXPECT_NEAR(student_quantile(0.9995, 401), student_quantile(0.9995, 400), 1e-4);
}

TEST(Student, NormalProbabilitiesAreThoseOfTheErrorFunction) {
  for (const double z : {-37.0, -8.0, -1.96, -0.3, 0.0, 1e-9, 0.7, 1.2815516, 5.0, 38.0}) {
    EXPECT_NEAR(normal_cdf(z), 0.5 * std::erfc(-z / std::numbers::sqrt2), 1e-12) << z;
  }
  for (const double p : {1e-9, 0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 1 - 1e-6}) {
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::numbers::sqrt2), p, 1e-12) << p;
  }
}

TEST(Student, NormalQuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(0.05), -1.644853626951473, 1e-12);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  EXPECT_NEAR(kNormal95, normal_quantile(0.975), 1e-12);
}

TEST(Student, WhatIsNoNumberOrWithoutEndIsNoError) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t n : {1U, 10U, 1000U}) {
    EXPECT_EQ(student_cdf(infinity, n), 1);
    EXPECT_EQ(student_cdf(-infinity, n), 0);
    EXPECT_TRUE(std::isnan(student_cdf(kNaN, n)));
    EXPECT_EQ(student_cdf(1e300, n), 1);
  }
  EXPECT_EQ(normal_cdf(infinity), 1);
  EXPECT_EQ(normal_cdf(-infinity), 0);
  EXPECT_TRUE(std::isnan(normal_cdf(kNaN)));
}

}  // namespace
}  // namespace carrack
