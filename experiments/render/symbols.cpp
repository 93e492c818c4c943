#include "experiments/render/symbols.hpp"

#include <algorithm>
#include <array>

#include "core/game/catalogue.hpp"
#include "core/notation/notation.hpp"

namespace carrack::picture {
namespace {

/// `2 missionaries`.
std::string counted_workers(unsigned n, Worker worker) {
  std::string noun(name(worker));
  if (n != 1 && noun.ends_with('y')) {
    noun.replace(noun.size() - 1, 1, "ies");
  } else if (n != 1) {
    noun += 's';
  }
  return std::to_string(n) + ' ' + noun;
}

/// White is too faint on some of the colours: a text needs a contrast of 4.5 (WCAG 2.1, AA).
constexpr std::string_view kDarkInk = "#111";

constexpr std::array<PlayerLook, kMaxPlayers> kPlayers{{
    {"#0072B2", "#fff", "<circle r='12'/>"},
    {"#D55E00", kDarkInk, "<rect x='-11' y='-11' width='22' height='22' rx='2.5'/>"},
    {"#009E73", kDarkInk, "<path d='M0-14.5 14.5 0 0 14.5-14.5 0z'/>"},
    {"#CC79A7", kDarkInk, "<path d='M-6.5-11.5h13L13.3 0 6.5 11.5h-13L-13.3 0z'/>"},
    {"#E69F00", kDarkInk, "<path d='M0-14 12.5-5v16.5h-25V-5z'/>"},
    {"#56B4E9", kDarkInk, "<path d='M-12-11.5h24v8C12 5 6.5 10 0 13.5-6.5 10-12 5-12-3.5z'/>"},
}};

/// About 12 units wide around 0; strokes and fills get the owner's colours.
constexpr std::array<std::string_view, kWorkers> kWorkerShapes{
    // a pawn
    "<circle cy='-4' r='2.9'/><path d='M-5.2 6.4C-5-.4 5-.4 5.2 6.4z'/>",
    // an anchor
    "<path fill='none' stroke-width='1.9' stroke-linecap='round' d='M0-3.5V6M-3.3-1.2h6.6M-5.6 "
    "1.8C-5.2 4.8-2.8 6.2 0 6.2s5.2-1.4 5.6-4.4'/><circle cy='-5.2' r='1.5' fill='none' "
    "stroke-width='1.5'/>",
    // a purse
    "<path d='M-2.6-6.6h5.2L1.4-3.6C4.4-2.2 5.9.6 5.9 3c0 2.6-2.2 3.6-5.9 3.6S-5.9 5.6-5.9 "
    "3c0-2.4 1.5-5.2 4.5-6.6z'/>",
    // a cross
    "<path d='M-1.5-7h3v3.6h3.7v3H1.5V7h-3V-.4h-3.7v-3h3.7z'/>",
    // crossed swords
    "<path fill='none' stroke-width='2' stroke-linecap='round' d='M-5.5-6 4.2 4.6M5.5-6-4.2 "
    "4.6M1.8 "
    "5.9 5.5 2.6M-1.8 5.9-5.5 2.6M4.2 4.6 5.6 6.2M-4.2 4.6-5.6 6.2'/>",
    // a hammer
    "<path d='M-5.8-6.2h8.6L6-3.6 2.8-1.6h-8.6zM-2.6-.9H.6v7.6h-3.2z'/>",
};

constexpr std::string_view kShip =
    "<path d='M-11 4.5H11L7.5 10.5h-15zM-1-11.5v14h-8C-5.5-1.5-3-6.5-1-11.5zM1.5-9c3.5 3 6.5 7.5 7 "
    "11.5h-7z'/>";

/// The colours are decorative only: the name of a good is shown next to its colour.
constexpr std::array<std::string_view, kGoods> kGoodColours{
    "#e0b02c", "#b9bec6", "#9a6a44", "#5f3c25", "#5c8fbd", "#ffffff", "#b08a63", "#43291b",
    "#8a9440", "#f3ecc9", "#413c93", "#c4502f", "#c79acb", "#6c9d62", "#f1ebdd"};

constexpr double kUnit = 28;       // height of a token as defined
constexpr double kDigits = 15;     // size of the number after it
constexpr double kTokenRoom = 30;  // distance of tokens without a number
constexpr double kGoodsLetter = 14;
constexpr double kSwatch = 12;

void coloured(Svg& svg, std::string_view shape, std::string_view fill, std::string_view stroke) {
  svg.raw("<g fill='").raw(fill).raw("' stroke='").raw(stroke).raw("'>").raw(shape).raw("</g>");
}

double room_of(const Token& token) {
  if (token.n == 1) return kTokenRoom;
  return kTokenRoom + text_width(std::to_string(token.n), {kDigits}) + 3;
}

std::string label(const GoodCount& g) {
  return title_case(name(g.good)) + (g.n > 1 ? ' ' + std::to_string(g.n) : std::string());
}

double room_of(const GoodCount& g) {
  return kSwatch + 5 + text_width(label(g), {kGoodsLetter}) + 14;
}

template <typename Item>
double row_width(const std::vector<Item>& items) {
  double width = 0;
  for (const Item& item : items) width += room_of(item);
  return width;
}

}  // namespace

const PlayerLook& look_of(Player p) noexcept { return kPlayers[index(p)]; }

void define_symbols(Svg& svg, unsigned players) {
  svg.raw("<defs>");
  svg.raw("<g id='ship' fill='#4b3a2a'>").raw(kShip).raw("</g>");
  for (unsigned t = 0; t < kWorkers; ++t) {
    svg.raw("<g id='").raw(name(nth<Worker>(t))).raw("'>");
    coloured(svg, kWorkerShapes[t], "#1b1b1b", "#1b1b1b");
    svg.close();
  }
  for (unsigned i = 0; i < players; ++i) {
    const auto p = nth<Player>(i);
    const PlayerLook& look = kPlayers[i];
    svg.raw("<g id='").raw(to_string(p)).raw("'>");
    coloured(svg, look.shape, look.fill, "#1b1b1b");
    svg.text(std::to_string(i + 1), 0, 5.5, kUnit,
             {.size = 15, .bold = true, .align = Align::middle, .fill = look.ink});
    svg.close();
    for (unsigned t = 0; t < kWorkers; ++t) {
      svg.raw("<g id='").raw(to_string(p)).raw("-").raw(name(nth<Worker>(t))).raw("'>");
      coloured(svg, look.shape, look.fill, "#1b1b1b");
      coloured(svg, kWorkerShapes[t], look.ink, look.ink);
      svg.close();
    }
  }
  svg.raw("</defs>");
}

void token_row(Svg& svg, const std::vector<Token>& tokens, double x, double middle, double width,
               double size) {
  if (tokens.empty()) return;
  const double scale = std::min(size / kUnit, width / row_width(tokens));
  svg.open_scaled(x, middle, scale);
  double at = kTokenRoom / 2;
  for (const Token& token : tokens) {
    std::string id = to_string(token.player);
    const std::string tooltip = id + ": " + counted_workers(token.n, token.worker);
    id.append("-").append(name(token.worker));
    svg.use(id, at, 0, tooltip);
    if (token.n > 1) {
      svg.text(std::to_string(token.n), at + kTokenRoom / 2, 5.5, kTokenRoom, {kDigits});
    }
    at += room_of(token);
  }
  svg.close();
}

std::vector<Token> tokens_of(Player p, WorkerCounts counts) {
  std::vector<Token> tokens;
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto w = nth<Worker>(t);
    if (counts[w] != 0) tokens.push_back({p, w, counts[w]});
  }
  return tokens;
}

void goods_row(Svg& svg, const std::vector<GoodCount>& goods, double x, double middle, double width,
               double size) {
  if (goods.empty()) return;
  const double scale = std::min(size / kGoodsLetter, width / row_width(goods));
  svg.open_scaled(x, middle, scale);
  double at = 0;
  for (const GoodCount& g : goods) {
    svg.rect({at, -kSwatch / 2, kSwatch, kSwatch}, 3,
             "stroke='#1b1b1b' fill='" + std::string(kGoodColours[index(g.good)]) + "'");
    svg.text(label(g), at + kSwatch + 5, 5, width, {kGoodsLetter});
    at += room_of(g);
  }
  svg.close();
}

double goods_width(const std::vector<GoodCount>& goods, double size) {
  return row_width(goods) * size / kGoodsLetter;
}

std::vector<GoodCount> goods_of(Holding holding) {
  std::vector<GoodCount> goods;
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned n = holding[nth<Good>(g)];
    if (n != 0) goods.push_back({nth<Good>(g), n});
  }
  return goods;
}

}  // namespace carrack::picture
