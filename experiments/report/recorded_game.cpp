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
  std::string text;
  RecordWriter writer(text, game.header, /*trace=*/false, /*search_values=*/true);
  State s = start(game.header.rules);
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    const State before = s;
    apply(s, game.events[ply]);
    const std::optional<SearchNote>& note = game.search[ply];
    writer.event(before, game.events[ply], s, note ? &*note : nullptr);
  }
  writer.finish(result(s), s.players(), game.forfeits);
  return text;
}

}  // namespace carrack
