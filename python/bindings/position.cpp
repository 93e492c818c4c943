// The position behind carrack.State, and what its methods check.
#include <algorithm>
#include <cstring>

#include "arguments.hpp"
#include "bindings.hpp"
#include "core/game/win_shares.hpp"
#include "core/notation/notation.hpp"

namespace carrack::python {
namespace {

/// The options in notation, sorted.
std::string options_of(const Position& position) {
  std::vector<std::string> options;
  position.legal().for_each([&](Action action) {
    options.push_back(to_notation(action, position.state.ruleset().board()));
  });
  std::ranges::sort(options);
  return join(std::vector<std::string_view>(options.begin(), options.end()));
}

}  // namespace

Position::Position(Ruleset rules, std::optional<u64> from)
    : state(start(rules)), seed(from), chance(from.value_or(0)) {
  settle_chance();
}

void Position::apply(Action action) {
  carrack::apply(state, action, options);
  settle_chance();
}

void Position::settle_chance() {
  if (!seed) return;
  while (is_chance(state)) carrack::apply(state, chance.draw(state), options);
}

std::string text_of(py::handle str) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(str.ptr(), &size);
  if (text == nullptr) throw py::error_already_set();
  return {text, static_cast<std::size_t>(size)};
}

std::string json_text(std::string_view name, py::handle value) {
  using py::literals::operator""_a;
  const py::object as_whole = py::module_::import("operator").attr("index");
  try {
    const py::object dumps = py::module_::import("json").attr("dumps");
    return text_of(dumps(value, "default"_a = as_whole, "allow_nan"_a = false));
  } catch (const py::error_already_set& error) {
    const bool is_about_values = error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError);
    if (!is_about_values) throw;
    throw py::type_error(std::string(name) + " has a value that is not JSON: " +
                         excerpt(text_of(py::str(error.value()))));
  }
}

std::string shown(py::handle value) {
  const bool is_plain = value.is_none() || PyUnicode_Check(value.ptr()) ||
                        PyLong_Check(value.ptr()) || PyFloat_Check(value.ptr()) ||
                        PyList_CheckExact(value.ptr()) || PyTuple_CheckExact(value.ptr());
  if (is_plain) {
    try {
      return excerpt(text_of(py::repr(value)));
    } catch (const py::error_already_set& error) {  // too many digits, or an unpaired surrogate
      if (!error.matches(PyExc_Exception)) throw;
    }
  }
  return "of type " + excerpt(Py_TYPE(value.ptr())->tp_name);
}

std::string with_arguments(std::string message) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kOptions{
      {{"--force", "force=True"},
       {"--name, in Python name=", "name="},
       {"--name", "name="},
       {"match --keep", "carrack.match with keep="},
       {"--luck", "luck=True"},
       {"--kind mixed", "kind='mixed'"},
       {"later --ply", "later position"},
       {"--max-positions", "max_positions"},
       {"carrack analyse", "carrack.search"},
       {"--elo0", "elo0"},
       {"--elo1", "elo1"},
       {"--alpha", "alpha"},
       {"--beta", "beta"}}};
  // Only whole words count: a file may have such a name.
  const auto is_word = [&](std::size_t at, std::size_t size) {
    constexpr std::string_view kAfter = " ,;:)";
    const std::size_t end = at + size;
    return (at == 0 || message[at - 1] == ' ' || message[at - 1] == '(') &&
           (end == message.size() || kAfter.find(message[end]) != std::string_view::npos);
  };
  for (const auto& [option, argument] : kOptions) {
    const std::size_t at = message.find(option);
    if (at != std::string::npos && is_word(at, option.size())) {
      message.replace(at, option.size(), argument);
    }
  }
  return message;
}

Player seat_of(const State& s, int player) {
  if (player < 0 || player >= static_cast<int>(s.players())) {
    throw InputError("player is " + std::to_string(player) + ", expected 0 to " +
                     std::to_string(s.players() - 1));
  }
  return nth<Player>(static_cast<unsigned>(player));
}

Action action_of(long long id) {
  if (id < 0 || id >= static_cast<long long>(kActions)) {
    throw InputError("action is " + std::to_string(id) + ", expected an id from 0 to " +
                     std::to_string(kActions - 1));
  }
  return Action(static_cast<u16>(id));
}

Action legal_action(const Position& position, py::handle action) {
  const State& s = position.state;
  if (PyUnicode_Check(action.ptr())) {
    const std::string text = text_of(action);
    try {
      const Action wanted = parse_legal(text, s);
      if (is_chance(s) || position.options.contains(wanted)) return wanted;
    } catch (const InputError& error) {
      throw IllegalAction(error.what());
    }
    throw IllegalAction("action '" + text +
                        "' is not one of the options given here; legal: " + options_of(position));
  }
  if (!PyIndex_Check(action.ptr()) || PyBool_Check(action.ptr())) {
    throw py::type_error("an action is an id (int) or a notation (str), not " +
                         std::string(Py_TYPE(action.ptr())->tp_name));
  }
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(action.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long id = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  const bool is_id = overflow == 0 && id >= 0 && id < static_cast<long long>(kActions);
  if (is_id) {
    const Action wanted(static_cast<u16>(id));
    const bool is_legal =
        is_chance(s) ? position.legal().contains(wanted) : position.options.contains(wanted);
    if (is_legal) return wanted;
  }
  if (is_over(s)) throw IllegalAction("the game is over; no action is legal");
  const std::string name =
      is_id ? '\'' + to_notation(Action(static_cast<u16>(id)), s.ruleset().board()) + '\''
            : py::str(number).cast<std::string>() + ", which is not an action id,";
  throw IllegalAction("action " + name + " is not legal here; legal: " + options_of(position));
}

py::array_t<bool> mask_of(const Legal& options) {
  py::array_t<bool> mask(kActions);
  bool* const out = mask.mutable_data();
  std::memset(out, 0, kActions);
  options.for_each([&](Action action) { out[action.id()] = true; });
  return mask;
}

std::array<double, kMaxPlayers> win_shares(const State& s) {
  if (!is_over(s)) return {};
  return carrack::win_shares(result(s).rank, s.players());
}

}  // namespace carrack::python
