// Game records: JSON Lines, one header, one line for each event, one footer (RULES §11).
#pragma once

#include <istream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/forfeit.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The longest line that a record may have, in bytes; those of traces have some 10 KB.
inline constexpr std::size_t kLongestRecordLine = std::size_t{4} << 20U;

struct RecordHeader {
  Ruleset rules;
  std::vector<std::string> agents;  // specs by seat
  u64 seed = 0;                     // of the run
  u64 game = 0;                     // which game of the run, from 0
  std::string engine;               // who wrote it, e.g. "carrack 0.1.0 (1a2b3c4)"
};

/// A search's report on its options: an optional member of event lines,
/// `"search": {"iterations": 500, "win_share": [0.27, 0.73], "options": [{"option": "land peru",
/// "visits": 321, "value": [0.31, 0.69]}], "policy_target": {"land peru": 0.84, "pass": 0.16}}`. It
/// is not part of the game: readers check only its form and ranges. `win_share` and `policy_target`
/// may be missing.
struct SearchNote {
  struct Option {
    Action action;
    u64 visits = 0;
    std::vector<double> value;  // mean reward by seat, in [0, 1]
  };
  struct Target {
    Action action;
    double probability = 0;
  };
  u64 iterations = 0;
  std::vector<double> win_share;  // expected, by seat; empty if the record has none
  std::vector<Option> options;    // the chosen one, then the most visited first
  /// The policy that a network learns from this search, over all legal actions; adds up to 1. Empty
  /// if the shares of the visits are that policy.
  std::vector<Target> policy_target{};
};

/// Writes one game. The text grows in `out`, a line at a time.
class RecordWriter {
 public:
  /// With `trace`, event lines also carry the options before the event and the position after it.
  /// `search_values` tells callers whether to pass the SearchNote of an event where there is one.
  RecordWriter(std::string& out, const RecordHeader& header, bool trace,
               bool search_values = false);
  [[nodiscard]] bool search_values() const noexcept { return search_values_; }
  /// Precondition: `after` is `before` with `action` applied.
  void event(const State& before, Action action, const State& after,
             const SearchNote* search = nullptr);
  /// `result` is the engine's, which ignores forfeits. The footer lists them in a member of its
  /// own: `"forfeits": [{"seat": 2, "kind": "crashed", "decision": 57, "reason": "…"}]`, in the
  /// order of time. Records without forfeits have no such member.
  void finish(const Result& result, std::span<const Forfeit> forfeits = {});

 private:
  std::string& out_;
  unsigned players_;
  bool trace_;
  bool search_values_;
  u64 ply_ = 0;
};

/// The record of the game that these events make; it has no footer if they do not end the game.
/// `search` has one note an event, or none at all. Precondition: every event is legal.
[[nodiscard]] std::string record_text(const RecordHeader& header, std::span<const Action> events,
                                      std::span<const std::optional<SearchNote>> search = {},
                                      std::span<const Forfeit> forfeits = {}, bool trace = false);

/// Reads records and replays them. Every line is checked as it is read: its form, that its event is
/// legal, plies, actors, option sets and positions of traces, results, forfeits. Throws InputError
/// that names file and line, what was wrong and what was expected.
///
///   RecordReader reader(in, "games.jsonl");
///   while (reader.next_game())
///     while (reader.next_event()) …  // reader.state() is the position after it
class RecordReader {
 public:
  RecordReader(std::istream& in, std::string file);

  /// Goes to the next game's start. False at the end of the file. Precondition: the game before has
  /// been read to its end.
  bool next_game();
  /// Reads and plays one event. False when the game's footer has been read.
  bool next_event();

  [[nodiscard]] const RecordHeader& header() const { return *header_; }
  [[nodiscard]] const State& state() const { return *state_; }
  /// The last event, and its actor: `p1` to `p6`, or `chance`.
  [[nodiscard]] Action action() const { return action_; }
  [[nodiscard]] std::string_view actor() const { return actor_; }
  /// What the last event's line says of the search that chose it.
  [[nodiscard]] const std::optional<SearchNote>& search() const { return search_; }
  /// Who forfeited the game that has just ended, in the order of time. Empty before its end.
  [[nodiscard]] const std::vector<Forfeit>& forfeits() const { return forfeits_; }
  /// The result of the game that has just ended, with forfeits ranked last.
  [[nodiscard]] Result final_result() const;
  [[nodiscard]] u64 games() const { return games_; }
  [[nodiscard]] u64 events() const { return events_; }

 private:
  bool read_line();
  [[noreturn]] void fail(const std::string& what) const;
  void play_event(const std::string& event);
  void check_event(const State& before);
  void check_result();

  std::istream& in_;
  std::string file_;
  u64 line_number_ = 0;
  std::string line_;

  std::optional<RecordHeader> header_;
  std::optional<State> state_;
  Action action_;
  std::string actor_;
  std::optional<SearchNote> search_;
  std::vector<Forfeit> forfeits_;
  u64 ply_ = 0;
  u32 decisions_ = 0;
  bool is_trace_ = false;
  u64 games_ = 0;
  u64 events_ = 0;
};

}  // namespace carrack
