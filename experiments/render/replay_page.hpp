// Renders a recorded game as one HTML page: board, moves, search values.
#pragma once

#include <string>
#include <vector>

#include "core/notation/record.hpp"

namespace carrack {

/// What the page shows of a report of the game (experiments/report). All texts are plain text.
struct PageReport {
  struct Moment {
    std::size_t step = 0;  // number of events up to and including it
    std::string text;
  };
  u64 game = 1;                             // number of the game in its file, from 1
  std::vector<std::vector<double>> shares;  // [events + 1, seats] win shares of every position
  std::string share_note;                   // below their chart
  std::vector<std::string> columns;         // of a table with a row for each seat
  std::vector<std::vector<std::string>> rows;
  std::string note;                // below the table
  std::vector<Moment> moments;     // in the order of the game
  std::vector<std::string> marks;  // by event; an empty text means no mark
};

/// The self-contained page of the current game of the reader (next_game() returned true), which is
/// read to its end. The URL fragment `#40` opens it at event 40. With a report of the same game,
/// the page also has its chart, table and key moments. Throws what the reader throws.
[[nodiscard]] std::string replay_page(RecordReader& reader, const PageReport* report = nullptr);

/// The picture of the position after `step` events of that game (0 for its start), with the changes
/// of the last event framed. Throws InputError if the game has fewer events.
[[nodiscard]] std::string replay_svg(RecordReader& reader, u64 step);

}  // namespace carrack
