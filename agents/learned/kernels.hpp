// The loops of a network's inference, compiled for each level of instructions (cpu::Level).
#pragma once

#include <span>

#include "core/base/types.hpp"

namespace carrack::kernels {

/// sums[i] = bias[i] + the sum of row[i] over the rows, modulo 2^16. All have `sums.size()`
/// numbers, a multiple of 16.
void add_rows(std::span<const i16* const> rows, std::span<const i16> bias, std::span<i16> sums);

/// The sum of a[i] * b[i]; both have a multiple of 16 numbers.
[[nodiscard]] i32 dot(std::span<const i16> a, std::span<const i16> b);

/// out[o] = bias[o] + the sum of weights[o][i] * in[i].
void multiply(std::span<const i16> weights, std::span<const i32> bias, std::span<const i16> in,
              std::span<i32> out);

}  // namespace carrack::kernels
