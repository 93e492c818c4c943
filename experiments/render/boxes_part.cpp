// The event boxes: numbered spaces, workers in boxes without spaces, tiles and goods on show.
#include <span>

#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/queries.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr std::string_view kFrame = "class='frame' fill='#faf8f3' stroke='#a8a294'";
constexpr std::string_view kEmptySpace = "fill='#efebe2' stroke='#bdb6a6'";
constexpr Font kSpaceNumber{.size = 13, .align = Align::middle, .fill = "#655f52"};

void draw_frame(Svg& svg, const Rect& box, std::string_view title, std::string_view note = {}) {
  svg.rect(box, 8, kFrame);
  svg.text(title, box.x + 12, box.y + box.h / 2 + (note.empty() ? 6 : -3), kBoxLabel - 20,
           {.size = 16, .bold = true});
  svg.text(note, box.x + 12, box.y + box.h / 2 + 16, kBoxLabel - 20, {.size = 13, .fill = kMuted});
}

void draw_worker(Svg& svg, Slot slot, double x, double y) {
  token_row(svg, {{slot.player(), slot.worker(), 1}}, x - kSpace / 2, y, kSpace, kTokenHeight);
}

/// One space, with its name while it is empty.
void draw_space(Svg& svg, Slot slot, const std::string& name, double x, double y) {
  if (slot.empty()) {
    svg.rect({x - 13, y - 13, 26, 26}, 5, kEmptySpace);
    svg.text(name, x, y + 5, 24, kSpaceNumber);
  } else {
    draw_worker(svg, slot, x, y);
  }
}

void draw_spaces(Svg& svg, std::span<const Slot> slots, std::size_t spaces, const Rect& box,
                 double y) {
  double x = box.x + kBoxLabel + kSpace / 2;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i >= spaces && slots[i].empty()) continue;
    draw_space(svg, slots[i], std::to_string(i + 1), x, y);
    x += kSpace;
  }
}

/// Spaces 1 …, X, Y, ships; England's new list is one row without letters (RULINGS, C12).
void draw_dock(Svg& svg, const State& s) {
  draw_frame(svg, kDockBox, "Dock", "colonists land");
  const double y = kDockBox.y + kDockBox.h / 2;
  const std::span<const Slot> slots(s.dock);
  if ((s.flags & kDockReordered) != 0) {
    draw_spaces(svg, slots, 0, kDockBox, y);
    return;
  }
  const unsigned spaces = dock::spaces(s.ruleset());
  draw_spaces(svg, slots.first(dock::kX), spaces, kDockBox, y);
  double x = kDockBox.x + kBoxLabel + (spaces + 0.8) * kSpace;
  draw_space(svg, slots[dock::kX], "X", x, y);
  draw_space(svg, slots[dock::kY], "Y", x += kSpace, y);
  x += 0.3 * kSpace;
  for (const Slot slot : slots.subspan(dock::kFirstShip)) {
    if (slot.empty()) continue;
    draw_worker(svg, slot, x += kSpace, y);
    svg.line(x - 12, y + 17, x + 12, y + 17, "stroke='#4b3a2a' stroke-width='4'");  // the ship
  }
}

/// Workers by player in a box without spaces, three players per line.
template <typename Counts>
void draw_crowd(Svg& svg, const State& s, const Rect& box, Counts&& counts) {
  const Rect crowd{box.x + kBoxLabel, box.y, box.w - kBoxLabel - 8, box.h};
  for (unsigned i = 0; i < s.players(); ++i) {
    const Rect cell = cell_of(crowd, i, 3, 2);
    token_row(svg, tokens_of(nth<Player>(i), counts(s.player[i])), cell.x, cell.y + cell.h / 2,
              cell.w - 6, kTokenHeight + 3);
  }
}

void draw_goods(Svg& svg, const State& s) {
  draw_frame(svg, kGoodsBox, "Goods");
  const double y = kGoodsBox.y + kGoodsBox.h / 2;
  draw_spaces(svg, s.goods_box, s.ruleset().figures().spaces_of(Box::goods), kGoodsBox, y);
  std::vector<GoodCount> shown;
  for (const Good good : s.goods_on_show) shown.push_back({good, 1});
  const double x = kGoodsBox.x + kBoxLabel + 4.6 * kSpace;
  if (shown.empty()) svg.text("none on show", x, y + 5, 200, {.size = 14, .fill = kMuted});
  goods_row(svg, shown, x, y, kGoodsBox.x + kGoodsBox.w - x, 16);
}

void draw_shipping(Svg& svg, const State& s) {
  const Rect& box = kShippingBox;
  const bool ship = s.ship_on_show != 0;
  draw_frame(svg, box, "Shipping", ship ? "a ship" : "no ship");
  if (ship) svg.use("ship", box.x + 78, box.y + box.h / 2 + 11, "a ship to be won");
  draw_crowd(svg, s, box, [](const PlayerState& p) { return p.shipping(); });
}

