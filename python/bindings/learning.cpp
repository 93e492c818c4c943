// Learning: examples from ledgers and from games that are played for them.
#include <algorithm>
#include <atomic>
#include <optional>

#include "arguments.hpp"
#include "arrays.hpp"
#include "docs.hpp"
#include "experiments/learning/examples.hpp"
#include "experiments/learning/self_play_examples.hpp"
#include "experiments/learning/value_examples.hpp"
#include "experiments/ledger/ledger.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

/// carrack._core.StopFlag: raised by one thread to end the work of others.
struct StopFlag {
  std::atomic<bool> raised{false};
};

/// The flag that ends a call: the one that it was given, or else that of Ctrl-C.
const std::atomic<bool>& stop_of(const StopFlag* given, InterruptScope& interrupts) {
  return given == nullptr ? interrupts.stop() : given->raised;
}

/// Numbers the blocks of tournaments that are read one after the other.
class BlockNumbers {
 public:
  void begin(u64 games_per_block) {
    per_block_ = std::max<u64>(games_per_block, 1);
    last_.reset();
  }
  /// The number of the block of a game; games come in the order of their plan.
  [[nodiscard]] i32 of(u64 game) {
    if (last_ != game / per_block_) ++number_;
    last_ = game / per_block_;
    return number_;
  }

 private:
  u64 per_block_ = 1;
  std::optional<u64> last_;  // in the plan of the tournament
  i32 number_ = -1;
};

/// The block of each example, by the number of its game.
std::vector<i32> blocks_of(const std::vector<i32>& games, const std::vector<i32>& block_of_game) {
  std::vector<i32> blocks(games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    blocks[i] = block_of_game[static_cast<std::size_t>(games[i])];
  }
  return blocks;
}

py::dict learning_examples(const std::string& path, const std::vector<std::string>& tournaments,
                           Arg<"least_iterations", u64> least_iterations,
                           Arg<"exact_positions", u64> exact_positions) {
  ExampleCollector collector(least_iterations.value, exact_positions.value);
  std::vector<i32> block_of_game;
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::read);
    BlockNumbers numbers;
    for (const std::string& name : tournaments) {
      const LedgerTournament tournament = ledger.tournament(name);
      numbers.begin(tournament.games_per_block);
      ledger.for_each_record(tournament.id, [&](std::string_view text) {
        if (interrupts.stop()) return;
        std::istringstream in{std::string(text)};
        RecordReader reader(in, path);
        while (reader.next_game()) {
          const i32 block = numbers.of(reader.header().game);
          const i32 games = collector.games();
          collector.add_game(reader);
          if (collector.games() > games) block_of_game.push_back(block);
        }
      });
    }
  }
  interrupts.check();
  Examples e = collector.take();
  const auto n = static_cast<py::ssize_t>(e.size());
  constexpr py::ssize_t kSeats = kMaxPlayers;
  py::dict arrays;
  arrays["input_start"] = taken(std::move(e.input_start));
  arrays["inputs"] = taken(std::move(e.inputs));
  arrays["option_start"] = taken(std::move(e.option_start));
  arrays["actions"] = taken(std::move(e.actions));
  arrays["target"] = taken(std::move(e.target));
  arrays["script"] = taken(std::move(e.script));
  arrays["block"] = taken(blocks_of(e.game, block_of_game));
  arrays["game"] = taken(std::move(e.game));
  arrays["turn"] = taken(std::move(e.turn));
  arrays["players"] = taken(std::move(e.players));
  arrays["edition"] = taken(std::move(e.edition));
  arrays["is_exact"] = taken(std::move(e.is_exact));
  arrays["win_share"] = taken(std::move(e.win_share), {n, kSeats});
  arrays["vp"] = taken(std::move(e.vp), {n, kSeats});
  arrays["expected_vp"] = taken(std::move(e.expected_vp), {n, kSeats});
  arrays["search_win_share"] = taken(std::move(e.search_win_share), {n, kSeats});
  return arrays;
}

/// The share of positions that are examples. Throws InputError unless it is from 0 to 1.
double checked_share(Arg<"share", double> share) {
  if (share.value >= 0 && share.value <= 1) return share.value;
  throw InputError("share is " + py::str(py::float_(share.value)).cast<std::string>() +
                   ", expected 0 to 1");
}

py::dict arrays_of(ValueExamples e, std::vector<i32> blocks) {
  const auto n = static_cast<py::ssize_t>(e.size());
  constexpr py::ssize_t kSeats = kMaxPlayers;
  py::dict arrays;
  arrays["input_start"] = taken(std::move(e.input_start));
  arrays["inputs"] = taken(std::move(e.inputs));
  arrays["block"] = taken(std::move(blocks));
  arrays["game"] = taken(std::move(e.game));
  arrays["turn"] = taken(std::move(e.turn));
  arrays["players"] = taken(std::move(e.players));
  arrays["begins_turn"] = taken(std::move(e.begins_turn));
  arrays["is_exact"] = taken(std::move(e.is_exact));
  arrays["win_share"] = taken(std::move(e.win_share), {n, kSeats});
  arrays["vp"] = taken(std::move(e.vp), {n, kSeats});
  arrays["expected_vp"] = taken(std::move(e.expected_vp), {n, kSeats});
  return arrays;
}

