// Scripted strategies: how much each source of VP counts for them.
#pragma once

#include <span>
#include <string_view>

#include "core/game/game.hpp"

namespace carrack {

/// Factors on the estimates of valuation.hpp by source of VP, 1 for `balanced`.
struct Strategy {
  std::string_view name;
  double colonies = 1;
  double goods = 1;
  double ships = 1;
  double buildings = 1;
  double discoveries = 1;
  double specialists = 1;
  double warfare = 1;
  double initiative = 1;
  TileSet preferred{};  // bought before others
  TileSet avoided{};    // never bought
};

/// A factor and its key in specs.
struct StrategyKey {
  std::string_view key;
  double Strategy::*factor;
};
[[nodiscard]] std::span<const StrategyKey> strategy_keys();

/// The strategy with all factors 1.
[[nodiscard]] const Strategy& balanced_strategy();
/// The strategy of that name, or null.
[[nodiscard]] const Strategy* find_strategy(std::string_view name);
[[nodiscard]] std::span<const std::string_view> known_strategies();

}  // namespace carrack
