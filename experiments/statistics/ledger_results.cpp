#include "experiments/statistics/ledger_results.hpp"

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "experiments/ledger/ledger.hpp"
#include "experiments/statistics/recorded_results.hpp"

namespace carrack {

Results read_ledger_results(const std::string& file, const std::string& tournament) {
  Ledger ledger(file, Database::Mode::read);
  const LedgerTournament t = ledger.tournament(tournament);
  Results results{t.plan.rules.to_string(), t.plan.rules.players(), {}, {}};
  std::vector<u32> entrant_of;  // by agent
  for (std::size_t a = 0; a < t.agents.size(); ++a) {
    std::size_t same = 0;
    while (t.agents[same].spec != t.agents[a].spec) ++same;
    if (same == a) {
      entrant_of.push_back(static_cast<u32>(results.entrants.size()));
      results.entrants.push_back(t.agents[a].name);
    } else {
      entrant_of.push_back(entrant_of[same]);
    }
  }
  for (const LedgerGame& game : ledger.games(t.id)) {
    GameOutcome outcome{game.block, results.players, {}};
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      const LedgerSeat& s = game.seats[seat];
      if (s.agent >= entrant_of.size() || seat >= outcome.by_seat.size()) {
        throw InputError("ledger " + file + ": was changed while it was read");
      }
      outcome.by_seat[seat] = {entrant_of[s.agent], static_cast<u8>(seat), static_cast<u8>(s.rank),
                               static_cast<i16>(s.vp)};
    }
    results.games.push_back(outcome);
  }
  if (results.games.empty()) throw InputError("no games of '" + t.name + "' in " + file);
  return results;
}

std::vector<Luck> read_ledger_luck(const std::string& file, const std::string& tournament) {
  Ledger ledger(file, Database::Mode::read);
  std::vector<Luck> luck;
  ledger.for_each_record(ledger.tournament(tournament).id, [&](std::string_view record) {
    luck.push_back(luck_of_record(std::string(record), file));
  });
  return luck;
}

bool is_ledger(const std::string& file) {
  std::error_code error;
  // What a pipe holds can be read only once.
  if (!std::filesystem::is_regular_file(file, error)) return false;
  constexpr std::string_view kMagic("SQLite format 3");
  std::string start(kMagic.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kMagic;
}

}  // namespace carrack
