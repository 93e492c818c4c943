// Functions for the arrays of all kinds of examples.
//
// A struct of examples has input_start, perhaps option_start, size(), and a static
// for_each_array(examples, f) that calls f(array, Rows) for each of its arrays. It names all arrays
// in a structured binding, so that the compiler reports a missing one.
#pragma once

#include <cstddef>

#include "core/base/types.hpp"

namespace carrack {

/// The thing for which an array has one element.
enum class Rows : unsigned char { start, input, option, example, seat };

/// The length of an array if there are `size` examples, at most those that have begun.
template <typename Examples>
[[nodiscard]] std::size_t length_of(const Examples& examples, Rows rows, std::size_t size) {
  switch (rows) {
    case Rows::start: return size + 1;
    case Rows::input: return static_cast<std::size_t>(examples.input_start[size]);
    case Rows::option:
      if constexpr (requires { examples.option_start; }) {
        return static_cast<std::size_t>(examples.option_start[size]);
      }
      break;
    case Rows::seat: return size * kMaxPlayers;
    case Rows::example: break;
  }
  return size;
}

/// Removes the examples from `size` on, also an incomplete one.
template <typename Examples>
void keep_first(Examples& examples, std::size_t size) {
  Examples::for_each_array(
      examples, [&](auto& array, Rows rows) { array.resize(length_of(examples, rows, size)); });
}

/// Whether all arrays have the same number of examples.
template <typename Examples>
[[nodiscard]] bool is_aligned(const Examples& examples) {
  bool is = true;
  Examples::for_each_array(examples, [&](const auto& array, Rows rows) {
    is = is && array.size() == length_of(examples, rows, examples.size());
  });
  return is;
}

}  // namespace carrack
