// carrack.trial: the value of a purchase or a placement, by intervention.
#include "experiments/trial/trial.hpp"

#include <algorithm>
#include <limits>

#include "agents/tile_list.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "core/notation/notation.hpp"
#include "docs.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/ledger/kept_trial.hpp"
#include "experiments/ledger/repeated_trial_game.hpp"
#include "experiments/ledger/trial_configuration.hpp"
#include "experiments/tournament/one_a_seat.hpp"
#include "interrupt_scope.hpp"
#include "ledger_work.hpp"
#include "progress.hpp"

namespace carrack::python {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The subjects of a trial, given as tiles or words such as `place:discovery`; default: all tiles.
std::vector<Subject> subjects_named(Ruleset rules,
                                    const std::optional<std::vector<std::string>>& tiles,
                                    const std::optional<std::vector<std::string>>& on,
                                    const std::string& age, const std::optional<unsigned>& turn) {
  if (tiles && on) throw InputError("tiles and on are both given, expected one of them");
  std::vector<Subject> asked;
  std::vector<Subject> named;  // without those of `buy` and `place`, which are all
  if (tiles) {
    for (const std::string& word : *tiles) asked.emplace_back(tile_named(word));
    named = asked;
  } else if (on) {
    for (const std::string& word : *on) {
      const std::vector<Subject> subjects = parse_subjects(word);
      std::ranges::copy(subjects, std::back_inserter(asked));
      if (subjects.size() == 1) named.push_back(subjects.front());
    }
  } else {
    asked = parse_subjects("buy");
  }
  const std::optional<Age> of_age = parse_age(age);
  if (of_age && std::ranges::any_of(asked, &Subject::is_placement)) {
    throw InputError("age is for tiles; turn restricts placements");
  }
  const bool is_turn = turn && *turn >= 1 && *turn <= kTurns;  // others are refused with the plan
  check_named_subjects(named, {&rules, 1}, of_age, is_turn ? turn : std::nullopt);
  return some_subjects_in(rules, asked, of_age);
}

void add_mean(py::dict& row, const std::string& figure, double mean, const Interval& interval) {
  row[py::str(figure)] = mean;
  row[py::str(figure + "_half_width")] = interval.half();
  row[py::str(figure + "_low")] = interval.low;
  row[py::str(figure + "_high")] = interval.high;
}

double mean_of(const Sample& sample) { return sample.count() == 0 ? kNaN : sample.mean(); }

void add_comparison(py::dict& row, const std::string& other, const Comparison& c,
                    unsigned players) {
  add_mean(row, "win_share" + other, mean_of(c.win_share), c.win_share_interval());
  add_mean(row, "rank" + other, mean_of(c.rank), c.rank_interval(players));
  add_mean(row, "vp" + other, mean_of(c.vp), c.vp_interval());
}

py::dict as_dict(const TrialLine& line, Occasion occasion, const TrialPlan& plan,
                 std::size_t effects) {
  const unsigned players = plan.rules.players();
  const bool placement = line.on.is_placement();
  const ForkTally& tally = line.at(occasion);
  py::dict row;
  row[placement ? "box" : "tile"] = std::string(name(line.on));
  if (!placement) {
    row["age"] = index(catalogue::row(line.on.tile()).age) + 1;
    row["cost"] = plan.rules.figures().of(line.on.tile()).cost;
  }
  row["occasion"] = std::string(name(occasion, placement));
  row["forks"] = tally.forks();
  add_comparison(row, "_vs_other", tally.versus_other, players);
  const Interval all = tally.versus_other.win_share_interval(effects);
  row["win_share_vs_other_simultaneous_half_width"] = all.half();
  row["win_share_vs_other_simultaneous_low"] = all.low;
  row["win_share_vs_other_simultaneous_high"] = all.high;
  if (!placement) add_comparison(row, "_vs_nothing", tally.versus_nothing, players);
  if (plan.denial) {
    add_comparison(row, "_own_use", tally.own_use, players);
    add_comparison(row, "_denial", tally.denial, players);
  }
  for (std::size_t i = 0; i < plan.discounts.size(); ++i) {
    const std::string of_discount = "_of_discount_" + std::to_string(plan.discounts[i]);
    add_comparison(row, of_discount, tally.of_discounts[i], players);
  }
  const Observation& seen = line.observed;
  row[py::str(std::string(name(Occasion::chosen, placement)))] = seen.chosen;
  row["mean_turn"] = seen.chosen == 0 ? kNaN : seen.mean_turn;
  add_mean(row, "seen", mean_of(seen.advantage), seen.advantage_interval(players));
  add_mean(row, "seen_adjusted", seen.adjusted ? seen.adjusted->mean : kNaN,
           seen.adjusted_interval());
  return row;
}

/// Plays a trial in memory, or as the trial `name` of a ledger.
TrialReport play(const TrialPlan& plan, unsigned threads, std::atomic<bool>& stop,
                 const std::optional<std::string>& path, const std::string& name,
                 bool ignore_signature, PythonProgress& progress) {
  const auto update = [&](std::size_t games) { progress.update(games); };
  if (!path) {
    progress.start("games", plan.games);
    return run_trial(plan, threads, stop, update);
  }
  Ledger ledger(*path, Database::Mode::create);
  const std::vector<LedgerTrial> before = KeptTrial::all(ledger);
  if (std::ranges::find(before, name, &LedgerTrial::name) == before.end()) {
    check_agents_begin(plan.agents, plan.rules, &stop);
  }
  KeptTrial store(ledger, name, plan, ignore_signature);
  progress.start("games", plan.games, store.kept(plan.games).size());
  return run_trial(plan, threads, stop, update, &store);
}

TrialPlan plan_of(Ruleset rules, const Arg<"agents", std::vector<std::string>>& agents,
                  const Arg<"tiles", std::optional<std::vector<std::string>>>& tiles,
                  const Arg<"on", std::optional<std::vector<std::string>>>& on,
                  const std::string& age, Arg<"games", u64> games, Arg<"seed", u64> seed,
                  Arg<"continuations", unsigned> continuations,
                  Arg<"turn", std::optional<unsigned>> turn, const std::optional<std::string>& seat,
                  const Arg<"occasion", std::optional<std::string>>& occasion,
                  Arg<"denial", bool> denial,
                  const Arg<"discounts", std::vector<unsigned>>& discounts) {
  TrialPlan plan{
      .rules = rules,
      .agents = one_a_seat(agents.value, rules),
      .on = subjects_named(rules, tiles.value, on.value, age, turn.value),
      .games = games.value,
      .seed = seed.value,
      .continuations = continuations.value,
      .turn = turn.value,
      .seat = seat ? std::optional(parse_seat(*seat, rules.players())) : std::nullopt,
      .occasion = std::nullopt,
      .denial = denial.value,
      .discounts = discounts.value,
  };
  if (occasion.value) {
    plan.occasion = parse_occasion(*occasion.value, plan.is_of_placements());
  }
  check_plan(plan);
  return plan;
}

py::list trial_rows(const TrialPlan& plan, Arg<"threads", unsigned> threads,
                    const std::optional<std::string>& ledger, const Arg<"name", std::string>& name,
                    Arg<"ignore_signature", bool> ignore_signature, const py::object& on_progress) {
  check_threads(threads.value);
  PythonProgress progress(on_progress);
  InterruptScope interrupts;
  const TrialReport report = [&] {
    const py::gil_scoped_release release;
    return play(plan, threads.value, interrupts.stop(), ledger, name.value, ignore_signature.value,
                progress);
  }();
  interrupts.check();
  const EffectsByOccasion effects = effects_by_occasion({&report, 1});
  py::list rows;
  for (const TrialLine& line : report.lines) {
    for (const Occasion occasion : kBothOccasions) {
      if (!plan.tries(occasion)) continue;
      rows.append(as_dict(line, occasion, plan, effects[index(occasion)]));
    }
  }
  return rows;
}

/// Enters a trial into a ledger; returns the numbers of the games that are not played.
std::vector<u64> missing_trial_games(const std::string& path, const Arg<"name", std::string>& name,
                                     const TrialPlan& plan,
                                     Arg<"ignore_signature", bool> ignore_signature) {
  return without_gil([&](const std::atomic<bool>&) {
    Ledger ledger(path, Database::Mode::create);
    KeptTrial store(ledger, name.value, plan, ignore_signature.value);
    return missing_games(plan, store);
  });
}

void play_trial_games(const std::string& path, const Arg<"name", std::string>& name,
                      const TrialPlan& plan, const Arg<"games", std::vector<u64>>& numbers) {
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::create);
    KeptTrial store(ledger, name.value, plan, /*ignore_signature=*/false);
    play_games_of(plan, numbers.value, 1, interrupts.stop(), store);
  }
  interrupts.check();
}

