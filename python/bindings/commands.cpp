// The commands `match`, `verify`, `perft` and `fit`, and the command line itself.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "arguments.hpp"
#include "core/notation/notation.hpp"
#include "core/tools/perft.hpp"
#include "docs.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/cli/command_line.hpp"
#include "experiments/cli/python_module.hpp"
#include "experiments/ledger/kept_match.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/fitted_weights.hpp"
#include "experiments/studies/verification.hpp"
#include "experiments/tournament/sequential_match.hpp"
#include "interrupt_scope.hpp"
#include "progress.hpp"
#include "python_agent.hpp"

namespace carrack::python {
namespace {

py::dict as_dict(const SequentialMatchResult& result) {
  const Sprt& test = result.test;
  const Sprt::Elo elo = test.elo();
  py::dict row;
  row["verdict"] = std::string(to_string(test.verdict()));
  row["llr"] = test.llr();
  row["llr_bounds"] = py::make_tuple(test.lower_bound(), test.upper_bound());
  row["blocks"] = test.blocks();
  row["win_share"] = test.shares().mean();
  const Interval share = test.share_interval();
  row["win_share_low"] = share.low;
  row["win_share_high"] = share.high;
  row["elo"] = elo.estimate;
  row["elo_low"] = elo.interval.low;
  row["elo_high"] = elo.interval.high;
  row["forfeits"] = py::make_tuple(result.forfeits[0], result.forfeits[1]);
  return row;
}

/// Throws InputError, with the argument's name, for options out of range.
void check_test(const SprtOptions& options) {
  naming_arguments([&] { static_cast<void>(Sprt(options)); });
}

py::dict play_match(Ruleset rules, const py::list& agents, Arg<"elo0", double> elo0,
                    Arg<"elo1", double> elo1, Arg<"alpha", double> alpha, Arg<"beta", double> beta,
                    Arg<"max_blocks", u64> max_blocks, Arg<"seed", u64> seed,
                    Arg<"threads", unsigned> threads, const std::string& record,
                    const std::string& keep, Arg<"force", bool> force,
                    const py::object& on_progress) {
  const bool in_python = std::any_of(agents.begin(), agents.end(), &is_python_agent);
  if (in_python && threads.value > 1) {
    throw InputError("agents written in Python play on one thread; threads is " +
                     std::to_string(threads.value));
  }
  if (max_blocks.value == 0) throw InputError("max_blocks is 0, expected 1 or more");
  struct Played {
    u64 game = 0;
    EventCount count{};
  };
  std::optional<Played> now;  // the game of agents written in Python, which play on one thread
  SequentialMatchPlan plan{
      .rules = rules,
      .test = {.elo0 = elo0.value,
               .elo1 = elo1.value,
               .alpha = alpha.value,
               .beta = beta.value,
               .players = rules.players()},
      .max_blocks = max_blocks.value,
      .seed = seed.value,
      .threads = threads.value,
      .record = record,
      .record_rule = {.replace = force.value, .inputs = {}},
      .played = {},
      .observer_of = [&](u64 game) { return in_python ? &now.emplace(game).count : nullptr; },
      .make =
          [&](std::size_t agent) {
            const py::gil_scoped_acquire gil;
            return agent_from(agents[agent]);
          }};
  std::optional<KeptMatch> kept;
  if (!keep.empty()) {
    check_test(plan.test);  // before a file is created
    naming_arguments([&] {
      const auto specs = agents.cast<std::vector<std::string>>();
      if (!std::filesystem::exists(keep)) check_agents_begin(specs, rules);
      kept.emplace(keep, rules, specs, seed.value);
    });
    plan.played = kept->blocks();
    plan.keep = [&](const MatchBlock& block) { kept->keep(block); };
  }
  PythonProgress progress(on_progress);
  progress.start("blocks", plan.max_blocks, plan.played.size());
  InterruptScope interrupts;
  const SequentialMatchResult result = naming_arguments([&] {
    try {
      const py::gil_scoped_release release;
      return play_sequential_match(plan, interrupts.stop(), [&](const Sprt& test) {
        progress.update(test.blocks(), [&] { return "LLR " + fixed(test.llr(), 2); });
      });
    } catch (...) {
      if (!now) throw;
      rethrow_with_note(game_note(now->game, seed.value, now->game / 2, now->count));
    }
  });
  if (result.interrupted) interrupts.check();  // the verdict also raises the flag
  return as_dict(result);
}

/// Blocks of a match as carrack.distributed sends them: share, forfeits, reasons.
using BlockTuple = std::tuple<double, std::array<unsigned, 2>, std::array<std::string, 2>>;

BlockTuple as_tuple(const MatchBlock& block) {
  return {block.share, block.forfeits, block.reasons};
}

MatchBlock block_from(const BlockTuple& tuple) {
  const auto& [share, forfeits, reasons] = tuple;
  return {.share = share, .forfeits = forfeits, .reasons = reasons, .record = {}};
}

std::vector<BlockTuple> play_match_part(Ruleset rules, const std::vector<std::string>& agents,
                                        Arg<"seed", u64> seed, Arg<"first", u64> first,
                                        Arg<"count", u64> count) {
  const SequentialMatchPlan plan{
      .rules = rules,
      .test = {},
      .seed = seed.value,
      .record = {},
      .played = {},
      .make = [&](std::size_t agent) { return make_agent(agents.at(agent)); }};
  InterruptScope interrupts;
  const std::vector<MatchBlock> blocks = [&] {
    const py::gil_scoped_release release;
    return play_match_blocks(plan, first.value, count.value, interrupts.stop());
  }();
  interrupts.check();
  std::vector<BlockTuple> rows;
  std::ranges::transform(blocks, std::back_inserter(rows), as_tuple);
  return rows;
}

SequentialMatchResult begin_match(Ruleset rules, Arg<"elo0", double> elo0, Arg<"elo1", double> elo1,
                                  Arg<"alpha", double> alpha, Arg<"beta", double> beta) {
  const SprtOptions options{.elo0 = elo0.value,
                            .elo1 = elo1.value,
                            .alpha = alpha.value,
                            .beta = beta.value,
                            .players = rules.players()};
  return {.test = naming_arguments([&] { return Sprt(options); }), .reasons = {}};
}

/// Adds blocks to the result. Returns how many count: those up to the verdict.
std::size_t add_blocks(SequentialMatchResult& result, const std::vector<BlockTuple>& blocks) {
  std::size_t counted = 0;
  for (; counted < blocks.size() && !result.is_decided(); ++counted) {
    result.add(block_from(blocks[counted]));
  }
  return counted;
}

std::pair<u64, u64> verify_file(const std::string& path) {
  InterruptScope interrupts;
  const VerifiedRecord record = [&] {
    const py::gil_scoped_release release;
    std::ifstream in = open_input(path);
    return verify_record(in, path, &interrupts.stop());
  }();
  interrupts.check();
  return {record.games, record.events};
}

/// The start position of perft; without a seed every draw takes its bytewise first outcome.
State perft_position(const py::object& from) {
  if (py::isinstance<Ruleset>(from)) return perft_start(from.cast<Ruleset>());
  if (!py::isinstance<Position>(from)) {
    throw py::type_error("start is " + shown(from) + ", expected a Ruleset or a State");
  }
  const auto& position = from.cast<const Position&>();
  if (is_chance(position.state)) {
    throw InputError("chance is to move; perft starts at a player's decision");
  }
  return position.state;
}

unsigned perft_depth(Arg<"depth", unsigned> depth, unsigned min) {
  constexpr unsigned kMaxDepth = 12;
  if (depth.value >= min && depth.value <= kMaxDepth) return depth.value;
  throw InputError("depth is " + std::to_string(depth.value) + ", expected " + std::to_string(min) +
                   " to " + std::to_string(kMaxDepth));
}

u64 count_perft(const py::object& from, Arg<"depth", unsigned> wanted) {
  const State s = perft_position(from);
  const unsigned depth = perft_depth(wanted, 0);
  InterruptScope interrupts;
  const u64 leaves = [&] {
    const py::gil_scoped_release release;
    return perft(s, depth, &interrupts.stop());
  }();
  interrupts.check();
  return leaves;
}

py::dict divide_perft(const py::object& from, Arg<"depth", unsigned> wanted) {
  const State s = perft_position(from);
  const unsigned depth = perft_depth(wanted, 1);
  InterruptScope interrupts;
  const std::vector<PerftBranch> branches = [&] {
    const py::gil_scoped_release release;
    return perft_divide(s, depth, &interrupts.stop());
  }();
  interrupts.check();
  std::vector<std::pair<std::string, u64>> rows;
  for (const PerftBranch& branch : branches) {
    rows.emplace_back(to_notation(branch.action, s.ruleset().board()), branch.leaves);
  }
  std::ranges::sort(rows);
  py::dict all;
  for (const auto& [event, leaves] : rows) all[py::str(event)] = leaves;
  return all;
}

py::dict fit_weights(Arg<"games", u64> games, Arg<"seed", u64> seed, Arg<"noise", double> noise,
                     Arg<"threads", unsigned> threads, const Arg<"agent", std::string>& agent,
                     const std::string& output, Arg<"force", bool> force,
                     const py::object& on_progress) {
  const FitPlan plan{games.value, seed.value, noise.value, threads.value, agent.value};
  PythonProgress progress(on_progress);
  progress.start("games", plan.games + plan.tests());
  std::optional<OutputFile> file;  // fail before the games are played, not after
  if (!output.empty()) {
    naming_arguments(
        [&] { file.emplace(output, OutputRule{.replace = force.value, .inputs = {}}); });
  }
  u64 left_out = 0;
  std::optional<std::string> reason;  // of the first forfeit
  InterruptScope interrupts;
  const std::unique_ptr<EvaluationFit> fit = [&] {
    const py::gil_scoped_release release;
    return fit_on_self_play(
        plan, interrupts.stop(), [&](u64 played) { progress.update(played); },
        [&](const Forfeit& forfeit) {
          if (left_out++ == 0) reason = printable(forfeit.what);
        });
  }();
  interrupts.check();
  if (file) {
    file->write(fitted_weights_json(plan, *fit));
    file->finish();
  }
  py::list rows;
  for (PositionKind kind : fitted_kinds()) {
    for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) {
      py::dict row;
      row["edition"] = kind.edition_name();
      row["players"] = kind.players;
      row["position"] = kind.position_name();
      row["turn"] = kind.turn;
      row["positions"] = fit->positions(kind);
      row["r_squared"] = fit->r_squared(kind);
      rows.append(row);
    }
  }
  py::dict all;
  all["rows"] = rows;
  all["forfeits"] = left_out;
  all["first_forfeit"] = reason;
  return all;
}

int command_line(std::vector<std::string> arguments) {
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  run_by_python(text_of(py::module_::import("sys").attr("executable")));
  const py::gil_scoped_release release;
  return run_command_line(static_cast<int>(arguments.size()), words.data());
}

}  // namespace

