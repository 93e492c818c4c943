// NumPy arrays as arguments, and made from numbers of C++.
#pragma once

#include <utility>
#include <vector>

#include "bindings.hpp"

namespace carrack::python {

template <typename T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// An array that takes over the numbers.
template <typename T>
py::array_t<T> taken(std::vector<T>&& numbers, std::vector<py::ssize_t> shape) {
  auto* const held = new std::vector<T>(std::move(numbers));
  const py::capsule owner(held, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(std::move(shape), held->data(), owner);
}
template <typename T>
py::array_t<T> taken(std::vector<T>&& numbers) {
  const auto n = static_cast<py::ssize_t>(numbers.size());
  return taken(std::move(numbers), {n});
}

}  // namespace carrack::python
