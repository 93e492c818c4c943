// Win shares over the course of a game, as stacked areas for the report page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace carrack::picture {

/// An area for each seat, class `share-p1` …, p1 at the top, as an SVG with the id `shares`.
/// `shares` is [positions, seats]; each row sums to 1. One unit wide per event; the page scales
/// it; values are joined by straight lines. `turns` are the steps at which a line marks
/// the beginning of a turn. Precondition: at least one position and two seats.
[[nodiscard]] std::string share_chart(const std::vector<std::vector<double>>& shares,
                                      std::span<const std::size_t> turns);

}  // namespace carrack::picture
