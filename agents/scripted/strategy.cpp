#include "agents/scripted/strategy.hpp"

#include <algorithm>
#include <array>

namespace carrack {
namespace {

constexpr std::array<Strategy, 6> kStrategies{{
    {.name = "balanced"},
    {.name = "settler", .colonies = 1.6, .discoveries = 1.2},
    {.name = "trader", .goods = 1.7, .ships = 1.7},
    {.name = "explorer", .discoveries = 1.8},
    {.name = "builder", .buildings = 1.5, .initiative = 1.2},
    {.name = "warlord", .specialists = 1.2, .warfare = 2.5},
}};
constexpr auto kStrategyNames = [] {
  std::array<std::string_view, kStrategies.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kStrategies[i].name;
  return names;
}();

constexpr std::array<StrategyKey, 8> kStrategyKeys{{
    {"colonies", &Strategy::colonies},
    {"goods", &Strategy::goods},
    {"ships", &Strategy::ships},
    {"buildings", &Strategy::buildings},
    {"discoveries", &Strategy::discoveries},
    {"specialists", &Strategy::specialists},
    {"warfare", &Strategy::warfare},
    {"initiative", &Strategy::initiative},
}};

}  // namespace

const Strategy& balanced_strategy() { return kStrategies.front(); }

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(kStrategies, name, &Strategy::name);
  return found == kStrategies.end() ? nullptr : &*found;
}

std::span<const StrategyKey> strategy_keys() { return kStrategyKeys; }

std::span<const std::string_view> known_strategies() { return kStrategyNames; }

}  // namespace carrack
