#include "experiments/studies/recorded_results.hpp"

#include <optional>
#include <sstream>

#include "core/base/error.hpp"
#include "core/notation/record.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/studies/game_blocks.hpp"

namespace carrack {
namespace {

u32 entrant_number(std::vector<std::string>& entrants, const std::string& spec) {
  const auto found = std::ranges::find(entrants, spec);
  if (found == entrants.end()) {
    entrants.push_back(spec);
    return static_cast<u32>(entrants.size() - 1);
  }
  return static_cast<u32>(found - entrants.begin());
}

/// The result of replaying a game.
struct Replayed {
  Luck luck{};
  GameIdentity identity;
};

/// Replays the current game of the reader.
Replayed replay(RecordReader& reader, bool with_luck) {
  Replayed found{{}, GameIdentity(reader.header())};
  State before = reader.state();
  while (reader.next_event()) {
    if (with_luck && is_chance(before)) {
      const Luck draw = luck_of_draw(before, reader.state());
      for (std::size_t p = 0; p < draw.size(); ++p) found.luck[p] += draw[p];
    }
    found.identity.add(before, reader.action());
    before = reader.state();
  }
  return found;
}

/// The outcome of the game that the reader has just ended. Its forfeits are counted in `results`.
GameOutcome outcome_of(const RecordReader& reader, u64 block, Results& results) {
  const Result result = reader.final_result();
  GameOutcome game{block, results.players, {}};
  for (unsigned seat = 0; seat < results.players; ++seat) {
    game.by_seat[seat] = {entrant_number(results.entrants, reader.header().agents[seat]),
                          static_cast<u8>(seat), result.rank[seat], result.vp[seat]};
  }
  for (const Forfeit& forfeit : reader.forfeits()) {
    results.add_forfeit(game.by_seat[forfeit.seat].entrant);
  }
  return game;
}

}  // namespace

RecordedResults read_recorded_results(const std::vector<std::string>& files, bool with_luck) {
  RecordedResults all;
  Results& results = all.results;
  GameBlocks blocks;
  for (const std::string& file : files) {
    std::ifstream in = open_input(file);
    RecordReader reader(in, file);
    while (reader.next_game()) {
      blocks.check(reader.header(), file);
      results.players = blocks.rules().players();
      const Replayed replayed = replay(reader, with_luck);
      const std::optional<u64> block = blocks.add(replayed.identity);
      if (!block) continue;
      if (with_luck) all.luck.push_back(replayed.luck);
      results.games.push_back(outcome_of(reader, *block, results));
    }
  }
  if (results.games.empty()) throw InputError("no games in " + files.front());
  results.ruleset = blocks.rules().to_string();
  results.duplicates = blocks.duplicates();
  return all;
}

Luck luck_of_record(const std::string& text, const std::string& file) {
  std::istringstream in(text);
  RecordReader reader(in, file);
  if (!reader.next_game()) throw InputError(file + " has a record without a game");
  return replay(reader, /*with_luck=*/true).luck;
}

}  // namespace carrack
