#include "experiments/statistics/performance.hpp"

#include <limits>

namespace carrack {
namespace {

SeatFigures figures_of(const GameOutcome& game, const SeatOutcome& seat) {
  int best_other = std::numeric_limits<int>::min();
  for (const SeatOutcome& other : game.seats()) {
    if (&other != &seat) best_other = std::max(best_other, int{other.vp});
  }
  return {win_share(game, seat), static_cast<double>(seat.rank), static_cast<double>(seat.vp),
          static_cast<double>(int{seat.vp} - best_other)};
}

/// One group (an entrant, a seat or both): its blocks, and the current one.
struct Group {
  BlockOfSeats block;
  SeatTally tally;

  void end_block() {
    tally.add(block);
    block = {};
  }
  [[nodiscard]] Performance performance(unsigned players, unsigned replicates, u64 seed,
                                        const std::atomic<bool>* stop) const {
    return {tally.seats(),
            tally.games(),
            tally.blocks(),
            tally.win_share(players, replicates, seed, stop),
            tally.rank(players, replicates, seed, stop),
            tally.vp(replicates, seed, stop),
            tally.margin(replicates, seed, stop)};
  }
};

}  // namespace

Performances performances(const Results& results, unsigned replicates, u64 seed,
                          const std::atomic<bool>* stop) {
  const std::size_t entrants = results.entrants.size();
  const unsigned players = results.players;
  std::vector<Group> of_entrant(entrants);
  std::vector<Group> of_seat(players);
  std::vector<Group> of_both(entrants * players);
  const BlockOrder order = by_block(results.games);
  for (std::size_t b = 0; b < order.size(); ++b) {
    for (const std::size_t i : order.block(b)) {
      const GameOutcome& game = results.games[i];
      for (const SeatOutcome& seat : game.seats()) {
        const SeatFigures figures = figures_of(game, seat);
        of_entrant[seat.entrant].block.add(figures, i);
        of_seat[seat.seat].block.add(figures, i);
        of_both[seat.entrant * players + seat.seat].block.add(figures, i);
      }
    }
    for (std::vector<Group>* groups : {&of_entrant, &of_seat, &of_both}) {
      for (Group& group : *groups) group.end_block();
    }
  }

  Performances all;
  const auto performance = [&](const Group& group) {
    return group.performance(players, replicates, seed, stop);
  };
  for (const Group& group : of_entrant) all.entrants.push_back(performance(group));
  for (const Group& group : of_seat) all.seats.push_back(performance(group));
  all.entrants_by_seat.resize(entrants);
  for (std::size_t e = 0; e < entrants; ++e) {
    for (unsigned seat = 0; seat < players; ++seat) {
      all.entrants_by_seat[e].push_back(performance(of_both[e * players + seat]));
    }
  }
  return all;
}

}  // namespace carrack
