// Positions that are judged by the same weights.
#pragma once

#include <string_view>
#include <vector>

#include "core/game/edition.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// Whether a turn begins: no worker is placed yet. Playouts of a search end at such positions.
/// Workers in `discovery` and `india` do not count, because they stay there from turn to turn.
[[nodiscard]] bool begins_turn(const State& s) noexcept;

/// Each kind has weights of its own: what a lead is worth depends on the number of players, and
/// positions without workers on the boxes are judged better by weights of their own.
struct PositionKind {
  Edition edition = Edition::aoe3;
  unsigned players = 2;
  bool begins_turn = false;
  unsigned turn = 1;

  static constexpr unsigned kCount = kEditions * (kMaxPlayers - 1) * 2 * kTurns;

  [[nodiscard]] static PositionKind of(const State& s) noexcept;
  /// The number of the kind, below kCount: by edition, players, starts before others, turn.
  [[nodiscard]] constexpr unsigned number() const noexcept {
    const unsigned table = carrack::index(edition) * (kMaxPlayers - 1) + players - 2;
    return (table * 2 + (begins_turn ? 0U : 1U)) * kTurns + turn - 1;
  }
  [[nodiscard]] constexpr std::string_view edition_name() const noexcept {
    return kEditionRows[carrack::index(edition)].name;
  }
  /// The name in tables and files.
  [[nodiscard]] constexpr std::string_view position_name() const noexcept {
    return begins_turn ? "starts" : "others";
  }
};

/// Every kind that games have, by number. (Some numbers belong to no kind: `aoe3` has no table of
/// six.)
[[nodiscard]] std::vector<PositionKind> position_kinds();

}  // namespace carrack
