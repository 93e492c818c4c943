// Shared parts of the module: the classes behind Python objects, and conversion to NumPy arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <mutex>
#include <optional>
#include <string>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "core/game/chance.hpp"
#include "core/game/game.hpp"
#include "fork_aware_lock.hpp"

namespace carrack {
struct SavedTree;
struct TrialPlan;
}  // namespace carrack

namespace carrack::python {

namespace py = pybind11;

/// An illegal action; carrack.IllegalActionError in Python.
class IllegalAction : public InputError {
 public:
  using InputError::InputError;
};

/// carrack.State: a position with its options and, with a seed, its source of chance.
struct Position {
  State state;
  Legal options;  // at player decisions, perhaps not all; not stored at chance nodes
  std::optional<u64> seed;
  ChanceSource chance{0};

  Position(Ruleset rules, std::optional<u64> seed);
  explicit Position(const State& s) : Position(s, carrack::legal(s)) {}
  Position(const State& s, const Legal& among) : state(s), options(among) {}

  [[nodiscard]] Legal legal() const { return is_chance(state) ? carrack::legal(state) : options; }
  /// Precondition: legal.
  void apply(Action action);

 private:
  void settle_chance();
};

class BatchGame;
struct LoadedNetwork;
struct MadeReport;
class RecordFile;

/// carrack.Agent: may be shared by Python threads.
struct SharedAgent {
  /// The game that the agent plays in, after begin().
  struct Game {
    Ruleset rules;
    Player seat;
    friend bool operator==(const Game&, const Game&) = default;
  };

  std::unique_ptr<Agent> agent;
  std::optional<Game> game;
  ForkAwareLock mutex{"agent"};

  explicit SharedAgent(const std::string& spec) : agent(make_agent(spec)) {}
};

/// The board of a ruleset as JSON; empty for the printed one. Board numbers are valid only within
/// this process.
[[nodiscard]] std::optional<std::string> own_board(Ruleset rules);
/// What differs from the printed figures, as a dict; None if nothing does.
[[nodiscard]] py::object own_tweak(Ruleset rules);
/// The text of a Python str. Throws UnicodeEncodeError, a ValueError, for an unpaired surrogate.
[[nodiscard]] std::string text_of(py::handle str);
/// A Python value as JSON; numbers of NumPy are numbers. Throws py::type_error, with the argument's
/// name, for values that JSON does not have.
[[nodiscard]] std::string json_text(std::string_view name, py::handle value);
/// A value for errors: the repr of texts, numbers and lists, else the type.
[[nodiscard]] std::string shown(py::handle value);
/// The seat `player`, checked. Throws InputError.
[[nodiscard]] Player seat_of(const State& s, int player);
/// The legal action of an id or a notation. Throws IllegalAction, or py::type_error.
[[nodiscard]] Action legal_action(const Position& position, py::handle action);
/// The action of an id, legal or not. Throws InputError.
[[nodiscard]] Action action_of(long long id);

/// A new array of kActions bools.
[[nodiscard]] py::array_t<bool> mask_of(const Legal& options);
/// Win shares by seat: 1 for the winner, split on ties; 0 before the end.
[[nodiscard]] std::array<double, kMaxPlayers> win_shares(const State& s);

void bind_ruleset(py::module_& m);
void bind_state(py::module_& m);
void bind_agent(py::module_& m);
void bind_served_agents(py::module_& m);
void bind_searches(py::module_& m);
void bind_games(py::module_& m);
void bind_records(py::module_& m);
void bind_reports(py::module_& m);
void bind_tournaments(py::module_& m);
void bind_ledger(py::module_& m);
void bind_ledger_rows(py::module_& m);
void bind_trial(py::module_& m);
void bind_trees(py::module_& m);
void bind_solve(py::module_& m);
void bind_statistics(py::module_& m);
void bind_batch(py::module_& m);
void bind_ratings(py::module_& m);
void bind_commands(py::module_& m);
void bind_learning(py::module_& m);
void bind_networks(py::module_& m);
/// From now on a call of a function or method of the module with wrong arguments raises TypeError
/// with one line. Must be called after all of them have been defined.
void explain_wrong_calls(const py::module_& m);

}  // namespace carrack::python

namespace pybind11::detail {

/// Loads only constructed objects. Without this, `State.__new__(State)` would pass uninitialised
/// memory to our functions.
template <typename T>
struct constructed_caster : type_caster_base<T> {
  bool load(handle source, bool convert) {
    if (this->typeinfo != nullptr && PyObject_TypeCheck(source.ptr(), this->typeinfo->type)) {
      auto* const held = reinterpret_cast<instance*>(source.ptr());
      for (const value_and_holder& part : values_and_holders(held)) {
        if (!part.holder_constructed()) return false;
      }
    }
    return type_caster_base<T>::load(source, convert);
  }
};
template <>
struct type_caster<carrack::Ruleset> : constructed_caster<carrack::Ruleset> {};
template <>
struct type_caster<carrack::python::Position> : constructed_caster<carrack::python::Position> {};
template <>
struct type_caster<carrack::python::BatchGame> : constructed_caster<carrack::python::BatchGame> {};
template <>
struct type_caster<carrack::python::SharedAgent>
    : constructed_caster<carrack::python::SharedAgent> {};
template <>
struct type_caster<carrack::python::LoadedNetwork>
    : constructed_caster<carrack::python::LoadedNetwork> {};
template <>
struct type_caster<carrack::python::MadeReport> : constructed_caster<carrack::python::MadeReport> {
};
template <>
struct type_caster<carrack::python::RecordFile> : constructed_caster<carrack::python::RecordFile> {
};
template <>
struct type_caster<carrack::SavedTree> : constructed_caster<carrack::SavedTree> {};
template <>
struct type_caster<carrack::TrialPlan> : constructed_caster<carrack::TrialPlan> {};

}  // namespace pybind11::detail
