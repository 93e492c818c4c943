// Game records for carrack.Record.
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "arguments.hpp"
#include "bindings.hpp"
#include "core/notation/record.hpp"
#include "docs.hpp"
#include "experiments/render/replay_page.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

/// A search note in Python form: iterations, (action, visits, values) of each option, expected win
/// shares, (action, probability) of the policy target.
using Note = std::tuple<u64, std::vector<std::tuple<unsigned, u64, std::vector<double>>>,
                        std::vector<double>, std::vector<std::pair<unsigned, double>>>;

Note note_from(const SearchNote& search) {
  Note note{search.iterations, {}, search.win_share, {}};
  for (const SearchNote::Option& option : search.options) {
    std::get<1>(note).emplace_back(option.action.id(), option.visits, option.value);
  }
  for (const SearchNote::Target& target : search.policy_target) {
    std::get<3>(note).emplace_back(target.action.id(), target.probability);
  }
  return note;
}

/// Throws InputError unless there is a number from 0 to 1 for every seat.
void check_by_seat(const std::vector<double>& values, const std::string& what, unsigned players) {
  if (values.size() != players) {
    throw InputError("a note has " + what + "s of " + std::to_string(values.size()) +
                     " seats, expected " + std::to_string(players));
  }
  for (const double value : values) {
    if (value >= 0 && value <= 1) continue;
    throw InputError("a note has the " + what + ' ' + std::to_string(value) + ", expected 0 to 1");
  }
}

/// Throws InputError for values that a record cannot hold.
SearchNote search_from(const Note& note, unsigned players) {
  const auto& [iterations, options, win_share, policy_target] = note;
  SearchNote search;
  search.iterations = iterations;
  search.win_share = win_share;
  if (!win_share.empty()) check_by_seat(win_share, "win share", players);
  for (const auto& [action, visits, value] : options) {
    check_by_seat(value, "value", players);
    search.options.push_back({.action = action_of(action), .visits = visits, .value = value});
  }
  double total = 0;
  for (const auto& [action, probability] : policy_target) {
    if (!(probability >= 0 && probability <= 1)) {
      throw InputError("a note has the policy target " + std::to_string(probability) +
                       ", expected 0 to 1");
    }
    total += probability;
    search.policy_target.push_back({action_of(action), probability});
  }
  constexpr double kRounding = 1e-4;  // records have four decimals
  if (!policy_target.empty() &&
      std::abs(total - 1) > kRounding * static_cast<double>(policy_target.size() + 1)) {
    throw InputError("a note has policy targets that add up to " + std::to_string(total) +
                     ", expected 1");
  }
  return search;
}

/// Seat from 0, kind, decision, reason.
using ForfeitRow = std::tuple<unsigned, std::string, u32, std::string>;

std::vector<ForfeitRow> rows_of(const std::vector<Forfeit>& forfeits) {
  std::vector<ForfeitRow> rows;
  for (const Forfeit& f : forfeits) rows.emplace_back(f.seat, name(f.kind), f.decision, f.what);
  return rows;
}

/// Throws InputError for an unknown kind or a seat that the game does not have.
std::vector<Forfeit> forfeits_from(const std::vector<ForfeitRow>& rows, unsigned players) {
  std::vector<Forfeit> forfeits;
  for (const auto& [seat, kind, decision, reason] : rows) {
    if (seat >= players) {
      throw InputError("a forfeit has seat " + std::to_string(seat) + ", expected 0 to " +
                       std::to_string(players - 1));
    }
    forfeits.push_back({seat, failure_kind(kind), decision, reason});
  }
  return forfeits;
}

std::vector<unsigned> ranks_after_forfeits(const std::vector<u8>& ranks, unsigned players,
                                           const std::vector<ForfeitRow>& forfeits) {
  Result result{};
  if (players > kMaxPlayers || ranks.size() != players) {
    throw InputError(std::to_string(ranks.size()) + " ranks for " + std::to_string(players) +
                     " players");
  }
  std::ranges::copy(ranks, result.rank.begin());
  rank_forfeits_last(result, forfeits_from(forfeits, players), players);
  return {result.rank.begin(), result.rank.begin() + players};
}

/// One game of a record. It is read without the GIL, so it has no Python objects.
struct ReadGame {
  RecordHeader header;
  std::vector<unsigned> actions{};
  std::vector<std::optional<Note>> notes{};  // by event; empty without any
  std::vector<ForfeitRow> forfeits{};

  [[nodiscard]] py::tuple as_tuple() const {
    return py::make_tuple(header.rules, header.agents, header.seed, header.game, header.engine,
                          actions, notes, forfeits);
  }
};

