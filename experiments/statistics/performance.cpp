#include "experiments/statistics/performance.hpp"

#include <limits>

namespace carrack {
namespace {

enum Quantity : std::size_t { kWinShare, kRank, kVp, kMargin, kQuantities };
using Values = std::array<double, kQuantities>;

Values values_of(const GameOutcome& game, const SeatOutcome& seat) {
  int best_other = std::numeric_limits<int>::min();
  for (const SeatOutcome& other : game.seats()) {
    if (&other != &seat) best_other = std::max(best_other, int{other.vp});
  }
  return {win_share(game, seat), static_cast<double>(seat.rank), static_cast<double>(seat.vp),
          static_cast<double>(int{seat.vp} - best_other)};
}

/// Sums of one group, an entrant or a seat or both, over the block that is being read.
struct Tally {
  Values sums{};
  std::size_t count = 0;
  std::size_t seats = 0;  // of all blocks
  std::array<BlockMean, kQuantities> means;

  void add(const Values& values) {
    for (std::size_t q = 0; q < kQuantities; ++q) sums[q] += values[q];
    ++count;
  }
  void end_block() {
    if (count == 0) return;
    for (std::size_t q = 0; q < kQuantities; ++q) {
      means[q].add(sums[q], static_cast<double>(count));
    }
    seats += count;
    sums = {};
    count = 0;
  }
  [[nodiscard]] Performance performance(unsigned replicates, u64 seed) const {
    const auto estimate = [&](Quantity q) {
      const BlockMean& mean = means[q];
      return Estimate{mean.mean(), mean.interval(), mean.bootstrap(replicates, seed)};
    };
    return {seats,           means[kRank].blocks(), estimate(kWinShare),
            estimate(kRank), estimate(kVp),         estimate(kMargin)};
  }
};

}  // namespace

Performances performances(const Results& results, unsigned replicates, u64 seed) {
  const std::size_t entrants = results.entrants.size();
  const unsigned players = results.players;
  std::vector<Tally> of_entrant(entrants);
  std::vector<Tally> of_seat(players);
  std::vector<Tally> of_both(entrants * players);
  const BlockOrder order = by_block(results.games);
  for (std::size_t b = 0; b < order.size(); ++b) {
    for (const std::size_t i : order.block(b)) {
      const GameOutcome& game = results.games[i];
      for (const SeatOutcome& seat : game.seats()) {
        const Values values = values_of(game, seat);
        of_entrant[seat.entrant].add(values);
        of_seat[seat.seat].add(values);
        of_both[seat.entrant * players + seat.seat].add(values);
      }
    }
    for (std::vector<Tally>* tallies : {&of_entrant, &of_seat, &of_both}) {
      for (Tally& tally : *tallies) tally.end_block();
    }
  }

  Performances all;
  for (const Tally& t : of_entrant) all.entrants.push_back(t.performance(replicates, seed));
  for (const Tally& t : of_seat) all.seats.push_back(t.performance(replicates, seed));
  all.entrants_by_seat.resize(entrants);
  for (std::size_t e = 0; e < entrants; ++e) {
    for (unsigned seat = 0; seat < players; ++seat) {
      all.entrants_by_seat[e].push_back(of_both[e * players + seat].performance(0, seed));
    }
  }
  return all;
}

}  // namespace carrack
