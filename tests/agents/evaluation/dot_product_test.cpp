#include "agents/evaluation/dot_product.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.hpp"

namespace carrack {
namespace {

template <std::size_t N>
std::array<float, N> numbers(u64 stream) {
  Random random(1, stream);
  std::array<float, N> values;
  for (float& value : values) value = static_cast<float>(random.uniform() * 20 - 10);
  return values;
}

/// The order that is documented, one operation after the other: nothing for a compiler to group.
template <std::size_t N>
float one_by_one(const std::array<float, N>& a, const std::array<float, N>& b) {
  std::array<volatile float, 16> sums{};
  for (std::size_t i = 0; i < N; ++i) {
    const volatile float product = a[i] * b[i];
    sums[i % 16] = sums[i % 16] + product;
  }
  for (const std::size_t width : {8U, 4U, 2U, 1U}) {
    for (std::size_t j = 0; j < width; ++j) sums[j] = sums[j] + sums[j + width];
  }
  return sums[0];
}

template <std::size_t N>
void expect_the_documented_order() {
  for (u64 i = 0; i < 100; ++i) {
    const auto a = numbers<N>(2 * i);
    const auto b = numbers<N>(2 * i + 1);
    EXPECT_EQ(dot_product(a, b), one_by_one(a, b)) << N << " numbers, case " << i;
  }
}

TEST(DotProduct, AddsInTheDocumentedOrder) {
  expect_the_documented_order<1>();
  expect_the_documented_order<15>();
  expect_the_documented_order<16>();
  expect_the_documented_order<17>();
  expect_the_documented_order<107>();
}

TEST(DotProduct, ProductsThatAreZeroMayBeLeftOut) {
  auto a = numbers<107>(1);
  const auto b = numbers<107>(2);
  for (std::size_t i = 40; i < a.size(); ++i) a[i] = i % 7 == 0 ? 1 : 0;
  std::array<float, 40> first;
  std::copy_n(a.begin(), first.size(), first.begin());
  PartialSums partial;
  partial.add_products(first, b);
  for (std::size_t i = 40; i < a.size(); ++i) {
    if (i % 7 == 0) partial.add(i, b[i]);
  }
  EXPECT_EQ(partial.total(), dot_product(a, b));
}

TEST(DotProduct, IsExactForSmallWholeNumbers) {
  static_assert(dot_product<3>({1, 2, 3}, {4, 5, 6}) == 32);
  std::array<float, 107> ones;
  ones.fill(1);
  EXPECT_EQ(dot_product(ones, ones), 107);
}

}  // namespace
}  // namespace carrack
