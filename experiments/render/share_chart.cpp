#include "experiments/render/share_chart.hpp"

#include <algorithm>

#include "core/notation/notation.hpp"
#include "experiments/render/svg.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr double kHeight = 1000;  // units for a share of 1; coordinates have two decimals

/// The lower edge of a seat's area at every position.
std::vector<double> lower_edge(const std::vector<std::vector<double>>& shares, std::size_t seat) {
  std::vector<double> edge;
  for (const std::vector<double>& by_seat : shares) {
    double sum = 0;
    for (std::size_t p = 0; p <= seat; ++p) sum += by_seat[p];
    edge.push_back(kHeight * std::clamp(sum, 0.0, 1.0));
  }
  return edge;
}

void point(Svg& svg, std::size_t step, double y) {
  svg.number(static_cast<double>(step)).raw(" ").number(y).raw(" ");
}

}  // namespace

std::string share_chart(const std::vector<std::vector<double>>& shares,
                        std::span<const std::size_t> turns) {
  const std::size_t players = shares.front().size();
  const double width = std::max(static_cast<double>(shares.size() - 1), 1.0);
  Svg svg;
  svg.raw("<svg id='shares' preserveAspectRatio='none' viewBox='0 0 ").number(width);
  svg.raw(" ").number(kHeight).raw("'>");
  std::vector<double> upper(shares.size(), 0);
  for (std::size_t seat = 0; seat < players; ++seat) {
    const auto p = nth<Player>(static_cast<unsigned>(seat));
    std::vector<double> lower = lower_edge(shares, seat);
    svg.raw("<path class='share-").raw(to_string(p)).raw("' vector-effect='non-scaling-stroke'");
    svg.raw(" fill='").raw(look_of(p).fill).raw("' d='M");
    for (std::size_t i = 0; i < upper.size(); ++i) point(svg, i, upper[i]);
    for (std::size_t i = lower.size(); i-- > 0;) point(svg, i, lower[i]);
    svg.raw("Z'><title>").raw(to_string(p)).raw("</title></path>");
    upper = std::move(lower);
  }
  for (const std::size_t at : turns) {
    const auto x = static_cast<double>(at);
    svg.line(x, 0, x, kHeight, "class='turn' vector-effect='non-scaling-stroke'");
  }
  svg.raw("<line id='share-cursor' y1='0' y2='").number(kHeight);
  return svg.raw("' vector-effect='non-scaling-stroke'/></svg>\n").take();
}

}  // namespace carrack::picture
