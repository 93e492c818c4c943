#include "experiments/statistics/pairs.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "experiments/statistics/simultaneous.hpp"

namespace carrack {
namespace {

struct PairTally {
  std::size_t games = 0;
  std::size_t last_game = 0;  // plus 1
  // Of the current block.
  double ahead = 0;
  double vp = 0;
  double seats = 0;
  BlockMean aheads;
  BlockMean vps;

  void add(const SeatOutcome& one, const SeatOutcome& other, std::size_t game) {
    if (last_game != game + 1) {
      last_game = game + 1;
      ++games;
    }
    if (one.rank < other.rank) ahead += 1;
    if (one.rank == other.rank) ahead += 0.5;
    vp += one.vp - other.vp;
    ++seats;
  }
  void end_block() {
    if (seats == 0) return;
    aheads.add(ahead, seats);
    vps.add(vp, seats);
    ahead = vp = seats = 0;
  }
};

/// Adjusts the p-values for the number of unordered pairs. Both orders of a pair have the same.
void adjust(std::vector<PairFigures>& pairs) {
  std::vector<double> p_values;
  for (const PairFigures& pair : pairs) {
    if (pair.one < pair.other) p_values.push_back(pair.p);
  }
  std::map<std::pair<std::size_t, std::size_t>, double> adjusted;
  std::size_t next = 0;
  p_values = holm(p_values);
  for (const PairFigures& pair : pairs) {
    if (pair.one < pair.other) adjusted[{pair.one, pair.other}] = p_values[next++];
  }
  for (PairFigures& pair : pairs) pair.p = adjusted.at(std::minmax(pair.one, pair.other));
}

}  // namespace

std::vector<PairFigures> pairs_of(std::span<const GameOutcome> games) {
  std::map<std::pair<u32, u32>, PairTally> tallies;
  const BlockOrder order = by_block(games);
  for (std::size_t b = 0; b < order.size(); ++b) {
    for (const std::size_t i : order.block(b)) {
      for (const SeatOutcome& one : games[i].seats()) {
        for (const SeatOutcome& other : games[i].seats()) {
          if (one.entrant == other.entrant) continue;
          tallies[{one.entrant, other.entrant}].add(one, other, i);
        }
      }
    }
    for (auto& [pair, tally] : tallies) tally.end_block();
  }
  constexpr Range kShare{0, 1};
  constexpr double kOnePoint = 1;
  std::vector<PairFigures> found;
  for (const auto& [pair, tally] : tallies) {
    MeanOverBlocks ahead = tally.aheads.over_blocks();
    MeanOverBlocks vp = tally.vps.over_blocks();
    // Pairs of seats of one game are dependent.
    ahead.observations = vp.observations = static_cast<double>(tally.games);
    found.push_back({.one = pair.first,
                     .other = pair.second,
                     .games = tally.games,
                     .blocks = ahead.blocks,
                     .ahead = {ahead.mean, bounded_interval(ahead, kShare)},
                     .vp_difference = {vp.mean, stepped_interval(vp, kOnePoint)},
                     .p = bounded_p_value(ahead, kShare, 0.5)});
  }
  adjust(found);
  return found;
}

}  // namespace carrack
