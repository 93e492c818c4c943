#include "experiments/report/recorded_game.hpp"

namespace carrack {

RecordedGame read_game(RecordReader& reader,
                       const std::function<void(const State& before, Action event)>& visit) {
  RecordedGame game{.header = reader.header(),
                    .number = reader.games() + 1,
                    .events = {},
                    .search = {},
                    .forfeits = {},
                    .result = {}};
  State before = reader.state();
  while (reader.next_event()) {
    if (visit) visit(before, reader.action());
    before = reader.state();
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
