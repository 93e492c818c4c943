#include "experiments/render/vp_curve.hpp"

#include <algorithm>
#include <array>

#include "core/game/game.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/svg.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr std::string_view kLook = "' vector-effect='non-scaling-stroke' fill='none' stroke";

/// Seats also differ in their dashes, in pixels.
constexpr std::array<std::string_view, kMaxPlayers> kDashes{"none", "8 3",     "2 3",
                                                            "12 4", "8 3 2 3", "4 4"};

}  // namespace

void VpCurve::add(const State& s) {
  const Result now = result(s);
  vp_.emplace_back(now.vp.begin(), now.vp.begin() + players_);
  if (vp_.size() > 1 && s.turn != turn_) turns_.push_back(vp_.size() - 1);
  turn_ = s.turn;
}

std::string VpCurve::svg() const {
  int min = 0;
  int max = 1;
  for (const std::vector<int>& by_seat : vp_) {
    const auto [low, high] = std::ranges::minmax(by_seat);
    min = std::min(min, low);
    max = std::max(max, high);
  }
  const auto last = static_cast<double>(vp_.size() - 1);
  Svg svg;
  svg.raw("<svg id='curve' preserveAspectRatio='none' viewBox='0 0 ").number(std::max(last, 1.0));
  svg.raw(" ").number(max - min).raw("' data-least='").number(min).raw("' data-most='");
  svg.number(max).raw("'>");
  for (const std::size_t at : turns_) {
    const auto x = static_cast<double>(at);
    svg.line(x, 0, x, max - min, "class='turn' vector-effect='non-scaling-stroke'");
  }
  for (unsigned seat = 0; seat < players_; ++seat) {
    const auto p = nth<Player>(seat);
    svg.raw("<path class='vp-").raw(to_string(p)).raw(kLook).raw("='").raw(look_of(p).fill);
    svg.raw("' stroke-dasharray='").raw(kDashes[seat]).raw("' d='M0 ");
    int level = vp_.front()[seat];
    svg.number(max - level);
    for (std::size_t step = 1; step < vp_.size(); ++step) {
      if (vp_[step][seat] == level) continue;
      level = vp_[step][seat];
      svg.raw("H").number(static_cast<double>(step)).raw("V").number(max - level);
    }
    svg.raw("H").number(last).raw("'><title>").raw(to_string(p)).raw("</title></path>");
  }
  svg.raw("<line id='cursor' y1='0' y2='").number(max - min);
  return svg.raw("' vector-effect='non-scaling-stroke'/></svg>\n").take();
}

}  // namespace carrack::picture
