// The map: one card per region, with its workers and what is known of its natives.
#include "core/game/knowledge.hpp"
#include "core/game/state.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr unsigned kFewPlayers = 3;  // one line of the card each; more players share lines in pairs

/// What is known of an undiscovered region's counter.
std::string counter_text(const State& s, Region r, std::optional<Player> eyes) {
  const int counter = eyes ? counter_known_to(s, *eyes, r) : fixed_counter(s, r);
  if (counter < 0) return "natives unknown";
  return terms_text(s.ruleset().figures().counters[static_cast<unsigned>(counter)]);
}

/// The players who have looked at the counter, unless everybody has.
std::string seen_text(const State& s, Region r) {
  const unsigned who = knowers(s, r);
  std::string text;
  if (who == 0 || who == kEverybody) return text;
  for_each_bit(who, [&](unsigned p) { text += ' ' + to_string(nth<Player>(p)); });
  return "seen by" + text;
}

void draw_workers(Svg& svg, const State& s, Region r, const Rect& area) {
  const unsigned columns = s.players() <= kFewPlayers ? 1 : 2;
  for (unsigned i = 0; i < s.players(); ++i) {
    std::vector<Token> tokens;
    for (const Worker w :
         {Worker::colonist, Worker::missionary, Worker::soldier, Worker::builder}) {
      const unsigned n = s.player[i].standing(r, w);
      if (n != 0) tokens.push_back({nth<Player>(i), w, n});
    }
    const Rect cell = cell_of(area, i, columns, 3);
    token_row(svg, tokens, cell.x, cell.y + cell.h / 2, cell.w - 4, std::min(kTokenHeight, cell.h));
  }
}

void draw_region(Svg& svg, const State& s, Region r, const Rect& card, std::optional<Player> eyes) {
  const RegionRow& region = catalogue::regions(s.ruleset().board())[index(r)];
  const bool known = has_bit(s.discovered, index(r));
  svg.rect(card, 8,
           known ? "class='frame' fill='#f7efd9' stroke='#8a7a55'"
                 : "class='frame' fill='#dfe3e6' stroke='#7f8a92' stroke-dasharray='6 4'");
  svg.text(title_case(region.name), card.x + 10, card.y + 22, 140,
           {.size = 17, .bold = true, .fill = known ? "#1b1b1b" : "#4a5358"});
  if (has_bit(s.region_tokens, index(r))) {
    const double width = goods_width({{region.good, 1}}, 14);
    goods_row(svg, {{region.good, 1}}, card.x + card.w - width, card.y + 16, width, 14);
  } else {
    svg.text("good taken", card.x + card.w - 10, card.y + 21, 100,
             {.size = 13, .align = Align::right, .fill = kMuted});
  }
  double top = card.y + 30;
  if (!known) {
    const Font font{.size = 14, .fill = "#4a5358"};
    const std::string seen = seen_text(s, r);
    svg.text(counter_text(s, r, eyes), card.x + 10, card.y + 43, card.w - 20, font);
    svg.text(seen, card.x + 10, card.y + 60, card.w - 20, font);
    top += seen.empty() ? 18 : 35;
  }
  draw_workers(svg, s, r, {card.x + 8, top, card.w - 14, card.y + card.h - 3 - top});
}

}  // namespace

void add_map(std::vector<BoardGroup>& groups, const State& s, std::optional<Player> eyes) {
  const Board board = s.ruleset().board();
  const MapLayout& layout = map_layout(board);
  for (unsigned r = 0; r < catalogue::regions(board).size(); ++r) {
    Svg svg;
    draw_region(svg, s, nth<Region>(r), card_at(layout.regions[r]), eyes);
    groups.push_back({"region-" + std::to_string(r), svg.take()});
  }
}

}  // namespace carrack::picture
