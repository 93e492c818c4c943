// Python arguments whose errors name the argument and what was expected.
#pragma once

#include <limits>
#include <string_view>
#include <type_traits>

#include "bindings.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack::python {

/// A string as a template argument.
template <std::size_t N>
struct Name {
  char text[N]{};
  consteval Name(const char (&from)[N]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
  }
};

/// The argument `name`. If it is not a T, the call raises InputError for a number out of range and
/// TypeError for anything else, in one line.
template <Name name, typename T>
struct Arg {
  T value{};
};

/// A State, without a copy of it.
struct GivenState {
  const Position* position = nullptr;
};

/// The spec of an agent, which is given as a text or as a carrack.Agent.
struct GivenSpec {
  std::string spec;
};

/// The name of T in the errors of Arg.
template <typename T>
struct Expected {
  static std::string text() {
    if constexpr (std::is_same_v<T, bool>) {
      return "True or False";
    } else if constexpr (std::is_integral_v<T>) {
      return "a whole number";
    } else if constexpr (std::is_floating_point_v<T>) {
      return "a number";
    } else if constexpr (std::is_same_v<T, Ruleset>) {
      return "a Ruleset, as in carrack.Ruleset('aoe3', players=4)";
    } else if constexpr (std::is_same_v<T, GivenState>) {
      return "a State";
    } else if constexpr (std::is_same_v<T, py::dict>) {
      return "a dict";
    } else {
      static_assert(std::is_same_v<T, std::string>);
      return "a text (str)";
    }
  }
};
template <typename T>
struct Expected<std::vector<T>> {
  static std::string text() {
    if constexpr (std::is_same_v<T, Position>) return "a list of States";
    if constexpr (std::is_same_v<T, GivenSpec>) return "a list of specs (str) or Agents";
    return std::is_integral_v<T> ? "a list of whole numbers" : "a list of texts (str)";
  }
};
template <typename T>
struct Expected<std::optional<T>> {
  static std::string text() { return Expected<T>::text() + " or None"; }
};

template <typename T>
struct IsList : std::false_type {};
template <typename T>
struct IsList<std::vector<T>> : std::true_type {};

/// The number type in T; void if there is none.
template <typename T>
struct NumberIn {
  using type = std::conditional_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, T, void>;
};
template <typename T>
struct NumberIn<std::optional<T>> : NumberIn<T> {};

/// The range of the argument `name` in the errors of Arg: that of its type, with a few exceptions.
template <typename Number>
std::string range_of(std::string_view name) {
  if (name == "players") return "2 to " + std::to_string(kMaxPlayers);
  if (name == "threads") return "1 to " + std::to_string(kMaxThreads);
  return std::to_string(std::numeric_limits<Number>::min()) + " to " +
         std::to_string(std::numeric_limits<Number>::max());
}

/// Throws the error of Arg for `given`.
template <typename T>
[[noreturn]] void refuse_argument(const char* name, py::handle given) {
  using Number = typename NumberIn<T>::type;
  const std::string start = std::string(name) + " is " + shown(given) + ", expected ";
  if constexpr (!std::is_void_v<Number>) {
    if (PyIndex_Check(given.ptr()) != 0 && PyBool_Check(given.ptr()) == 0) {
      throw InputError(start + "a whole number from " + range_of<Number>(name));
    }
  }
  throw py::type_error(start + Expected<T>::text());
}

/// The message of an error with the names of arguments for the options of a command.
[[nodiscard]] std::string with_arguments(std::string message);

/// Runs `act()`. Its errors that name options of a command name the arguments instead.
template <typename Act>
auto naming_arguments(Act&& act) {
  try {
    return act();
  } catch (const IllegalAction&) {
    throw;
  } catch (const InputError& error) {
    throw InputError(with_arguments(error.what()));
  }
}

}  // namespace carrack::python

namespace pybind11::detail {

template <>
struct type_caster<carrack::python::GivenState> {
  PYBIND11_TYPE_CASTER(carrack::python::GivenState, make_caster<carrack::python::Position>::name);

  bool load(handle source, bool convert) {
    make_caster<carrack::python::Position> caster;
    if (source.is_none() || !caster.load(source, convert)) return false;
    value.position = cast_op<carrack::python::Position*>(caster);
    return true;
  }
};

template <>
struct type_caster<carrack::python::GivenSpec> {
  PYBIND11_TYPE_CASTER(carrack::python::GivenSpec, const_name("str | Agent"));

  bool load(handle source, bool convert) {
    if (PyUnicode_Check(source.ptr()) != 0) {
      make_caster<std::string> text;
      if (!text.load(source, convert)) return false;
      value.spec = cast_op<std::string&&>(std::move(text));
      return true;
    }
    // The methods of a class derived from Agent would not be called.
    if (!type::of(source).is(type::of<carrack::python::SharedAgent>())) return false;
    make_caster<carrack::python::SharedAgent> agent;
    if (!agent.load(source, convert)) return false;
    value.spec = cast_op<carrack::python::SharedAgent&>(agent).agent->spec();
    return true;
  }
};

template <carrack::python::Name argument, typename T>
struct type_caster<carrack::python::Arg<argument, T>> {
  using Value = carrack::python::Arg<argument, T>;
  PYBIND11_TYPE_CASTER(Value, make_caster<T>::name);

  bool load(handle source, bool convert) {
    using Number = typename carrack::python::NumberIn<T>::type;
    make_caster<T> caster;
    try {
      const bool is_flag = !std::is_void_v<Number> && PyBool_Check(source.ptr()) != 0;
      // The order of a set differs from process to process.
      const bool is_set = carrack::python::IsList<T>::value && PyAnySet_Check(source.ptr()) != 0;
      if (!is_flag && !is_set && caster.load(source, convert)) {
        value.value = cast_op<T&&>(std::move(caster));
        return true;
      }
    } catch (const reference_cast_error&) {  // None instead of an object
    }
    carrack::python::refuse_argument<T>(argument.text, source);
  }
};

}  // namespace pybind11::detail