/// A row for each fork, branch and continuation, with the record of the branch as text.
py::list trial_record_rows(const std::string& path, const Arg<"name", std::string>& name,
                           Arg<"game", u64> number, Arg<"allow_programs", bool> allow_programs) {
  InterruptScope interrupts;
  const auto [trial, recorded] = [&] {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::read);
    LedgerTrial found = KeptTrial::find(ledger, name.value);
    auto repeated =
        repeat_trial_game(ledger, found, number.value, interrupts.stop(), allow_programs.value);
    return std::pair(std::move(found), std::move(repeated));
  }();
  interrupts.check();
  py::list rows;
  for (std::size_t i = 0; i < recorded->game.forks.size(); ++i) {
    const Fork& fork = recorded->game.forks[i];
    for (const BranchKind kind : kBranchKinds) {
      for (const std::size_t record : recorded->records_of(i, kind)) {
        const TrialLog::Branch& branch = recorded->log.branches[record - 1];
        py::dict row;
        row["subject"] = std::string(carrack::name(fork.on));
        row["occasion"] = std::string(carrack::name(fork.occasion, fork.on.is_placement()));
        row["seat"] = index(fork.player) + 1;
        row["turn"] = fork.turn;
        row["ply"] = branch.ply;
        row["branch"] = std::string(carrack::name(kind));
        row["action"] = to_notation(branch.action, trial.plan.rules.board());
        row["continuation"] = branch.continuation;
        row["win_share"] = branch.outcome.win_share;
        row["rank"] = branch.outcome.rank;
        row["vp"] = branch.outcome.vp;
        row["record"] = recorded->records[record];
        rows.append(row);
      }
    }
  }
  return rows;
}