void bind_commands(py::module_& m) {
  m.def("play_match", &play_match, py::arg("ruleset"), py::arg("agents"), py::arg("elo0"),
        py::arg("elo1"), py::arg("alpha"), py::arg("beta"), py::arg("max_blocks"), py::arg("seed"),
        py::arg("threads"), py::arg("record"), py::arg("keep"), py::arg("force"),
        py::arg("progress"), doc("play_match"));
  m.def("play_match_part", &play_match_part, py::arg("ruleset"), py::arg("agents"), py::arg("seed"),
        py::arg("first"), py::arg("count"), doc("play_match_part"));
  py::class_<KeptMatch>(m, "KeptMatch", doc("KeptMatch"))
      .def(py::init<std::string, Ruleset, const std::vector<std::string>&, u64>(), py::arg("path"),
           py::arg("ruleset"), py::arg("agents"), py::arg("seed"), doc("KeptMatch.__init__"))
      .def_property_readonly(
          "blocks",
          [](const KeptMatch& kept) {
            std::vector<BlockTuple> rows;
            std::ranges::transform(kept.blocks(), std::back_inserter(rows), as_tuple);
            return rows;
          },
          doc("KeptMatch.blocks"))
      .def(
          "keep", [](KeptMatch& kept, const BlockTuple& block) { kept.keep(block_from(block)); },
          py::arg("block"), doc("KeptMatch.keep"));
  py::class_<SequentialMatchResult>(m, "MatchResult", doc("MatchResult"))
      .def(py::init(&begin_match), py::arg("ruleset"), py::arg("elo0"), py::arg("elo1"),
           py::arg("alpha"), py::arg("beta"), doc("MatchResult.__init__"))
      .def("add", &add_blocks, py::arg("blocks"), doc("MatchResult.add"))
      .def_property_readonly("is_decided", &SequentialMatchResult::is_decided,
                             doc("MatchResult.is_decided"))
      .def_property_readonly(
          "llr", [](const SequentialMatchResult& self) { return self.test.llr(); },
          doc("MatchResult.llr"))
      .def("to_dict", &as_dict, doc("MatchResult.to_dict"));
  m.def("verify_file", &verify_file, py::arg("path"), doc("verify_file"));
  m.def("count_perft", &count_perft, py::arg("start"), py::arg("depth"), doc("count_perft"));
  m.def("divide_perft", &divide_perft, py::arg("start"), py::arg("depth"), doc("divide_perft"));
  m.def("interrupt_on", &InterruptScope::also_on, py::arg("signals"), doc("interrupt_on"));
  m.def("fit_weights", &fit_weights, py::arg("games"), py::arg("seed"), py::arg("noise"),
        py::arg("threads"), py::arg("agent"), py::arg("output"), py::arg("force"),
        py::arg("progress"), doc("fit_weights"));
  m.def("command_line", &command_line, py::arg("arguments"), doc("command_line"));
}

}  // namespace carrack::python
