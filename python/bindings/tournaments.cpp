// The games of carrack.tournament, in memory or into a ledger.
#include "tournaments.hpp"

#include "docs.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/missing_games.hpp"
#include "experiments/tournament/tournament.hpp"
#include "interrupt_scope.hpp"
#include "ledger_work.hpp"
#include "progress.hpp"
#include "python_agent.hpp"

namespace carrack::python {

namespace {

template <typename Enum, std::size_t N>
Enum word(const char* what, const std::string& word, const std::array<std::string_view, N>& known) {
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) throw InputError(unknown_word(what, word, known));
  return nth<Enum>(static_cast<unsigned>(found - known.begin()));
}

/// Throws InputError, with the kinds of tournaments that take other numbers of agents.
void check_one_a_seat(unsigned seats, std::size_t agents) {
  if (agents == seats) return;
  throw InputError("agents has " + std::to_string(agents) + ", expected " + std::to_string(seats) +
                   ", one for each seat; kind='focus' takes 2 or more" +
                   (agents > seats ? ", 'round-robin' and 'mixed' take any larger number" : ""));
}

/// One wrapper per agent and seat, so that no two seats share one.
using Bench = std::vector<std::vector<std::unique_ptr<Agent>>>;

Bench make_bench(const py::list& agents, unsigned seats, const std::atomic<bool>& stop) {
  Bench bench(seats);
  for (auto& seat : bench) {
    for (const py::handle agent : agents) {
      seat.push_back(agent_from(agent));
      seat.back()->stop_on(&stop);
    }
  }
  return bench;
}

/// Plays all games in memory on one thread; `agents` may be Python objects. If an exception ends
/// it, the record has the games before.
std::vector<BlockGame> play_with_objects(const Schedule& schedule, const py::list& agents,
                                         const MatchOptions& options, std::atomic<bool>& stop,
                                         PythonProgress& progress) {
  const unsigned players = schedule.plan().rules.players();
  const u64 per_block = schedule.games_per_block();
  const Bench bench = make_bench(agents, players, stop);
  DeliveredRecords records(options.record, options.record_rule);
  std::vector<BlockGame> games;
  const auto play = [&](u64 i) {
    const Fixture fixture = schedule.game(i);
    std::vector<Agent*> by_seat;
    for (unsigned p = 0; p < players; ++p) by_seat.push_back(bench[p][fixture.seating[p]].get());
    std::string text;
    std::optional<RecordWriter> writer;
    if (records.has_file()) {
      const TournamentPlan& plan = schedule.plan();
      writer.emplace(text, record_header(plan.rules, by_seat, plan.seed, fixture.number),
                     /*trace=*/false, options.search_values);
    }
    EventCount count;
    const auto played = with_note(
        [&] {
          const py::gil_scoped_release release;
          return play_game(schedule.plan().rules, by_seat, fixture.seeds,
                           writer ? &*writer : nullptr, stop, &count);
        },
        [&] {
          return game_note(fixture.number, schedule.plan().seed, fixture.number / per_block, count);
        });
    if (!played) return;
    if (records.has_file()) records.add(text);
    games.push_back(block_game(fixture, *played, per_block));
    progress.update(games.size());
  };
  records.keep([&] {
    for (u64 i = 0; i < schedule.games() && !stop; ++i) play(i);
  });
  return games;
}

py::tuple play_blocks(const Plan& plan, const py::list& agents,
                      Arg<"threads", unsigned> most_threads, const std::string& record,
                      Arg<"force", bool> force, Arg<"search_values", bool> search_values,
                      const py::object& on_progress) {
  const unsigned threads = most_threads.value;
  check_threads(threads);
  const Schedule schedule = schedule_from(plan);
  PythonProgress progress(on_progress);
  progress.start("games", schedule.games());
  const bool has_objects = std::any_of(agents.begin(), agents.end(), &is_python_agent);
  if (has_objects && threads > 1) {
    throw InputError("agents written in Python play on one thread; threads is " +
                     std::to_string(threads));
  }
  MatchOptions options;
  options.threads = threads;
  options.record = record;
  options.record_rule.replace = force.value;
  options.search_values = search_values.value;
  InterruptScope interrupts;
  std::vector<BlockGame> games;
  naming_arguments([&] {
    if (has_objects) {
      games = play_with_objects(schedule, agents, options, interrupts.stop(), progress);
      return;
    }
    const py::gil_scoped_release release;
    play_schedule(
        schedule, options,
        [&](const BlockGame& game) {
          games.push_back(game);
          progress.update(games.size());
        },
        interrupts.stop());
  });
  interrupts.check();
  return games_as_arrays(games, schedule.plan().rules.players());
}

/// The number of finished games of a schedule in a ledger.
u64 games_of(Ledger& ledger, i64 tournament, const Schedule& schedule) {
  const std::vector<BlockGame> games = ledger.games(tournament);
  return static_cast<u64>(std::ranges::count_if(
      games, [&](const BlockGame& game) { return schedule.has(game.block); }));
}

std::optional<std::span<const u64>> as_span(const std::optional<std::vector<u64>>& blocks) {
  if (!blocks) return std::nullopt;
  return std::span<const u64>(*blocks);
}

/// Plays the missing games of a plan; with `only`, of these blocks. Returns their number, and all
/// finished games of the tournament, so that the ledger need not be opened and checked again.
py::tuple play_ledger(const std::string& path, const Arg<"name", std::string>& name,
                      const Plan& plan, Arg<"threads", unsigned> most_threads,
                      Arg<"ignore_signature", bool> ignore_signature,
                      const std::optional<std::vector<u64>>& only,
                      Arg<"search_values", bool> search_values, const py::object& on_progress) {
  const unsigned threads = most_threads.value;
  check_threads(threads);
  const Schedule schedule = schedule_from(plan);
  PythonProgress progress(on_progress);
  if (only && std::ranges::any_of(*only, [&](u64 b) { return !schedule.has(b); })) {
    throw InputError("only has a block that is not one of the " +
                     std::to_string(schedule.blocks()) + " of the plan");
  }
  InterruptScope interrupts;
  u64 played = 0;
  std::vector<BlockGame> games;
  {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::create);
    if (!ledger.has_tournament(name.value)) {
      check_agents_begin(schedule.plan().agents, schedule.plan().rules, &interrupts.stop());
    }
    const LedgerTournament t =
        ledger.enter(name.value, schedule, ignore_signature.value, as_span(only));
    MatchOptions options;
    options.threads = threads;
    options.search_values = search_values.value;
    u64 done = progress.is_on() ? games_of(ledger, t.id, schedule) : 0;
    progress.start("games", schedule.games(), done);
    played = play_missing_games(
        ledger, t, schedule, options, [&](const BlockGame&) { progress.update(++done); },
        interrupts.stop());
    games = ledger.games(t.id);
  }
  interrupts.check();
  return py::make_tuple(played, games_as_arrays(games, schedule.plan().rules.players()));
}

