// carrack.search and carrack.search_many.
#include <algorithm>
#include <cmath>

#include "agents/mcts/saved_tree.hpp"
#include "agents/short_spec.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "docs.hpp"
#include "experiments/base/parallel.hpp"
#include "interrupt_scope.hpp"
#include "progress.hpp"
#include "python_agent.hpp"

namespace carrack::python {
namespace {

/// The report of a search, in the form carrack.SearchReport takes, without its tree.
py::dict report_of(const Report& report, const State& s, Action chosen, const py::str& spec) {
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
  all["action"] = chosen.id();
  all["spec"] = spec;
  return all;
}

/// A function in Python that judges leaves.
struct LeafJudge {
  BatchEvaluator evaluator;  // empty: leaves are played out
  std::size_t batch = 0;
  bool has_priors = false;
};

LeafJudge judge_of(const py::object& evaluate, std::size_t batch, bool priors) {
  if (priors && evaluate.is_none()) throw InputError("priors need evaluate, which is None");
  if (evaluate.is_none()) return {};
  return {batch_evaluator(evaluate, priors), batch, priors};
}

/// Throws InputError unless the agent is a tree search.
SearchAgent& tree_search(Agent& agent, const std::string& argument) {
  if (auto* const search = dynamic_cast<SearchAgent*>(&agent)) return *search;
  throw InputError(argument + " needs a tree search such as 'uct:iterations=500', not '" +
                   agent.spec() + "'");
}

std::unique_ptr<Agent> searcher_of(const std::string& spec, const LeafJudge& judge) {
  std::unique_ptr<Agent> agent = make_agent(spec);
  if (judge.evaluator) {
    SearchAgent& search = tree_search(*agent, "evaluate");
    search.evaluate_with(judge.evaluator, judge.batch, judge.has_priors);
  }
  return agent;
}

/// Makes the agent of a thread ready for a new position. A tree search is reused, as its memory
/// takes time to set up, and forgets what it knows; other agents are made anew.
void renew(std::unique_ptr<Agent>& agent, const State& s, const std::string& spec,
           const LeafJudge& judge) {
  if (dynamic_cast<SearchAgent*>(agent.get()) == nullptr) {
    agent = searcher_of(spec, judge);
  } else {
    Random unused(0, 0);
    agent->begin(s.ruleset(), s.actor, unused);
  }
}

/// Throws InputError for an agent without a report.
void expect_search(const Agent& agent) {
  if (agent.searches()) return;
  throw InputError("search returns a search report, and '" + short_spec(agent.spec()) +
                   "' has none; expected mcts, uct or flat, as in mcts:iterations=5000, or one "
                   "of them in restricted:…,of=");
}

py::dict search(const Position& given, const py::object& spec, Arg<"seed", u64> seed,
                const py::object& evaluate, Arg<"batch", std::size_t> batch,
                Arg<"priors", bool> priors, Arg<"tree_depth", u32> tree_depth,
                Arg<"tree_visits", u64> tree_visits) {
  const LeafJudge judge = judge_of(evaluate, batch.value, priors.value);
  const std::unique_ptr<Agent> agent = searcher_of(text_of(spec), judge);
  const bool has_tree = tree_depth.value > 0;
  const SearchAgent* const shown = has_tree ? &tree_search(*agent, "tree_depth") : nullptr;
  if (tree_visits.value == 0) throw InputError("tree_visits is 0, expected 1 or more");
  expect_decision(given.state);
  expect_search(*agent);
  const Position position = given;  // a copy: an evaluation may play on from `given`
  const Action chosen = choose(*agent, position, seed.value);
  py::dict report = report_of(agent->report(), position.state, chosen, py::str(agent->spec()));
  report["tree"] = has_tree ? py::cast(save_tree(*shown, position.state, seed.value,
                                                 tree_depth.value, tree_visits.value))
                            : py::object(py::none());
  return report;
}

/// What a search of one of many positions has found.
struct Found {
  Action action;
  Report report;
};

/// Searches all positions. Position i has the seed `seed` + i, and no search depends on the others.
/// Reports are converted while the threads go on.
py::list search_all(Arg<"states", std::vector<Position>> given, const py::object& spec,
                    Arg<"seed", u64> seed, Arg<"threads", unsigned> threads,
                    const py::object& evaluate, Arg<"batch", std::size_t> batch,
                    Arg<"priors", bool> priors, const py::object& on_progress) {
  const std::vector<Position>& positions = given.value;
  const LeafJudge judge = judge_of(evaluate, batch.value, priors.value);
  const std::string text = text_of(spec);
  const std::unique_ptr<Agent> first = searcher_of(text, judge);
  expect_search(*first);
  const py::str whole_spec(first->spec());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    expect_decision(positions[i].state, "states[" + std::to_string(i) + "]: ");
  }
  check_threads(threads.value);
  PythonProgress progress(on_progress);
  progress.start("positions", positions.size());
  py::list reports;
  InterruptScope interrupts;
  const auto used = std::clamp<std::size_t>(positions.size(), 1, threads.value);
  std::vector<std::unique_ptr<Agent>> agents(used);
  const auto search_one = [&](unsigned thread, std::size_t i) -> std::optional<Found> {
    const State& s = positions[i].state;
    std::unique_ptr<Agent>& agent = agents[thread];
    renew(agent, s, text, judge);
    const StopScope scope(*agent, interrupts.stop());
    try {
      const Action action = choose_once(*agent, s, positions[i].options, seed.value + i).action;
      if (interrupts.stop()) return std::nullopt;
      return Found{action, agent->report()};
    } catch (const ChoiceStopped&) {
      return std::nullopt;
    }
  };
  const auto deliver = [&](std::size_t i, Found&& found) {
    {
      const py::gil_scoped_acquire gil;
      reports.append(report_of(found.report, positions[i].state, found.action, whole_spec));
    }
    progress.update(i + 1);
  };
  {
    const py::gil_scoped_release release;
    run_in_order<Found>(positions.size(), static_cast<unsigned>(used), interrupts.stop(),
                        search_one, deliver);
  }
  interrupts.check();
  return reports;
}

}  // namespace

void bind_searches(py::module_& m) {
  m.def("search_report", &search, py::arg("state"), py::arg("spec"), py::arg("seed"),
        py::arg("evaluate"), py::arg("batch"), py::arg("priors"), py::arg("tree_depth"),
        py::arg("tree_visits"), doc("search_report"));
  m.def("search_reports", &search_all, py::arg("states"), py::arg("spec"), py::arg("seed"),
        py::arg("threads"), py::arg("evaluate"), py::arg("batch"), py::arg("priors"),
        py::arg("progress"), doc("search_reports"));
}

}  // namespace carrack::python
