#include "experiments/render/tree_svg.hpp"

#include <algorithm>
#include <vector>

#include "core/notation/notation.hpp"
#include "experiments/render/svg.hpp"
#include "experiments/render/symbols.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

using picture::Svg;

constexpr double kWidth = 1200;
constexpr double kRow = 44;
constexpr double kNarrowest = 1.5;
constexpr u32 kLevels = 10;

class Icicle {
 public:
  Icicle(const SavedTree& tree, u32 root) : tree_(tree), children_(tree.nodes.size()) {
    for (u32 i = 1; i < tree.nodes.size(); ++i) children_[tree.nodes[i].parent].push_back(i);
    least_ = most_ = value_of(root);
    for (const u32 child : children_[root]) {
      if (tree.nodes[child].visits == 0) continue;
      least_ = std::min(least_, value_of(child));
      most_ = std::max(most_, value_of(child));
    }
  }

  void draw(u32 node, double x, double width, u32 level) {
    levels_ = std::max(levels_, level + 1);
    draw_node(node, {x, level * kRow, width, kRow});
    if (level + 1 == kLevels) return;
    std::vector<u32>& children = children_[node];
    const auto visits = [&](u32 i) { return tree_.nodes[i].visits; };
    std::ranges::stable_sort(children, std::ranges::greater(), visits);
    // With transpositions a child also has visits from other parents.
    u64 of_children = 0;
    for (const u32 child : children) of_children += visits(child);
    const auto all = static_cast<double>(std::max({visits(node), of_children, u64{1}}));
    for (const u32 child : children) {
      const double part = width * static_cast<double>(visits(child)) / all;
      if (part < kNarrowest) break;
      draw(child, x, part, level + 1);
      x += part;
    }
  }

  [[nodiscard]] std::string take() {
    Svg whole;
    whole.raw("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ").number(kWidth).raw(" ");
    whole.number(levels_ * kRow)
        .raw("' role='group' aria-label='Search tree' font-family='sans-serif'>");
    return whole.raw(svg_.str()).raw("</svg>\n").take();
  }

 private:
  /// The reward of the player who decides at the root of the tree.
  [[nodiscard]] double value_of(u32 node) const {
    return tree_.nodes[node].value[index(tree_.player)];
  }

  [[nodiscard]] double opacity_of(u32 node) const {
    constexpr double kFaintest = 0.06;
    constexpr double kFullest = 0.66;
    if (most_ <= least_) return kFaintest;
    const double place = std::clamp((value_of(node) - least_) / (most_ - least_), 0.0, 1.0);
    return kFaintest + place * (kFullest - kFaintest);
  }

  void draw_node(u32 i, const picture::Rect& place) {
    const SavedNode& node = tree_.nodes[i];
    const std::string event = i == 0 ? to_string(tree_.player) + " to move" : node.event;
    std::string note = std::to_string(node.visits) + " visits";
    std::string values;
    for (unsigned p = 0; p < tree_.players; ++p) {
      values += (p == 0 ? "; " : ", ") + to_string(nth<Player>(p)) + ' ' + fixed(node.value[p], 3);
    }
    const std::string actor = node.actor == kNoActor ? "" : actor_text(node.actor) + ": ";
    svg_.raw("<g data-node='").number(i).raw("'><title>");
    svg_.escaped(actor + event + ": " + note + values).raw("</title>");
    svg_.rect(place, 0, "fill='#ffffff' stroke='#8d877b'");
    svg_.raw("<g fill-opacity='").number(opacity_of(i)).raw("'>");
    const std::string fill = "fill='" + std::string(picture::look_of(tree_.player).fill) + "'";
    svg_.rect(place, 0, fill);
    svg_.close();
    constexpr double kPad = 5;
    constexpr double kLeastText = 40;
    if (place.w >= kLeastText) {
      const double width = place.w - 2 * kPad;
      const picture::Font large{.size = 14, .bold = true};
      const picture::Font small{.size = 12};
      const std::string value = ", " + fixed(value_of(i), 3);
      svg_.text(picture::shortened(event, width, large), place.x + kPad, place.y + 18, width,
                large);
      svg_.text(picture::shortened(note + value, width, small), place.x + kPad, place.y + 36, width,
                small);
    }
    svg_.close();
  }

  const SavedTree& tree_;
  std::vector<std::vector<u32>> children_;
  Svg svg_;
  u32 levels_ = 0;
  double least_ = 0;
  double most_ = 0;
};

}  // namespace

std::string tree_svg(const SavedTree& tree, u32 root) {
  Icicle icicle(tree, root);
  icicle.draw(root, 0, kWidth, 0);
  return icicle.take();
}

}  // namespace carrack
