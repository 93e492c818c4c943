// The softmax, with the same result for every compiler and instruction set.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>

#include "core/base/elementary.hpp"

namespace carrack {

/// Replaces values, of which there is at least one, by exp(value / temperature), divided by their
/// sum. The largest value is subtracted from all first, so that no exponential overflows.
template <std::floating_point T>
void softmax(std::span<T> values, T temperature = 1) {
  const T largest = *std::ranges::max_element(values);
  T total = 0;
  for (T& value : values) {
    value = elementary::exp((value - largest) / temperature);
    total += value;
  }
  for (T& value : values) value /= total;
}

}  // namespace carrack
