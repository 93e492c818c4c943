#include "experiments/statistics/outcome.hpp"

#include <numeric>

namespace carrack {

BlockOrder by_block(std::span<const GameOutcome> games) {
  BlockOrder order;
  order.games.resize(games.size());
  std::iota(order.games.begin(), order.games.end(), std::size_t{0});
  std::ranges::stable_sort(order.games, {}, [&](std::size_t i) { return games[i].block; });
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i == 0 || games[order.games[i]].block != games[order.games[i - 1]].block) {
      order.blocks.push_back(i);
    }
  }
  order.blocks.push_back(games.size());
  return order;
}

}  // namespace carrack