py::list ledger_trials(const std::string& path) {
  const std::vector<LedgerTrial> trials = without_gil([&](const std::atomic<bool>&) {
    Ledger ledger(path, Database::Mode::read);
    return KeptTrial::all(ledger);
  });
  py::list all;
  for (const LedgerTrial& trial : trials) {
    py::list on;
    for (const Subject subject : trial.plan.on) on.append(to_string(subject));
    py::dict row;
    row["name"] = trial.name;
    row["ruleset"] = trial.plan.rules;
    row["agents"] = trial.plan.agents;
    row["on"] = on;
    row["seed"] = trial.plan.seed;
    row["continuations"] = trial.plan.continuations;
    row["turn"] = trial.plan.turn;
    row["seat"] = trial.plan.seat ? std::optional(index(*trial.plan.seat) + 1) : std::nullopt;
    row["occasion"] = trial.plan.occasion
                          ? std::optional(std::string(
                                carrack::name(*trial.plan.occasion, trial.plan.is_of_placements())))
                          : std::nullopt;
    row["denial"] = trial.plan.denial;
    row["discounts"] = trial.plan.discounts;
    row["games"] = trial.plan.games;
    row["engine"] = trial.engine;
    row["signature"] = trial.signature;
    all.append(row);
  }
  return all;
}

/// A pickle: the configuration of the plan, which does not have the number of games, and that
/// number.
py::tuple reduce(const TrialPlan& plan) {
  return py::make_tuple(configuration_of(plan), plan.games);
}

TrialPlan restore(const std::string& configuration, u64 games) {
  TrialPlan plan = trial_plan_from(configuration);
  plan.games = games;
  check_plan(plan);
  return plan;
}

}  // namespace

void bind_trial(py::module_& m) {
  py::class_<TrialPlan>(m, "TrialPlan", doc("TrialPlan"))
      .def(py::init(&plan_of), py::arg("ruleset"), py::arg("agents"), py::arg("tiles"),
           py::arg("on"), py::arg("age"), py::arg("games"), py::arg("seed"),
           py::arg("continuations"), py::arg("turn"), py::arg("seat"), py::arg("occasion"),
           py::arg("denial"), py::arg("discounts"))
      .def(py::pickle(&reduce, [](const py::tuple& parts) {
        return restore(parts[0].cast<std::string>(), parts[1].cast<u64>());
      }));
  m.def("trial_rows", &trial_rows, py::arg("plan"), py::arg("threads"), py::arg("ledger"),
        py::arg("name"), py::arg("ignore_signature"), py::arg("progress"), doc("trial_rows"));
  m.def("missing_trial_games", &missing_trial_games, py::arg("ledger"), py::arg("name"),
        py::arg("plan"), py::arg("ignore_signature"), doc("missing_trial_games"));
  m.def("ledger_trials", &ledger_trials, py::arg("path"), doc("ledger_trials"));
  m.def("trial_record_rows", &trial_record_rows, py::arg("ledger"), py::arg("name"),
        py::arg("game"), py::arg("allow_programs"), doc("trial_record_rows"));
  m.def("play_trial_games", &play_trial_games, py::arg("ledger"), py::arg("name"), py::arg("plan"),
        py::arg("games"), doc("play_trial_games"));
}

}  // namespace carrack::python