py::dict play_value_games(Ruleset rules, std::vector<std::string> agents, Arg<"seed", u64> seed,
                          Arg<"first", i32> first, Arg<"games", i32> games,
                          Arg<"share", double> given_share, const StopFlag* stop) {
  const double share = checked_share(given_share);
  InterruptScope interrupts;
  ValueExamples examples;
  {
    const py::gil_scoped_release release;
    examples = play_value_examples(
        {{rules, std::move(agents), seed.value, first.value, games.value}, share},
        stop_of(stop, interrupts));
  }
  interrupts.check();
  std::vector<i32> blocks = examples.game;  // each game has a seed of its own
  return arrays_of(std::move(examples), std::move(blocks));
}

py::dict play_self_play_games(Ruleset rules, std::vector<std::string> agents, Arg<"seed", u64> seed,
                              Arg<"first", i32> first, Arg<"games", i32> games,
                              const StopFlag* stop) {
  InterruptScope interrupts;
  SelfPlayExamples e;
  {
    const py::gil_scoped_release release;
    e = play_self_play_examples({rules, std::move(agents), seed.value, first.value, games.value},
                                stop_of(stop, interrupts));
  }
  interrupts.check();
  const auto n = static_cast<py::ssize_t>(e.size());
  constexpr py::ssize_t kSeats = kMaxPlayers;
  py::dict arrays;
  arrays["input_start"] = taken(std::move(e.input_start));
  arrays["inputs"] = taken(std::move(e.inputs));
  arrays["option_start"] = taken(std::move(e.option_start));
  arrays["actions"] = taken(std::move(e.actions));
  arrays["script"] = taken(std::move(e.script));
  arrays["chosen"] = taken(std::move(e.chosen));
  arrays["game"] = taken(std::move(e.game));
  arrays["seat"] = taken(std::move(e.seat));
  arrays["turn"] = taken(std::move(e.turn));
  arrays["players"] = taken(std::move(e.players));
  arrays["edition"] = taken(std::move(e.edition));
  arrays["win_share"] = taken(std::move(e.win_share), {n, kSeats});
  arrays["vp"] = taken(std::move(e.vp), {n, kSeats});
  arrays["expected_vp"] = taken(std::move(e.expected_vp), {n, kSeats});
  return arrays;
}

py::dict recorded_value_examples(const std::string& path,
                                 const std::vector<std::string>& tournaments,
                                 Arg<"share", double> share,
                                 Arg<"exact_positions", u64> exact_positions) {
  ValueExampleCollector collector(checked_share(share), exact_positions.value);
  std::vector<i32> block_of_game;
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::read);
    i32 game = 0;
    BlockNumbers numbers;
    for (const std::string& name : tournaments) {
      const LedgerTournament tournament = ledger.tournament(name);
      numbers.begin(tournament.games_per_block);
      ledger.for_each_record(tournament.id, [&](std::string_view text) {
        if (interrupts.stop()) return;
        std::istringstream in{std::string(text)};
        RecordReader reader(in, path);
        while (reader.next_game()) {
          block_of_game.push_back(numbers.of(reader.header().game));
          collector.add_game(game, reader,
                             Random(static_cast<u64>(game), stream(StreamFamily::examples)));
          ++game;
        }
      });
    }
  }
  interrupts.check();
  ValueExamples examples = collector.take();
  std::vector<i32> blocks = blocks_of(examples.game, block_of_game);
  return arrays_of(std::move(examples), std::move(blocks));
}

}  // namespace

void bind_learning(py::module_& m) {
  py::class_<StopFlag>(m, "StopFlag", doc("StopFlag"))
      .def(py::init<>())
      .def(
          "set", [](StopFlag& self) { self.raised = true; }, doc("StopFlag.set"));
  m.def("learning_examples", &learning_examples, py::arg("path"), py::arg("tournaments"),
        py::arg("least_iterations"), py::arg("exact_positions"), doc("learning_examples"));
  m.def("play_value_games", &play_value_games, py::arg("ruleset"), py::arg("agents"),
        py::arg("seed"), py::arg("first"), py::arg("games"), py::arg("share"),
        py::arg("stop") = py::none(), doc("play_value_games"));
  m.def("play_self_play_games", &play_self_play_games, py::arg("ruleset"), py::arg("agents"),
        py::arg("seed"), py::arg("first"), py::arg("games"), py::arg("stop") = py::none(),
        doc("play_self_play_games"));
  m.def("recorded_value_examples", &recorded_value_examples, py::arg("path"),
        py::arg("tournaments"), py::arg("share"), py::arg("exact_positions"),
        doc("recorded_value_examples"));
}

}  // namespace carrack::python
