// A recorded game in memory.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/notation/record.hpp"

namespace carrack {

struct RecordedGame {
  RecordHeader header;
  u64 number = 1;                                 // number in its file, from 1
  std::vector<Action> events;                     // of players and chance
  std::vector<std::optional<SearchNote>> search;  // by event, as recorded
  std::vector<Forfeit> forfeits;                  // in the order of time
  Result result;                                  // with forfeits ranked last
};

/// The current game of the reader (next_game() returned true), which is read to its end. `visit` is
/// called with each event and the position before it. Throws what the reader throws.
[[nodiscard]] RecordedGame read_game(
    RecordReader& reader, const std::function<void(const State& before, Action event)>& visit = {});

/// The game as a record without trace, which read_game() reads back.
[[nodiscard]] std::string record_text(const RecordedGame& game);

}  // namespace carrack