/// Creates or extends a tournament without playing. Returns its unfinished blocks.
std::vector<u64> enter_ledger(const std::string& path, const Arg<"name", std::string>& name,
                              const Plan& plan, Arg<"ignore_signature", bool> ignore_signature) {
  const Schedule schedule = schedule_from(plan);
  return without_gil([&](const std::atomic<bool>&) {
    Ledger ledger(path, Database::Mode::create);
    std::vector<u64> open =
        ledger.open_blocks(ledger.enter(name.value, schedule, ignore_signature.value).id);
    std::erase_if(open, [&](u64 block) { return !schedule.has(block); });
    return open;
  });
}

std::size_t games_per_block(const Arg<"seatings", std::string>& seatings,
                            Arg<"players", unsigned> players) {
  if (players.value < 2 || players.value > kMaxPlayers) {
    throw InputError("players is " + std::to_string(players.value) + ", expected 2 to " +
                     std::to_string(kMaxPlayers));
  }
  return make_seatings(word<SeatingSet>("seatings", seatings.value, kSeatingSetNames),
                       players.value)
      .size();
}

}  // namespace

Schedule schedule_from(const Plan& plan) {
  const auto& [rules, agents, kind, seatings, seed, blocks] = plan;
  const auto [first, end] = blocks;
  if (end == 0) throw InputError("blocks is 0, expected 1 or more");
  const auto tables = word<TournamentKind>("kind", kind.value, kTournamentKindNames);
  if (tables == TournamentKind::fixed) check_one_a_seat(rules.players(), agents.value.size());
  return naming_arguments([&] {
    return Schedule({rules, agents.value, tables,
                     word<SeatingSet>("seatings", seatings.value, kSeatingSetNames), seed.value},
                    end, first);
  });
}

py::tuple games_as_arrays(const std::vector<BlockGame>& games, unsigned players) {
  const std::array<py::ssize_t, 2> shape{static_cast<py::ssize_t>(games.size()),
                                         static_cast<py::ssize_t>(players)};
  py::array_t<std::int64_t> block(shape[0]);
  py::array_t<std::int32_t> entrants(shape);
  py::array_t<std::int32_t> vp(shape);
  py::array_t<std::int32_t> ranks(shape);
  py::array_t<std::int8_t> forfeits(shape);
  py::dict reasons;
  for (py::ssize_t g = 0; g < shape[0]; ++g) {
    const BlockGame& game = games[static_cast<std::size_t>(g)];
    block.mutable_at(g) = static_cast<std::int64_t>(game.block);
    for (py::ssize_t p = 0; p < shape[1]; ++p) {
      const BlockSeat& seat = game.seats[static_cast<std::size_t>(p)];
      entrants.mutable_at(g, p) = static_cast<std::int32_t>(seat.agent);
      vp.mutable_at(g, p) = seat.vp;
      ranks.mutable_at(g, p) = static_cast<std::int32_t>(seat.rank);
      forfeits.mutable_at(g, p) =
          static_cast<std::int8_t>(seat.forfeit ? index(*seat.forfeit) : -1);
      if (seat.forfeit) reasons.attr("setdefault")(seat.agent, seat.reason);
    }
  }
  return py::make_tuple(block, entrants, vp, ranks, forfeits, reasons);
}

void bind_tournaments(py::module_& m) {
  m.def("play_blocks", &play_blocks, py::arg("plan"), py::arg("agents"), py::arg("threads"),
        py::arg("record") = "", py::arg("force") = false, py::arg("search_values") = false,
        py::arg("progress") = py::none(), doc("play_blocks"));
  m.def("play_ledger", &play_ledger, py::arg("path"), py::arg("name"), py::arg("plan"),
        py::arg("threads"), py::arg("ignore_signature"), py::arg("only") = py::none(),
        py::arg("search_values") = false, py::arg("progress") = py::none(), doc("play_ledger"));
  m.def("enter_ledger", &enter_ledger, py::arg("path"), py::arg("name"), py::arg("plan"),
        py::arg("ignore_signature"), doc("enter_ledger"));
  m.def("games_per_block", &games_per_block, py::arg("seatings"), py::arg("players"),
        doc("games_per_block"));
  m.attr("FORFEIT_KINDS") = py::tuple(py::cast(kFailureNames));
  m.def("distinct_names", &distinct_names, py::arg("specs"), doc("distinct_names"));
}

}  // namespace carrack::python
