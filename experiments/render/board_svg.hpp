// Renders a position as a self-contained SVG.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/state.hpp"

namespace carrack {

/// Options of rendering a position.
struct BoardView {
  /// The viewer: with `scouting`, counters and cards seen only by others are face down. Empty:
  /// everything known to any player is shown.
  std::optional<Player> eyes;
  /// The previous position: regions, boxes and mats that differ from it are framed.
  const State* before = nullptr;
  /// Agent names by seat, shown on the mats; long names are truncated. Empty: no names.
  std::span<const std::string> agents{};
};

/// A part of the picture, `<g id="…">` of the SVG: `turn`, `order`, `phase`, `region-0` …,
/// `box-dock` …, `supply`, `mat-0` and its parts `mat-0-note`, `mat-0-workers`, `mat-0-goods`,
/// `mat-0-tiles` …, by seat from 0. The ids and their order depend only on the ruleset.
struct BoardGroup {
  std::string id;
  std::string content;  // markup
};
[[nodiscard]] std::vector<BoardGroup> board_groups(const State& s,
                                                   std::optional<Player> eyes = std::nullopt,
                                                   std::span<const std::string> agents = {});

/// The whole picture, 1600 units wide. Its only text from outside is the names in `view`. Its role
/// is a named group, not an image, so that screen readers reach the tooltips inside.
[[nodiscard]] std::string board_svg(const State& s, const BoardView& view = {});

}  // namespace carrack
