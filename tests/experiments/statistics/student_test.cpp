// Quantiles against printed tables.
#include "experiments/statistics/student.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

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

TEST(Student, NormalQuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959964, 1e-6);
  EXPECT_NEAR(normal_quantile(0.05), -1.644854, 1e-6);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-9);
  EXPECT_NEAR(normal_cdf(1.2815516), 0.9, 1e-7);
}

}  // namespace
}  // namespace carrack
