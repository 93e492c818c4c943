// The supply: ships, counters, cards, tiles by age, goods.
#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr double kSupplyLine = 21;

/// The known ends of the deck, and the players who know them.
std::vector<std::string> known_cards(const State& s, std::optional<Player> eyes) {
  std::vector<std::string> lines;
  if (s.undiscovered() != 0) return lines;
  const KnownDeck deck = KnownDeck::of(s);
  for (unsigned i = 0; i < deck.size(); ++i) {
    const KnownDeck::Entry& entry = deck.entries[i];
    const bool visible = !eyes || has_bit(entry.known_by, index(*eyes));
    std::string line = i < deck.top ? "top: " : "bottom: ";
    line += visible ? title_case(name(entry.card)) : "a card";
    if (entry.known_by != kEverybody) {
      line += ", seen by";
      for_each_bit(entry.known_by, [&](unsigned p) { line += ' ' + to_string(nth<Player>(p)); });
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

void add_supply(std::vector<BoardGroup>& groups, const State& s, std::optional<Player> eyes) {
  const Rect area = card_at(map_layout(s.ruleset().board()).supply, 3);
  Svg svg;
  svg.rect(area, 8, "class='frame' fill='#eef2f4' stroke='#8fa3ad'");
  double y = area.y + 24;
  const double width = area.w - 24;
  svg.text("Supply", area.x + 12, y, width, {.size = 17, .bold = true});
  const auto line = [&](const std::string& text) {
    y += kSupplyLine;
    svg.text(text, area.x + 12, y, width, {.size = 14});
  };
  for (const std::string& text : supply_texts(s)) line(text);
  y += 8;
  const std::vector<GoodCount> goods = goods_of(s.supply);
  for (std::size_t i = 0; i < goods.size(); ++i) {
    if (i % 2 == 0) y += kSupplyLine;
    goods_row(svg, {goods[i]}, area.x + 12 + (i % 2 == 0 ? 0 : width / 2), y - 5, width / 2 - 4,
              14);
  }
  std::vector<std::string> notes = known_cards(s, eyes);
  reserved_tiles(s).for_each(
      [&](TileCopy copy) { notes.push_back(title_case(name(kind_of(copy)))); });
  if (s.reserve != 0) {
    y += kSupplyLine + 4;
    svg.text("Will come in age III", area.x + 12, y, width, {.size = 14, .bold = true});
  }
  flow(svg, {area.x + 12, y + 10, width, area.y + area.h - y - 16}, notes, 13, kChip);
  groups.push_back({"supply", svg.take()});
}

}  // namespace carrack::picture
