// What each option is worth to a strategy, by the estimates of valuation.hpp.
#pragma once

#include <array>
#include <optional>

#include "agents/scripted/strategy.hpp"
#include "agents/scripted/valuation.hpp"

namespace carrack {

/// The value to a strategy of a tile that is worth `value` VP, its price not subtracted.
[[nodiscard]] double weighed_tile(Tile kind, double value, const Strategy& strategy);

/// The value of an option for the player who decides, in VP, against doing nothing.
[[nodiscard]] double option_value(const State& s, Action action, const Strategy& strategy);

/// Values the options of a worker that lands.
class LandingValues {
 public:
  LandingValues(const State& s, const Strategy& strategy);

  /// The value in VP; 0 for `pass`.
  [[nodiscard]] double of(Action action) const {
    return action.is_pass() ? 0 : factor_ * values_[action.argument(Verb::land)];
  }

 private:
  double factor_;
  std::array<double, kMaxRegions> values_;  // of the discovered regions
};

/// Values the options of one decision. Values that several options share are computed once.
class OptionValues {
 public:
  /// `s` and `strategy` must outlive it.
  OptionValues(const State& s, const Strategy& strategy) : s_(s), strategy_(strategy) {}

  /// The value for the player who decides, in VP, against doing nothing.
  [[nodiscard]] double of(Action action);

 private:
  [[nodiscard]] double send_value(Action action);
  [[nodiscard]] double explore_value(Action action);
  [[nodiscard]] double war_value(Player defender);
  [[nodiscard]] const valuation::Battles& battles();
  /// The strength worth waiting for.
  [[nodiscard]] unsigned wanted();
  /// VP of a discovery.
  [[nodiscard]] double discovery();

  const State& s_;
  const Strategy& strategy_;
  std::optional<valuation::Battles> battles_;
  unsigned wanted_ = 0;    // 0: not worked out yet
  double discovery_ = -1;  // below 0: not worked out yet
  double success_ = -1;    // the chance against unknown natives; below 0: not worked out yet
};

}  // namespace carrack
