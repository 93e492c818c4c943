#include "experiments/report/recorded_game.hpp"

namespace carrack {

RecordedGame read_game(RecordReader& reader) {
  RecordedGame game{.header = reader.header(),
                    .number = reader.games() + 1,
                    .events = {},
                    .search = {},
                    .forfeits = {},
                    .result = {}};
  while (reader.next_event()) {
    game.events.push_back(reader.action());
    game.search.push_back(reader.search());
  }
  game.forfeits = reader.forfeits();
  game.result = reader.final_result();
  return game;
}

std::string record_text(const RecordedGame& game) {
  return record_text(game.header, game.events, game.search, game.forfeits);
}

}  // namespace carrack
