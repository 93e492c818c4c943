// The value of a position for all seats, as reports use it.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "agents/learned/named_network.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// Expected win shares by seat, which sum to 1. Seats beyond the players hold 0.
using WinShares = std::array<double, kMaxPlayers>;

/// A function that estimates the win shares of a position that is not over. The function sees the
/// whole position, also what only some players know. `name` describes the function to readers;
/// `note` is a sentence that they need to read its figures, or empty.
struct PositionValue {
  std::string name;
  std::function<WinShares(const State&)> estimate;
  std::string note{};
};

/// The linear evaluation: expected final VP, and the win shares that such VP have had in games
/// (agents/evaluation/evaluation.hpp, EstimateScale).
[[nodiscard]] PositionValue linear_value();

/// The value of a network (agents/learned/value_evaluator.hpp).
[[nodiscard]] PositionValue network_value(const NamedNetwork& network);

/// By name: `linear` for linear_value(), else the network of a file, `PATH` or `PATH@HASH`, or
/// `default` for the network of the library. Throws InputError for a file that is not a network.
[[nodiscard]] PositionValue named_value(std::string_view name);

/// The win shares of the engine's result at the end of a game, and the estimate before it. Throws
/// std::logic_error if the estimates are not from 0 to 1 with the sum 1.
[[nodiscard]] WinShares value_of(const State& s, const PositionValue& value);

/// The mean of value_of() over all outcomes of a chance event, weighted with their probabilities.
/// Precondition: is_chance(s).
[[nodiscard]] WinShares expected_value(const State& s, const PositionValue& value);

}  // namespace carrack
