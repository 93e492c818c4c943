// A position as a picture: one SVG that needs nothing else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/state.hpp"

namespace carrack {

/// How a position is looked at.
struct BoardView {
  /// Whose eyes see it: with `scouting`, what others alone have looked at is face down. Nobody's:
  /// all that somebody knows is shown.
  std::optional<Player> eyes;
  /// The position before: regions, boxes and mats that differ from it are framed.
  const State* before = nullptr;
  /// Who plays, by seat, for the mats; long names are cut there. Empty: mats without names.
  std::span<const std::string> agents{};
};

/// A part of the picture, `<g id="…">` of the SVG: `turn`, `order`, `phase`, `region-0` …,
/// `box-dock` …, `supply`, `mat-0` and its parts `mat-0-note`, `mat-0-workers`, `mat-0-goods`,
/// `mat-0-tiles` …, by seat from 0. The ids and their order depend on the ruleset alone.
struct BoardGroup {
  std::string id;
  std::string content;  // markup
};
[[nodiscard]] std::vector<BoardGroup> board_groups(const State& s,
                                                   std::optional<Player> eyes = std::nullopt,
                                                   std::span<const std::string> agents = {});

/// The whole picture, 1600 units wide. It holds words of the game only, and the names in `view`.
[[nodiscard]] std::string board_svg(const State& s, const BoardView& view = {});

}  // namespace carrack
