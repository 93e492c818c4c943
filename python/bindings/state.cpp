// carrack.State.
#include <algorithm>
#include <limits>

#include "agents/evaluation/evaluation.hpp"
#include "agents/evaluation/observation.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "core/notation/frozen_state.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "core/notation/trace_reader.hpp"
#include "docs.hpp"
#include "experiments/base/version.hpp"
#include "experiments/render/board_svg.hpp"
#include "experiments/render/board_text.hpp"

namespace carrack::python {
namespace {

constexpr int kChancePlayer = -1;
constexpr int kTerminalPlayer = -4;

int current_player(const Position& self) {
  if (is_over(self.state)) return kTerminalPlayer;
  return is_chance(self.state) ? kChancePlayer : static_cast<int>(index(self.state.actor));
}

py::list legal_actions(const Position& self) {
  const Legal options = self.legal();
  py::list ids(options.size());
  py::ssize_t i = 0;
  options.for_each(
      [&](Action action) { PyList_SET_ITEM(ids.ptr(), i++, PyLong_FromLong(action.id())); });
  return ids;
}

std::vector<std::pair<unsigned, double>> chance_outcomes(const Position& self) {
  const State& s = self.state;
  if (!is_chance(s)) throw InputError("no chance outcomes: chance is not to move");
  std::vector<std::pair<unsigned, double>> outcomes;
  const double total = chance_total(s);
  legal(s).for_each(
      [&](Action action) { outcomes.emplace_back(action.id(), chance_weight(s, action) / total); });
  return outcomes;
}

using PlayerOrNone = Arg<"player", std::optional<int>>;

py::array_t<float> observation(const Position& self, PlayerOrNone player) {
  const int seat = player.value ? *player.value : current_player(self);
  if (!player.value && seat < 0)
    throw InputError("observation needs a player: nobody is to decide");
  const Player observer = seat_of(self.state, seat);
  py::array_t<float> numbers(observation_size());
  observe(self.state, observer, {numbers.mutable_data(), observation_size()});
  return numbers;
}

template <typename Value>
std::vector<unsigned> by_seat(const State& s, const Value& values) {
  return {values.begin(), values.begin() + s.players()};
}

/// The expected final VP; at a decision, from the view of the player who decides.
std::vector<double> expected_vp_of(const Position& self) {
  const State& s = self.state;
  const bool is_hidden = has_secrets(s) && !is_over(s) && !is_chance(s);
  const auto vp = expected_vp(is_hidden ? seen_by(s, s.actor) : s);
  return {vp.begin(), vp.begin() + s.players()};
}

/// The values of actions to the script; NaN for illegal actions.
py::array_t<float> script_values_of(const Position& self) {
  const State& hidden = self.state;
  if (is_over(hidden) || is_chance(hidden)) {
    throw InputError("no script values: nobody is to decide");
  }
  const State s = has_secrets(hidden) ? seen_by(hidden, hidden.actor) : hidden;
  std::vector<Action> actions;
  self.options.for_each([&](Action action) { actions.push_back(action); });
  std::vector<float> values;
  script_values(s, actions, values);
  py::array_t<float> of_actions(kActions);
  float* const numbers = of_actions.mutable_data();
  std::fill_n(numbers, kActions, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < actions.size(); ++i) numbers[actions[i].id()] = values[i];
  return of_actions;
}

py::list breakdown(const Position& self) {
  const Result r = result(self.state);
  py::list rows;
  for (unsigned p = 0; p < self.state.players(); ++p) {
    const Breakdown& b = r.breakdown[p];
    py::dict row;
    row["colonies"] = b.colonies;
    row["discoveries"] = b.discoveries;
    row["tiles"] = b.tiles;
    row["economy"] = b.economy;
    row["bought"] = b.bought;
    rows.append(row);
  }
  return rows;
}

py::dict to_dict(const Position& self, PlayerOrNone player) {
  std::string text;
  append_position(text, self.state,
                  player.value ? std::optional(seat_of(self.state, *player.value)) : std::nullopt);
  return py::module_::import("json").attr("loads")(text);
}

/// The seat `attacker`, checked; nothing for None.
std::optional<Player> attacker_of(Ruleset rules, std::optional<int> attacker, bool likely) {
  if (!attacker) return std::nullopt;
  if (!likely) throw InputError("attacker needs likely=True");
  if (*attacker < 0 || *attacker >= static_cast<int>(rules.players())) {
    throw InputError("attacker is " + std::to_string(*attacker) + ", expected 0 to " +
                     std::to_string(rules.players() - 1));
  }
  return nth<Player>(static_cast<unsigned>(*attacker));
}

Position from_dict(Arg<"ruleset", Ruleset> rules, const Arg<"state", py::dict>& state,
                   const Arg<"legal", std::optional<std::vector<std::string>>>& legal,
                   Arg<"seed", u64> seed, Arg<"likely", bool> likely,
                   Arg<"attacker", std::optional<int>> attacker) {
  const std::optional<Player> who = attacker_of(rules.value, attacker.value, likely.value);
  const std::string text = json_text("state", state.value);
  Random random(seed.value, stream(StreamFamily::agent, 0));
  if (!likely.value) return Position(read_state(rules.value, text, legal.value, random));
  const State s = read_likely_state(rules.value, text, legal.value, random, who);
  return legal.value ? Position(s, legal_among(s, *legal.value)) : Position(s);
}

std::string repr(const Position& self) {
  const State& s = self.state;
  std::string text = "<carrack.State " + s.ruleset().to_string();
  if (is_over(s)) return text + ", over>";
  return text + ", turn " + std::to_string(s.turn) + ", " + std::string(name(s.phase)) + ", " +
         actor_name(s) + " to move>";
}

/// A pickle: the version that wrote it, the bytes of the position, a custom board as JSON, and a
/// tweak as JSON behind a board or an empty text.
py::tuple freeze(const Position& self) {
  const std::optional<ChanceSource> chance = self.seed ? std::optional(self.chance) : std::nullopt;
  const FrozenState frozen = carrack::freeze(self.state, chance);
  const std::string from(version::number);
  const py::bytes bytes(frozen.bytes);
  if (!frozen.tweak.empty()) return py::make_tuple(from, bytes, frozen.board, frozen.tweak);
  if (!frozen.board.empty()) return py::make_tuple(from, bytes, frozen.board);
  return py::make_tuple(from, bytes);
}

Position thaw(const py::tuple& pickled) {
  const std::size_t parts = pickled.size();
  bool is_whole = parts >= 2 && parts <= 4 && py::isinstance<py::str>(pickled[0]) &&
                  py::isinstance<py::bytes>(pickled[1]);
  for (std::size_t i = 2; is_whole && i < parts; ++i) {
    is_whole = py::isinstance<py::str>(pickled[i]);
  }
  if (!is_whole) {
    throw InputError("this is not a pickled carrack.State");
  }
  const std::string from = text_of(pickled[0]);
  try {
    const auto part = [&](std::size_t i) {
      return i < parts ? text_of(pickled[i]) : std::string();
    };
    const ThawedState thawed = carrack::thaw(pickled[1].cast<std::string_view>(), part(2), part(3));
    Position position(thawed.state);
    if (thawed.chance) {
      position.seed = thawed.chance->seed();
      position.chance = *thawed.chance;
    }
    return position;
  } catch (const InputError& error) {
    throw InputError("carrack " + std::string(version::number) +
                     " cannot read a State that was pickled by carrack " + excerpt(from) + ": " +
                     error.what());
  }
}

Position resampled(const Position& self, Arg<"player", int> player, Arg<"seed", u64> seed) {
  Position copy(self.state);
  Random random(seed.value, stream(StreamFamily::agent, 0));
  const Player seat = seat_of(self.state, player.value);
  if (has_secrets(copy.state)) resample(copy.state, seat, random);
  return Position(copy.state);
}

std::string to_svg(const Position& self, Arg<"before", std::optional<GivenState>> before,
                   PlayerOrNone player) {
  BoardView view;
  if (player.value) view.eyes = seat_of(self.state, *player.value);
  if (before.value) {
    const State& earlier = before.value->position->state;
    if (earlier.ruleset() != self.state.ruleset()) {
      throw InputError("before is a position of " + earlier.ruleset().to_string() +
                       ", expected one of " + self.state.ruleset().to_string());
    }
    view.before = &earlier;
  }
  return board_svg(self.state, view);
}

std::string to_text(const Position& self, PlayerOrNone player) {
  if (!player.value) return turn_and_board_text(self.state);
  return turn_and_board_text(self.state, seat_of(self.state, *player.value));
}

}  // namespace

void bind_state(py::module_& m) {
  py::class_<Position>(m, "State", doc("State"))
      .def(py::init([](Arg<"ruleset", Ruleset> rules, Arg<"seed", std::optional<u64>> seed) {
             return Position(rules.value, seed.value);
           }),
           py::arg("ruleset"), py::arg("seed") = py::none(), doc("State.__init__"))
      .def_property_readonly(
          "ruleset", [](const Position& self) { return self.state.ruleset(); },
          doc("State.ruleset"))
      .def_readonly("seed", &Position::seed, doc("State.seed"))
      .def_property_readonly(
          "num_players", [](const Position& self) { return self.state.players(); },
          doc("State.num_players"))
      .def_property_readonly(
          "turn", [](const Position& self) { return self.state.turn; }, doc("State.turn"))
      .def_property_readonly(
          "phase", [](const Position& self) { return name(self.state.phase); }, doc("State.phase"))
      .def_property_readonly("current_player", &current_player, doc("State.current_player"))
      .def_property_readonly(
          "is_terminal", [](const Position& self) { return is_over(self.state); },
          doc("State.is_terminal"))
      .def_property_readonly(
          "is_chance", [](const Position& self) { return is_chance(self.state); },
          doc("State.is_chance"))
      .def("legal_actions", &legal_actions, doc("State.legal_actions"))
      .def(
          "legal_mask", [](const Position& self) { return mask_of(self.legal()); },
          doc("State.legal_mask"))
      .def("chance_outcomes", &chance_outcomes, doc("State.chance_outcomes"))
      .def(
          "apply",
          [](Position& self, const py::object& action) { self.apply(legal_action(self, action)); },
          py::arg("action"), doc("State.apply"))
      .def(
          "returns",
          [](const Position& self) {
            const auto shares = win_shares(self.state);
            return std::vector<double>(shares.begin(), shares.begin() + self.state.players());
          },
          doc("State.returns"))
      .def(
          "scores", [](const Position& self) { return by_seat(self.state, result(self.state).vp); },
          doc("State.scores"))
      .def(
          "ranks",
          [](const Position& self) { return by_seat(self.state, result(self.state).rank); },
          doc("State.ranks"))
      .def("breakdown", &breakdown, doc("State.breakdown"))
      .def("observation", &observation, py::arg("player") = py::none(), doc("State.observation"))
      .def("expected_vp", &expected_vp_of, doc("State.expected_vp"))
      .def("script_values", &script_values_of, doc("State.script_values"))
      .def("resampled", &resampled, py::arg("player"), py::arg("seed"), doc("State.resampled"))
      .def(
          "clone", [](const Position& self) { return self; }, doc("State.clone"))
      .def(
          "hash", [](const Position& self) { return hash(self.state); }, doc("State.hash"))
      .def(
          "action_to_string",
          [](const Position& self, Arg<"action", long long> id) {
            return to_notation(action_of(id.value), self.state.ruleset().board());
          },
          py::arg("action"), doc("State.action_to_string"))
      .def(
          "parse_action",
          [](const Position& self, const Arg<"text", std::string>& text) {
            return legal_action(self, py::str(text.value)).id();
          },
          py::arg("text"), doc("State.parse_action"))
      .def("to_dict", &to_dict, py::arg("player") = py::none(), doc("State.to_dict"))
      .def_static("from_dict", &from_dict, py::arg("ruleset"), py::arg("state"),
                  py::arg("legal") = py::none(), py::arg("seed") = 0, py::kw_only(),
                  py::arg("likely") = false, py::arg("attacker") = py::none(),
                  doc("State.from_dict"))
      .def("__copy__", [](const Position& self) { return self; })
      .def(
          "__deepcopy__", [](const Position& self, const py::dict&) { return self; },
          py::arg("memo"))
      .def(
          "__eq__",
          [](const Position& self, const Position& other) { return self.state == other.state; },
          py::is_operator())
      .def("__repr__", &repr)
      .def("__str__", [](const Position& self) { return turn_and_board_text(self.state); })
      .def("to_text", &to_text, py::arg("player") = py::none(), doc("State.to_text"))
      .def("to_svg", &to_svg, py::arg("before") = py::none(), py::arg("player") = py::none(),
           doc("State.to_svg"))
      .def("_repr_html_", [](const Position& self) { return board_svg(self.state); })
      .def(py::pickle(&freeze, &thaw));
}

}  // namespace carrack::python