/// The next game, checked line by line; nothing at the end of the record.
std::optional<ReadGame> next_game_of(RecordReader& reader) {
  if (!reader.next_game()) return std::nullopt;
  ReadGame game{.header = reader.header()};
  bool has_notes = false;
  while (reader.next_event()) {
    game.actions.push_back(reader.action().id());
    game.notes.push_back(reader.search() ? std::optional(note_from(*reader.search()))
                                         : std::nullopt);
    has_notes |= reader.search().has_value();
  }
  if (!has_notes) game.notes.clear();
  game.forfeits = rows_of(reader.forfeits());
  return game;
}

/// The games of a record as text; `file` is its name in errors.
py::list parse_records(const std::string& text, const std::string& file) {
  std::vector<ReadGame> games;
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    std::istringstream in(text);
    RecordReader reader(in, file);
    while (!interrupts.stop()) {
      std::optional<ReadGame> game = next_game_of(reader);
      if (!game) break;
      games.push_back(std::move(*game));
    }
  }
  interrupts.check();
  py::list all;
  for (const ReadGame& game : games) all.append(game.as_tuple());
  return all;
}

}  // namespace

/// A record file whose games are read one after the other, so that memory is bounded by a game. Not
/// for several threads at once.
class RecordFile {
 public:
  explicit RecordFile(const std::string& path) : in_(path, std::ios::binary), reader_(in_, path) {
    if (!in_) throw InputError("cannot read " + path + ": " + std::strerror(errno));
  }

  /// The next game; None at the end of the file.
  py::object next_game() {
    const std::optional<ReadGame> game = [&] {
      const py::gil_scoped_release release;
      return next_game_of(reader_);
    }();
    return game ? py::object(game->as_tuple()) : py::object(py::none());
  }

  /// Reads and checks the next game. False at the end of the file.
  bool skip_game() {
    const py::gil_scoped_release release;
    if (!reader_.next_game()) return false;
    while (reader_.next_event()) {
    }
    return true;
  }

 private:
  std::ifstream in_;
  RecordReader reader_;
};

namespace {

/// The text of a record from its parts; `notes` has one per event, or is empty. Throws InputError
/// if an action is illegal or the game is not finished.
std::string format_record(Ruleset rules, const std::vector<std::string>& agents, u64 seed, u64 game,
                          const std::string& engine, const std::vector<unsigned>& actions,
                          const std::vector<std::optional<Note>>& notes,
                          const std::vector<ForfeitRow>& forfeits, Arg<"trace", bool> trace) {
  if (!notes.empty() && notes.size() != actions.size()) {
    throw InputError("the record has " + std::to_string(notes.size()) + " notes for " +
                     std::to_string(actions.size()) + " events");
  }
  Position position(rules, std::nullopt);
  std::vector<Action> events;
  for (const unsigned id : actions) {
    events.push_back(legal_action(position, py::int_(id)));
    position.apply(events.back());
  }
  if (!is_over(position.state)) throw InputError("the record ends before the game does");
  std::vector<std::optional<SearchNote>> search;
  for (const std::optional<Note>& note : notes) {
    search.push_back(note ? std::optional(search_from(*note, rules.players())) : std::nullopt);
  }
  return record_text({rules, agents, seed, game, engine}, events, search,
                     forfeits_from(forfeits, rules.players()), trace.value);
}

/// The viewer page of the only game in the text of a record.
std::string record_page(const std::string& text) {
  std::istringstream in(text);
  RecordReader reader(in, "<string>");
  if (!reader.next_game()) throw InputError("<string> has no game");
  return replay_page(reader);
}

}  // namespace

void bind_records(py::module_& m) {
  m.def("parse_records", &parse_records, py::arg("text"), py::arg("file"), doc("parse_records"));
  py::class_<RecordFile>(m, "RecordFile", doc("RecordFile"))
      .def(py::init<const std::string&>(), py::arg("path"))
      .def("next_game", &RecordFile::next_game, doc("RecordFile.next_game"))
      .def("skip_game", &RecordFile::skip_game, doc("RecordFile.skip_game"));
  m.def("format_record", &format_record, py::arg("ruleset"), py::arg("agents"), py::arg("seed"),
        py::arg("game"), py::arg("engine"), py::arg("actions"), py::arg("notes"),
        py::arg("forfeits"), py::arg("trace"), doc("format_record"));
  m.def("ranks_after_forfeits", &ranks_after_forfeits, py::arg("ranks"), py::arg("players"),
        py::arg("forfeits"), doc("ranks_after_forfeits"));
  m.def("record_page", &record_page, py::arg("text"), doc("record_page"));
}

}  // namespace carrack::python
