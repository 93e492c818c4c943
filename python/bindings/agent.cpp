// carrack.Agent, carrack.search, and specs.
#include <cmath>

#include "agents/mcts/parameters.hpp"
#include "agents/mcts/saved_tree.hpp"
#include "agents/short_spec.hpp"
#include "agents/spec_json.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "interrupt_scope.hpp"
#include "python_agent.hpp"

namespace carrack::python {
namespace {

/// The report of a search, in the form carrack.SearchReport takes.
py::dict report_of(const Report& report, const State& s) {
  const py::ssize_t players = s.players();
  const auto options = static_cast<py::ssize_t>(report.options.size());
  py::array_t<std::int64_t> actions(options);
  py::array_t<std::int64_t> visits(options);
  py::array_t<double> values({options, players});
  py::array_t<double> errors({options, players});
  py::array_t<double> win_shares({options, players});
  py::array_t<double> priors(options);
  py::array_t<double> policy_target(options);
  py::array_t<double> win_share(players);
  u64 all_visits = 0;
  for (const OptionReport& row : report.options) all_visits += row.visits;
  for (py::ssize_t i = 0; i < options; ++i) {
    const OptionReport& row = report.options[static_cast<std::size_t>(i)];
    actions.mutable_at(i) = row.action.id();
    visits.mutable_at(i) = static_cast<std::int64_t>(row.visits);
    priors.mutable_at(i) = static_cast<double>(row.prior);
    const auto its_visits = static_cast<double>(row.visits);
    policy_target.mutable_at(i) = std::isnan(row.policy_target)
                                      ? its_visits / static_cast<double>(all_visits)
                                      : static_cast<double>(row.policy_target);
    for (py::ssize_t p = 0; p < players; ++p) {
      const auto seat = static_cast<std::size_t>(p);
      values.mutable_at(i, p) = static_cast<double>(row.value[seat]);
      errors.mutable_at(i, p) = static_cast<double>(row.standard_error[seat]);
      win_shares.mutable_at(i, p) = static_cast<double>(row.win_share[seat]);
    }
  }
  for (py::ssize_t p = 0; p < players; ++p) {
    win_share.mutable_at(p) = static_cast<double>(report.win_share[static_cast<std::size_t>(p)]);
  }
  py::list line;
  for (const Action action : report.principal_variation) line.append(action.id());
  py::list actors;
  for (const u8 mover : report.principal_movers) actors.append(actor_text(mover));
  py::list anytime;
  for (const Report::Moment& moment : report.anytime) {
    anytime.append(py::make_tuple(moment.iterations, moment.action.id()));
  }
  py::dict all;
  all["ruleset"] = s.ruleset();
  all["player"] = index(s.actor);
  all["actions"] = actions;
  all["visits"] = visits;
  all["values"] = values;
  all["standard_errors"] = errors;
  all["win_shares"] = win_shares;
  all["priors"] = priors;
  all["policy_target"] = policy_target;
  all["win_share"] = win_share;
  all["principal_variation"] = line;
  all["line_actors"] = actors;
  all["anytime"] = anytime;
  all["iterations"] = report.iterations;
  all["seconds"] = report.seconds;
  all["nodes"] = report.nodes;
  all["memory_bytes"] = report.memory_bytes;
  all["deepest"] = report.deepest;
  all["mean_depth"] = report.mean_depth;
  return all;
}

/// During its lifetime, raising a flag stops the agent's choices.
class StopScope {
 public:
  StopScope(Agent& agent, const std::atomic<bool>& stop) : agent_(agent) { agent.stop_on(&stop); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope() { agent_.stop_on(nullptr); }

 private:
  Agent& agent_;
};

/// Throws InputError unless a player is to decide.
void expect_decision(const State& s) {
  if (is_over(s)) throw InputError("nothing to choose: the game is over");
  if (is_chance(s)) throw InputError("nothing to choose: chance is to move");
}

/// The agent's choice, without the GIL.
Action choose(Agent& agent, const Position& position, u64 seed) {
  // A copy: other threads, and an evaluation in Python, may play on from the position.
  const State s = position.state;
  expect_decision(s);
  InterruptScope interrupts;
  Action action;
  {
    const py::gil_scoped_release release;
    const StopScope scope(agent, interrupts.stop());
    try {
      action = choose_once(agent, s, seed).action;
    } catch (const ChoiceStopped&) {  // by a signal, which is checked below
    }
  }
  interrupts.check();
  return action;
}

/// A game begins for the agent. What it draws here does not change the draws of its choices.
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

/// Held by a call, which waits for it without the GIL.
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
  self.game.reset();  // where the agent refuses the new one
  const SharedAgent::Game game{rules, nth<Player>(seat.value)};
  begin(*self.agent, game, seed.value);
  self.game = game;
}

unsigned choose_alone(SharedAgent& self, Arg<"state", GivenState> given,
                      Arg<"seed", std::optional<u64>> given_seed) {
  const Position position = *given.value.position;  // other threads may play on from it
  const auto lock = locked(self);
  const State& s = position.state;
  // One number for all positions would be the same draw at each of them.
  const u64 seed = given_seed.value.value_or(hash(s));
  const SharedAgent::Game here{s.ruleset(), s.actor};
  if (!is_over(s) && !is_chance(s) && self.game != here) {
    self.game.reset();  // the agent forgets the game that it was in
    begin(*self.agent, here, seed);
  }
  return choose(*self.agent, position, seed).id();
}

py::dict search(const Position& given, const py::object& spec, Arg<"seed", u64> seed,
                const py::object& evaluate, Arg<"batch", std::size_t> batch,
                Arg<"priors", bool> with_priors, Arg<"tree_depth", u32> tree_depth,
                Arg<"tree_visits", u64> tree_visits) {
  const std::unique_ptr<Agent> agent = agent_from(spec);
  auto* const searching = dynamic_cast<SearchAgent*>(agent.get());
  if (searching == nullptr && tree_depth.value > 0) {
    throw InputError("tree_depth needs a tree search such as 'uct:iterations=500', not '" +
                     agent->spec() + "'");
  }
  if (tree_visits.value == 0) throw InputError("tree_visits is 0, expected 1 or more");
  const bool priors = with_priors.value;
  if (priors && evaluate.is_none()) throw InputError("priors need evaluate, which is None");
  if (!evaluate.is_none()) {
    if (searching == nullptr) {
      throw InputError("evaluate needs a tree search such as 'uct:iterations=500', not '" +
                       agent->spec() + "'");
    }
    searching->evaluate_with(batch_evaluator(evaluate, priors), batch.value, priors);
  }
  expect_decision(given.state);
  if (!agent->searches()) {
    throw InputError("search returns a search report, and '" + short_spec(agent->spec()) +
                     "' has none; expected mcts, uct or flat, as in mcts:iterations=5000, or one "
                     "of them in restricted:…,of=");
  }
  const Position position = given;  // an evaluation may play on from the other
  const Action chosen = choose(*agent, position, seed.value);
  py::dict report = report_of(agent->report(), position.state);
  report["action"] = chosen.id();
  report["spec"] = agent->spec();
  report["tree"] = tree_depth.value == 0
                       ? py::object(py::none())
                       : py::cast(save_tree(*searching, position.state, seed.value,
                                            tree_depth.value, tree_visits.value));
  return report;
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
           py::arg("spec"))
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
  m.def("search_report", &search, py::arg("state"), py::arg("spec"), py::arg("seed"),
        py::arg("evaluate"), py::arg("batch"), py::arg("priors"), py::arg("tree_depth"),
        py::arg("tree_visits"), doc("search_report"));
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