void draw_tile(Svg& svg, Tile kind, const TileFigures& tile, const Rect& place) {
  svg.rect(place, 5, kChip);
  // Two lines if the name has several words and would be small on one line.
  const std::string name = title_case(carrack::name(kind));
  const double width = place.w - 12;
  const std::size_t space = name.find(' ', name.size() / 3);
  const Font font{.size = 15, .bold = true, .align = Align::middle};
  const double middle = place.x + place.w / 2;
  if (text_width(name, font) > width && space != std::string::npos) {
    svg.text(name.substr(0, space), middle, place.y + 21, width, font);
    svg.text(name.substr(space + 1), middle, place.y + 38, width, font);
  } else {
    svg.text(name, middle, place.y + 30, width, font);
  }
  svg.text(price_text(tile), middle, place.y + 58, width, {.size = 14, .align = Align::middle});
}

void draw_buildings(Svg& svg, const State& s) {
  const Rect& box = kBuildingsBox;
  svg.rect(box, 8, kFrame);
  svg.text("Buildings", box.x + 12, box.y + 38, kBoxLabel - 20, {.size = 16, .bold = true});
  draw_spaces(svg, s.buildings_box, s.ruleset().figures().spaces_of(Box::buildings), box,
              box.y + 32);
  const double pitch = (box.w - 16) / kTilesOnShow;
  double x = box.x + 12;
  tiles_on_show(s).for_each([&](TileCopy copy) {
    svg.raw("<g data-place='").raw(place_of_tile(kind_of(copy))).raw("'><title>");
    svg.escaped(text_of(kind_of(copy)).text).raw("</title>");
    draw_tile(svg, kind_of(copy), s.ruleset().figures().of(kind_of(copy)),
              {x, box.y + 64, pitch - 8, 68});
    svg.close();
    x += pitch;
  });
}

void draw_specialists(Svg& svg, const State& s) {
  const Rect& box = kSpecialistsBox;
  draw_frame(svg, box, "Specialists");
  double x = box.x + kBoxLabel + kSpecialist / 2;
  for (unsigned i = 0; i < s.specialist_box.size(); ++i) {
    const Box space = nth<Box>(index(Box::captain) + i);
    if (s.ruleset().figures().spaces_of(space) == 0) continue;
    const Slot slot = s.specialist_box[i];
    svg.raw("<g data-place='").raw(place_of_box(space)).raw("'>");
    svg.rect({x - kSpecialist / 2 + 2, box.y + 4, kSpecialist - 4, box.h - 8}, 5, "fill='#faf8f3'");
    draw_space(svg, slot, "", x, box.y + 30);
    svg.text(title_case(name(space)), x, box.y + 63, kSpecialist - 4,
             {.size = 13, .align = Align::middle, .fill = kMuted});
    svg.close();
    x += kSpecialist;
  }
}

void draw_warfare(Svg& svg, const State& s) {
  draw_frame(svg, kWarfareBox, "Warfare");
  draw_spaces(svg, s.warfare_box, s.ruleset().figures().spaces_of(Box::warfare), kWarfareBox,
              kWarfareBox.y + kWarfareBox.h / 2);
}

/// The box of colony_in_india.
void draw_india(Svg& svg, const State& s) {
  draw_frame(svg, kIndiaBox, "India");
  const unsigned owner = s.holder(only_copy(Tile::colony_in_india));
  if (owner >= s.players()) return;
  token_row(svg, tokens_of(nth<Player>(owner), s.india()), kIndiaBox.x + 70,
            kIndiaBox.y + kIndiaBox.h / 2, kIndiaBox.w - 80, kTokenHeight);
}

}  // namespace

void add_boxes(std::vector<BoardGroup>& groups, const State& s) {
  const auto add = [&](std::string_view id, auto&& draw) {
    Svg svg;
    draw(svg);
    groups.push_back({"box-" + std::string(id), svg.take()});
  };
  add("initiative", [&](Svg& svg) {
    draw_frame(svg, kInitiativeBox, "Initiative");
    draw_spaces(svg, s.initiative_box, s.players(), kInitiativeBox,
                kInitiativeBox.y + kInitiativeBox.h / 2);
  });
  add("dock", [&](Svg& svg) { draw_dock(svg, s); });
  add("goods", [&](Svg& svg) { draw_goods(svg, s); });
  add("shipping", [&](Svg& svg) { draw_shipping(svg, s); });
  add("buildings", [&](Svg& svg) { draw_buildings(svg, s); });
  add("discovery", [&](Svg& svg) {
    draw_frame(svg, kDiscoveryBox, "Discovery");
    draw_crowd(svg, s, kDiscoveryBox, [](const PlayerState& p) { return p.discovery(); });
  });
  add("specialists", [&](Svg& svg) { draw_specialists(svg, s); });
  add("warfare", [&](Svg& svg) { draw_warfare(svg, s); });
  if (s.ruleset().has(Module::world)) add("india", [&](Svg& svg) { draw_india(svg, s); });
}

}  // namespace carrack::picture
