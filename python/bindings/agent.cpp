// carrack.Agent and specs.
#include "agents/mcts/parameters.hpp"
#include "agents/short_spec.hpp"
#include "agents/spec_json.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "docs.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

/// Begins a game for the agent. Its draws here do not change the draws of its choices.
void begin(Agent& agent, const SharedAgent::Game& game, u64 seed) {
  Random random(seed, stream(StreamFamily::agent, index(game.seat)));
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    const StopScope scope(agent, interrupts.stop());
    try {
      agent.begin(game.rules, game.seat, random);
    } catch (const ChoiceStopped&) {  // by a signal, which is checked below
    }
  }
  interrupts.check();
}

/// The lock of an agent for a call, which waits for it without the GIL.
std::unique_lock<ForkAwareLock> locked(SharedAgent& agent) {
  std::unique_lock lock(agent.mutex, std::defer_lock);
  const py::gil_scoped_release release;
  lock.lock();
  return lock;
}

void begin_game(SharedAgent& self, Arg<"ruleset", Ruleset> ruleset, Arg<"seat", unsigned> seat,
                Arg<"seed", u64> seed) {
  const Ruleset rules = ruleset.value;
  if (seat.value >= rules.players()) {
    throw InputError("seat is " + std::to_string(seat.value) + ", expected 0 to " +
                     std::to_string(rules.players() - 1));
  }
  const auto lock = locked(self);
  self.game.reset();  // stays empty if the agent refuses the new game
  const SharedAgent::Game game{rules, nth<Player>(seat.value)};
  begin(*self.agent, game, seed.value);
  self.game = game;
}

unsigned choose_alone(SharedAgent& self, Arg<"state", GivenState> given,
                      Arg<"seed", std::optional<u64>> given_seed) {
  const Position position = *given.value.position;  // other threads may play on from it
  const auto lock = locked(self);
  const State& s = position.state;
  // One seed for all positions would give the same draws at each of them.
  const u64 seed = given_seed.value.value_or(hash(s));
  const SharedAgent::Game here{s.ruleset(), s.actor};
  if (!is_over(s) && !is_chance(s) && self.game != here) {
    self.game.reset();  // the agent forgets the game that it was in
    begin(*self.agent, here, seed);
  }
  return choose(*self.agent, position, seed).id();
}

py::list search_parameters() {
  const MctsOptions mcts = default_search();
  const MctsOptions uct = plain_uct();
  py::list rows;
  for (const SearchParameter& parameter : carrack::search_parameters()) {
    py::dict row;
    row["key"] = std::string(parameter.key);
    row["group"] = std::string(parameter.group);
    if (parameter.words.empty()) {
      row["least"] = parameter.min;
      row["most"] = parameter.max;
      row["whole"] = parameter.whole;
    } else {
      row["words"] = std::vector<std::string>(parameter.words.begin(), parameter.words.end());
    }
    row["mcts"] = parameter.text(mcts);
    row["uct"] = parameter.text(uct);
    row["help"] = std::string(parameter.help);
    row["paper"] = std::string(parameter.paper);
    row["measured"] = std::string(parameter.measured());
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_agent(py::module_& m) {
  py::class_<SharedAgent>(m, "Agent", doc("Agent"))
      .def(py::init([](const Arg<"spec", std::string>& spec) {
             return std::make_unique<SharedAgent>(spec.value);
           }),
           py::arg("spec"), doc("Agent.__init__"))
      .def_property_readonly(
          "spec", [](const SharedAgent& self) { return self.agent->spec(); }, doc("Agent.spec"))
      .def("begin", &begin_game, py::arg("ruleset"), py::arg("seat"), py::arg("seed") = 0,
           doc("Agent.begin"))
      .def("choose", &choose_alone, py::arg("state"), py::arg("seed") = py::none(),
           doc("Agent.choose"))
      .def(
          "__eq__",
          [](const SharedAgent& self, const SharedAgent& other) {
            return self.agent->spec() == other.agent->spec();
          },
          py::is_operator())
      .def("__hash__",
           [](const SharedAgent& self) { return py::hash(py::str(self.agent->spec())); })
      .def("__repr__",
           [](const SharedAgent& self) {
             return "<carrack.Agent " + short_spec(self.agent->spec()) + ">";
           })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("spec")));
      });
  m.def(
      "agent_help",
      [] {
        py::dict all;
        for (const AgentHelp& row : agent_help()) all[py::str(row.name)] = row.help;
        return all;
      },
      doc("agent_help"));
  m.def("search_parameters", &search_parameters, doc("search_parameters"));
  m.def(
      "spec_to_json",
      [](const std::string& spec) { return is_json_spec(spec) ? spec : spec_to_json(spec); },
      py::arg("spec"), doc("spec_to_json"));
  m.def("short_spec", &short_spec, py::arg("spec"), doc("short_spec"));
  m.def("uses_network", &uses_network, py::arg("spec"), doc("uses_network"));
  m.def("short_names", &short_names, py::arg("names"), doc("short_names"));
  m.def("spec_from_json", &spec_from_json, py::arg("json"), doc("spec_from_json"));
}

}  // namespace carrack::python
