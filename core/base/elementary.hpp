// exp, log and pow that, unlike those of the C library, give the same bits with every compiler and
// instruction set: additions, multiplications and divisions in a fixed order, each rounded as IEEE
// 754 says. That holds where the compiler fuses none of them: the CMake targets of
// Carrack bring -ffp-contract=off, and -ffast-math is not supported.
//
// Reduction of the argument and polynomials: Muller, "Elementary Functions", 3rd edition 2016,
// chapters 5 and 11; sums and products with their rounding error: Dekker, "A floating-point
// technique for extending the available precision", Numerische Mathematik 1971. The coefficients
// are those of the Taylor series, which are short where the arguments are small. Errors, as tested:
// below 0.501 units in the last place for float and for log, 0.75 for exp and pow of double.
#pragma once

#include <array>
#include <bit>
#include <cfloat>
#include <limits>

#include "core/base/bits.hpp"

namespace carrack::elementary {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16, "float and double must stay so wide");

namespace detail {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// ln 2 as a sum. The first part has 32 bits: its product with an exponent is exact.
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

/// A number as a sum, for more digits than a double has.
struct Parts {
  double high;
  double low;
};

/// a + b without error. Precondition: |a| >= |b|, or a is 0.
[[nodiscard]] constexpr Parts sum_of_ordered(double a, double b) noexcept {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b without error.
[[nodiscard]] constexpr Parts sum_of(double a, double b) noexcept {
  const double sum = a + b;
  const double b_in_sum = sum - a;
  return {sum, (a - (sum - b_in_sum)) + (b - b_in_sum)};
}

/// The upper 26 bits, and the rest. Precondition: |a| < 2^996.
[[nodiscard]] constexpr Parts split(double a) noexcept {
  const double scaled = a * 0x8000001p0;
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

/// a * b without error, unless that is too small for a double.
[[nodiscard]] constexpr Parts product_of(double a, double b) noexcept {
  const double product = a * b;
  const auto [a_high, a_low] = split(a);
  const auto [b_high, b_low] = split(b);
  const double low =
      ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return {product, low};
}

/// c[0] + c[1] x + c[2] x^2 ...
template <std::size_t N>
[[nodiscard]] constexpr double polynomial(const std::array<double, N>& c, double x) noexcept {
  double value = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) value = c[i] + x * value;
  return value;
}

/// 2^k. Precondition: it is a normal number.
[[nodiscard]] constexpr double power_of_two(int k) noexcept {
  return std::bit_cast<double>(static_cast<u64>(k + 1023) << 52);
}

/// 1/first!, 1/(first + 1)! ...
template <std::size_t N>
[[nodiscard]] constexpr std::array<double, N> inverse_factorials(unsigned first) noexcept {
  std::array<double, N> values{};
  double factorial = 1;  // exact up to 18!
  for (unsigned n = 0; n < first + N; ++n) {
    if (n > 0) factorial *= n;
    if (n >= first) values[n - first] = 1 / factorial;
  }
  return values;
}

/// x / ln 2, rounded to a whole number. Precondition: |x| < 2^30.
[[nodiscard]] constexpr double times_ln2(double x) noexcept {
  constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
  constexpr double kRounder = 0x1.8p52;  // sums near it are rounded to whole numbers
  return (x * kInverseLn2 + kRounder) - kRounder;
}

/// exp(high + low). Precondition: `low` is below the last digit of `high`.
[[nodiscard]] constexpr double exp_of(double high, double low) noexcept {
  constexpr auto kTerms = inverse_factorials<12>(2);
  if (high > 710) return kInfinity;
  if (high < -746) return 0;
  const double k = times_ln2(high);
  // |r| <= ln 2 / 2: the first term left out is below 2^-57.
  const auto [r, rest] = sum_of(high - k * kLn2High, low - k * kLn2Low);
  const auto [one_plus_r, error] = sum_of_ordered(1, r);
  const double tail = (rest + rest * r) + r * r * polynomial(kTerms, r);
  const double value = one_plus_r + (error + tail);
  // In two steps, as 2^k may not be a normal number.
  const int exponent = static_cast<int>(k);
  const int half = exponent / 2;
  return value * power_of_two(half) * power_of_two(exponent - half);
}

/// log(kFirst / 64), log((kFirst + 1) / 64) ...; the high parts have 40 bits after the point, so
/// that multiples of kLn2High are added to them without error.
struct LogTable {
  static constexpr unsigned kFirst = 44;
  static constexpr unsigned kSize = 45;
  std::array<Parts, kSize> rows;
};

/// log(i / 64) = 2 atanh(t) with t = (i - 64) / (i + 64), summed in multiples of 2^-110.
[[nodiscard]] constexpr Parts log_of_64th(unsigned i) noexcept {
  const bool is_negative = i < 64;
  const u128 numerator = is_negative ? 64 - i : i - 64;
  const u128 denominator = i + 64;
  u128 power = (numerator << 111) / denominator;  // 2 t, 2 t^3 ...
  u128 sum = 0;
  for (unsigned n = 1; power != 0; n += 2) {
    sum += power / n;
    power = power * (numerator * numerator) / (denominator * denominator);
  }
  const double sign = is_negative ? -1 : 1;
  const auto upper = static_cast<u64>(sum >> 70);
  const auto lower = static_cast<u64>(sum >> 10) & low_bits(60);
  return {sign * static_cast<double>(upper) * 0x1p-40,
          sign * static_cast<double>(lower) * 0x1p-100};
}

inline constexpr LogTable kLogTable = [] {
  LogTable table{};
  for (unsigned i = 0; i < LogTable::kSize; ++i) table.rows[i] = log_of_64th(LogTable::kFirst + i);
  return table;
}();

/// x = 2^exponent * m with m in [11/16, 11/8), and the row of the table that is next to m.
struct Reduced {
  double exponent;
  double m;
  double nearest;  // the multiple of 1/64 nearest to m
  Parts log_of_nearest;
};

/// Precondition: x is finite and above 0.
[[nodiscard]] constexpr Reduced reduced(double x) noexcept {
  constexpr u64 kLowest = 0x3fe6'0000'0000'0000U;  // 11/16
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<u64>(x);
  const auto k = static_cast<int>((bits - kLowest) >> 52);
  const int signed_k = k >= 2048 ? k - 4096 : k;
  const auto m = std::bit_cast<double>(bits - (static_cast<u64>(signed_k) << 52));
  // Rounds to the nearest, as m is positive. NOLINTNEXTLINE(bugprone-incorrect-roundings)
  const auto row = static_cast<unsigned>(m * 64 + 0.5);
  return {exponent + static_cast<double>(signed_k), m, row / 64.0,
          kLogTable.rows[row - LogTable::kFirst]};
}

/// 2/3, 2/5 ...: log(m / c) = 2 s + s^3 (2/3 + 2/5 s^2 ...), s = (m - c) / (m + c).
template <std::size_t N>
inline constexpr std::array<double, N> kLogTerms = [] {
  std::array<double, N> terms{};
  for (std::size_t i = 0; i < N; ++i) terms[i] = 2.0 / static_cast<double>(2 * i + 3);
  return terms;
}();

/// log(x) with an error below 2^-64 of it. Precondition: x is finite and above 0.
[[nodiscard]] constexpr Parts log_of(double x) noexcept {
  const auto [exponent, m, nearest, log_of_nearest] = reduced(x);
  const double difference = m - nearest;  // exact, as they are close
  const auto [sum, sum_error] = sum_of(nearest, m);
  const double s = difference / sum;  // below 1/170
  const auto [back, back_error] = product_of(s, sum);
  const double s_error = (((difference - back) - back_error) - s * sum_error) / sum;
  const double base = exponent * kLn2High + log_of_nearest.high;  // exact
  const double base_error = exponent * kLn2Low + log_of_nearest.low;
  const double tail = s * (s * s) * polynomial(kLogTerms<5>, s * s);
  const auto [high, error] = sum_of_ordered(base, 2 * s);
  return sum_of_ordered(high, error + (base_error + (2 * s_error + tail)));
}

/// x^y. Precondition: x >= 0, and neither argument is NaN.
[[nodiscard]] constexpr double pow_of(double x, double y) noexcept {
  if (x == 1) return 1;
  if (x == 0 || x == kInfinity || y == kInfinity || y == -kInfinity) {
    return (x > 1) == (y > 0) ? kInfinity : 0;
  }
  const auto [high, low] = log_of(x);
  const double about = y * high;
  if (about > 710) return kInfinity;
  if (about < -746) return 0;
  const auto [product, error] = product_of(y, high);
  const auto [exponent, rest] = sum_of_ordered(product, error + y * low);
  return exp_of(exponent, rest);
}

/// Precondition: y is not NaN.
[[nodiscard]] constexpr bool is_whole(double y) noexcept {
  const double size = y < 0 ? -y : y;
  return size >= 0x1p53 || static_cast<double>(static_cast<u64>(size)) == size;
}
/// Precondition: y is whole.
[[nodiscard]] constexpr bool is_odd(double y) noexcept {
  const double size = y < 0 ? -y : y;
  return size < 0x1p53 && static_cast<u64>(size) % 2 == 1;
}

}  // namespace detail

/// e^x.
[[nodiscard]] constexpr double exp(double x) noexcept {
  if (x != x) return x;
  return detail::exp_of(x, 0);
}

/// e^x, computed as double.
[[nodiscard]] constexpr float exp(float x) noexcept {
  constexpr auto kTerms = detail::inverse_factorials<10>(0);
  if (!(x <= 89)) return x > 89 ? std::numeric_limits<float>::infinity() : x;
  if (x < -104) return 0;
  const auto wide = static_cast<double>(x);
  const double k = detail::times_ln2(wide);
  const double r = (wide - k * detail::kLn2High) - k * detail::kLn2Low;
  return static_cast<float>(detail::polynomial(kTerms, r) *
                            detail::power_of_two(static_cast<int>(k)));
}

/// The natural logarithm: -inf of 0, NaN below it.
[[nodiscard]] constexpr double log(double x) noexcept {
  if (!(x > 0)) return x == 0 ? -detail::kInfinity : detail::kNaN;
  if (x == detail::kInfinity) return x;
  return detail::log_of(x).high;
}

/// The natural logarithm, computed as double: -inf of 0, NaN below it.
[[nodiscard]] constexpr float log(float x) noexcept {
  if (!(x > 0)) return static_cast<float>(x == 0 ? -detail::kInfinity : detail::kNaN);
  if (x == std::numeric_limits<float>::infinity()) return x;
  const auto [exponent, m, nearest, log_of_nearest] = detail::reduced(static_cast<double>(x));
  const double s = (m - nearest) / (m + nearest);
  const double tail = s * (s * s) * detail::polynomial(detail::kLogTerms<2>, s * s);
  return static_cast<float>((exponent * detail::kLn2High + log_of_nearest.high) +
                            ((2 * s + tail) + (exponent * detail::kLn2Low + log_of_nearest.low)));
}

/// x^y, with the special cases of C (ISO/IEC 9899, F.10.4.4).
[[nodiscard]] constexpr double pow(double x, double y) noexcept {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return detail::kNaN;
  const bool is_negative = has_bit(std::bit_cast<u64>(x), 63);
  const double size = is_negative ? -x : x;
  if (!is_negative) return detail::pow_of(size, y);
  if (!detail::is_whole(y)) {
    return size == 0 || size == detail::kInfinity ? detail::pow_of(size, y) : detail::kNaN;
  }
  return detail::is_odd(y) ? -detail::pow_of(size, y) : detail::pow_of(size, y);
}

}  // namespace carrack::elementary
