#include "experiments/statistics/sample.hpp"

#include <array>
#include <limits>

namespace carrack {

double student_t(std::size_t degrees_of_freedom) noexcept {
  // Up to 10 from the tables; beyond, Cornish and Fisher's expansion is right to three decimals
  // (Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.5).
  constexpr std::array<double, 11> kTable{0,     12.706, 4.303, 3.182, 2.776, 2.571,
                                          2.447, 2.365,  2.306, 2.262, 2.228};
  if (degrees_of_freedom < kTable.size()) return kTable[degrees_of_freedom];
  constexpr double kZ = 1.959964;
  const auto n = static_cast<double>(degrees_of_freedom);
  const double z3 = kZ * kZ * kZ;
  const double z5 = z3 * kZ * kZ;
  const double z7 = z5 * kZ * kZ;
  return kZ + (z3 + kZ) / (4 * n) + (5 * z5 + 16 * z3 + 3 * kZ) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * kZ) / (384 * n * n * n);
}

double Sample::interval() const noexcept {
  if (count_ < 2) return std::numeric_limits<double>::quiet_NaN();
  return student_t(count_ - 1) * std::sqrt(variance() / static_cast<double>(count_));
}

}  // namespace carrack
