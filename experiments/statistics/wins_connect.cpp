#include <algorithm>

#include "experiments/statistics/plackett_luce.hpp"

namespace carrack {

bool wins_connect(std::span<const GameOutcome> games, std::size_t entrants) {
  std::vector<std::vector<bool>> beats(entrants, std::vector<bool>(entrants, false));
  for (const GameOutcome& game : games) {
    for (const SeatOutcome& a : game.seats()) {
      for (const SeatOutcome& b : game.seats()) {
        // A tie bounds the difference of both from both sides.
        if (a.rank <= b.rank) beats[a.entrant][b.entrant] = true;
      }
    }
  }
  const auto reaches_all = [&](bool forwards) {
    std::vector<bool> reached(entrants, false);
    std::vector<std::size_t> open{0};
    reached[0] = true;
    while (!open.empty()) {
      const std::size_t from = open.back();
      open.pop_back();
      for (std::size_t to = 0; to < entrants; ++to) {
        if (reached[to] || !(forwards ? beats[from][to] : beats[to][from])) continue;
        reached[to] = true;
        open.push_back(to);
      }
    }
    return std::ranges::find(reached, false) == reached.end();
  };
  return entrants > 0 && reaches_all(true) && reaches_all(false);
}

}  // namespace carrack
