#include "experiments/render/board_svg.hpp"

#include <set>

#include "core/game/catalogue.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack {

namespace picture {
namespace {

void draw_background(Svg& svg, Ruleset rules) {
  const Rect page{0, 0, kPageWidth, page_height(rules.players())};
  svg.rect(page, 10, "fill='#e9e6df'");
  svg.rect(kMap, 10, "fill='#c3d8e2' stroke='#7f9fb0'");
  svg.rect(kBoxPanel, 10, "fill='#d8d3c7' stroke='#a8a294'");
  // Long ruleset names take two lines.
  const std::string name = rules.to_string();
  const std::size_t plus = name.size() > 32 ? name.find('+', name.size() / 2 - 6) : name.npos;
  const Font font{.size = 15, .align = Align::right, .fill = kMuted};
  const double right = kPageWidth - kMargin - 4;
  const double width = 310;
  if (plus == name.npos) {
    svg.text(name, right, kOrder.y + 32, width, font);
  } else {
    svg.text(name.substr(0, plus), right, kOrder.y + 22, width, font);
    svg.text(name.substr(plus), right, kOrder.y + 42, width, font);
  }
  const MapLayout& layout = map_layout(rules.board());
  const auto regions = catalogue::regions(rules.board());
  for (unsigned a = 0; a < regions.size(); ++a) {
    for_each_bit(regions[a].adjacent, [&](unsigned b) {
      if (b < a) return;
      const Rect from = card_at(layout.regions[a]);
      const Rect to = card_at(layout.regions[b]);
      svg.line(from.x + from.w / 2, from.y + from.h / 2, to.x + to.w / 2, to.y + to.h / 2,
               "stroke='#8a7a55' stroke-width='7' stroke-linecap='round'");
    });
  }
}

void draw_legend(Svg& svg, Ruleset rules) {
  const Rect area = card_at(map_layout(rules.board()).legend);
  svg.rect(area, 8, "fill='#eef2f4' stroke='#8fa3ad'");
  unsigned at = 0;
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto w = nth<Worker>(t);
    if (w == Worker::builder && !rules.has(Module::builder)) continue;
    const Rect cell = cell_of(area, at++, 2, 3);
    const double y = cell.y + cell.h / 2;
    svg.use(name(w), cell.x + 22, y);
    svg.text(title_case(name(w)), cell.x + 38, y + 5, cell.w - 42, {.size = 15});
  }
}

}  // namespace
}  // namespace picture

namespace {

/// The group whose frame marks a change of this one; empty if none.
std::string framed(std::string_view id) {
  if (id.starts_with("region-") || id.starts_with("box-")) return std::string(id);
  if (!id.starts_with("mat-") || id.ends_with("-note")) return {};
  return std::string(id.substr(0, id.find('-', 4)));
}

}  // namespace

std::vector<BoardGroup> board_groups(const State& s, std::optional<Player> eyes,
                                     std::span<const std::string> agents) {
  std::vector<BoardGroup> groups;
  picture::add_head(groups, s);
  picture::add_map(groups, s, eyes);
  picture::add_supply(groups, s, eyes);
  picture::add_boxes(groups, s);
  picture::add_phase(groups, s);
  picture::add_mats(groups, s, agents);
  return groups;
}

std::string board_svg(const State& s, const BoardView& view) {
  const Ruleset rules = s.ruleset();
  const std::vector<BoardGroup> groups = board_groups(s, view.eyes, view.agents);
  std::set<std::string> changed;
  if (view.before != nullptr) {
    const std::vector<BoardGroup> old = board_groups(*view.before, view.eyes, view.agents);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (groups[i].content != old[i].content) changed.insert(framed(groups[i].id));
    }
  }
  picture::Svg svg;
  svg.raw("<svg xmlns='http://www.w3.org/2000/svg' class='carrack-board' viewBox='0 0 ");
  svg.number(picture::kPageWidth).raw(" ").number(picture::page_height(rules.players()));
  svg.raw("' preserveAspectRatio='xMidYMin meet' role='group' aria-label='Board of ");
  svg.raw(rules.to_string());  // words, without quotes
  svg.raw(
      "' font-family='Inter,\"Segoe UI\",\"Helvetica Neue\",Arial,"
      "\"DejaVu Sans\",sans-serif' fill='#1b1b1b' stroke-width='1'>");
  svg.raw(
      "<style>.carrack-board text{stroke:none}"
      ".carrack-board .changed>.frame{stroke:#1b1b1b;stroke-width:4;stroke-dasharray:none}"
      "</style>");
  picture::define_symbols(svg, rules.players());
  picture::draw_background(svg, rules);
  picture::draw_legend(svg, rules);
  for (const BoardGroup& group : groups) {
    svg.raw("<g id='").raw(group.id).raw(changed.contains(group.id) ? "' class='changed'>" : "'>");
    svg.raw(group.content).raw("</g>\n");
  }
  return svg.raw("</svg>\n").take();
}

}  // namespace carrack
