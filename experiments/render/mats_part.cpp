// The players' mats: names, money, VP, available workers, goods, ships, discoveries, tiles.
#include "core/base/error.hpp"
#include "core/game/game.hpp"
#include "core/game/queries.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr double kHead = 34;

std::string plural(unsigned n, std::string_view one) {
  return std::to_string(n) + ' ' + std::string(one) + (n == 1 ? "" : "s");
}

/// "p1, England".
std::string who(const State& s, Player p) {
  const PlayerState& mine = s.of(p);
  return to_string(p) + (mine.has_nation() ? ", " + title_case(name(mine.nation())) : "");
}

/// Seat and nation, and below them the agent, if known.
void draw_names(Svg& svg, const State& s, Player p, std::span<const std::string> agents,
                const Rect& mat) {
  const std::string_view ink = look_of(p).ink;
  const double x = mat.x + 44;
  const double width = mat.w * 0.45 - 44;
  if (agents.empty()) {
    svg.text(who(s, p), x, mat.y + 23, width, {.size = 17, .bold = true, .fill = ink});
    return;
  }
  svg.text(who(s, p), x, mat.y + 15, width, {.size = 14, .bold = true, .fill = ink});
  const Font font{.size = 13, .fill = ink};
  const std::string& agent = agents[index(p)];
  svg.raw("<g class='agent'><title>").escaped(printable(agent)).raw("</title>");
  svg.text(shortened(agent, width, font), x, mat.y + 28, width, font).close();
}

/// "9 VP of colonies, 2 bought": two parts of the score, not the score, which stands below as "VP
/// if it ended now".
std::string parts_of_score(const PlayerState& mine) {
  const std::string text = std::to_string(mine.colony_vp()) + " VP of colonies";
  return mine.bought_vp() == 0 ? text : text + ", " + std::to_string(mine.bought_vp()) + " bought";
}

/// The money, and below it what the scorings so far have brought.
void draw_wealth(Svg& svg, const PlayerState& mine, std::string_view ink, const Rect& mat) {
  const double right = mat.x + mat.w - 12;
  const double width = mat.w * 0.45 - 60;  // beside the mark of the player to move
  svg.text("$" + std::to_string(mine.money()), right, mat.y + 16, width,
           {.size = 16, .bold = true, .align = Align::right, .fill = ink});
  svg.text(parts_of_score(mine), right, mat.y + 28, width,
           {.size = 12, .align = Align::right, .fill = ink});
}

void draw_head(Svg& svg, const State& s, Player p, std::span<const std::string> agents,
               const Rect& mat) {
  const PlayerLook& look = look_of(p);
  svg.rect(mat, 8, "class='frame' fill='#faf8f3' stroke='#a8a294'");
  svg.rect({mat.x + 2, mat.y + 2, mat.w - 4, kHead - 4}, 7,
           "fill='" + std::string(look.fill) + "'");
  svg.rect({mat.x + 4, mat.y + 3, 32, 28}, 6, "fill='#faf8f3'");
  svg.use(to_string(p), mat.x + 20, mat.y + 17);
  draw_names(svg, s, p, agents, mat);
  draw_wealth(svg, s.of(p), look.ink, mat);
}

/// Draws the part that changes with every move: whether the player is to move, and its VP if the
/// game ended now.
void draw_note(Svg& svg, const State& s, Player p, const Result& now, const Rect& mat) {
  if (!is_over(s) && !is_chance(s) && s.actor == p) {
    const Rect pill{mat.x + mat.w * 0.55 - 36, mat.y + 6, 72, 22};
    svg.rect(pill, 11, "fill='#faf8f3'");
    svg.text("to move", pill.x + pill.w / 2, pill.y + 16, pill.w - 8,
             {.size = 14, .bold = true, .align = Align::middle});
  }
  std::string note = std::to_string(now.vp[index(p)]) + " VP if it ended now";
  if (s.phase == Phase::auction) {
    note = s.of(p).bid() == 0 ? "no bid yet" : "bid $" + std::to_string(s.of(p).bid());
  } else if (is_over(s)) {
    note = "rank " + std::to_string(now.rank[index(p)]) + " with " +
           std::to_string(now.vp[index(p)]) + " VP";
  }
  svg.text(note, mat.x + mat.w - 12, mat.y + kHead + 51, mat.w * 0.31,
           {.size = 15, .bold = is_over(s), .align = Align::right});
}

/// The names of counters and cards held, for the tooltip.
std::string discoveries(const State& s, Player p) {
  const Figures& figures = s.ruleset().figures();
  std::string text;
  for_each_bit(s.counters.held_by(index(p)), [&](unsigned i) {
    text += "counter of " + std::to_string(figures.counters[i].vp) + " VP; ";
  });
  for_each_bit(s.cards.held_by(index(p)), [&](unsigned i) {
    text += title_case(name(nth<Card>(i))) + ", " + std::to_string(figures.cards[i].vp) + " VP; ";
  });
  return text;
}

void draw_workers(Svg& svg, const State& s, Player p, const Result& now, const Rect& mat) {
  const PlayerState& mine = s.of(p);
  const double y = mat.y + kHead + 17;
  const double half = mat.w * 0.44;
  if (mine.available().empty()) {
    svg.text("no workers to place", mat.x + 14, y + 5, half - 20, {.size = 14, .fill = kMuted});
  }
  token_row(svg, tokens_of(p, mine.available()), mat.x + 10, y, half - 14, 30);
  std::string text = plural(mine.ships(), "ship");
  if (const unsigned sailed = tiles::sailed_ships(s, p))
    text += ", " + std::to_string(sailed) + " at sea";
  svg.use("ship", mat.x + half + 14, y);
  svg.text(text, mat.x + half + 32, y + 5, mat.w * 0.2, {.size = 15});
  const unsigned found =
      count_bits(s.counters.held_by(index(p))) + count_bits(s.cards.held_by(index(p)));
  svg.raw("<g>");
  if (found != 0) svg.raw("<title>").escaped(discoveries(s, p)).raw("</title>");
  svg.text((found == 1 ? "1 discovery, " : std::to_string(found) + " discoveries, ") +
               std::to_string(now.breakdown[index(p)].discoveries) + " VP",
           mat.x + mat.w - 12, y + 5, mat.w * 0.28, {.size = 15, .align = Align::right});
  svg.close();
}

/// Draws the goods on one line, or on two if one would be small.
void draw_goods(Svg& svg, const PlayerState& mine, const Rect& mat) {
  constexpr double kLetter = 15;
  constexpr double kSmaller = 13;
  const double x = mat.x + 14;
  const double y = mat.y + kHead + 46;
  const double width = mat.w * 0.63;
  const std::vector<GoodCount> goods = goods_of(mine.goods());
  if (goods.empty()) svg.text("no goods", x, y + 5, width, {.size = 14, .fill = kMuted});
  if (goods_width(goods, kLetter) < 1.2 * width) {
    goods_row(svg, goods, x, y, width, kLetter);
    return;
  }
  const auto half = goods.begin() + static_cast<std::ptrdiff_t>((goods.size() + 1) / 2);
  goods_row(svg, {goods.begin(), half}, x, y - 8, width, kSmaller);
  goods_row(svg, {half, goods.end()}, x, y + 8, width, kSmaller);
}

void draw_tiles(Svg& svg, const State& s, Player p, const Rect& mat) {
  std::vector<std::string> names;
  const unsigned powers = s.of(p).powers();
  if (powers != 0) names.push_back("National power used " + plural(powers, "time"));
  s.tiles_of(p).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    const bool used = (kind == Tile::university && (s.flags & kUniversityUsed) != 0) ||
                      (kind == Tile::cartography && (s.flags & kCartographyUsed) != 0);
    names.push_back(title_case(name(kind)) + (used ? " (used)" : ""));
  });
  const double y = mat.y + kHead + 64;
  if (names.empty()) svg.text("no tiles", mat.x + 14, y + 15, 200, {.size = 14, .fill = kMuted});
  flow(svg, {mat.x + 12, y, mat.w - 24, mat.y + mat.h - 6 - y}, names, 15, kChip);
}

}  // namespace

void add_mats(std::vector<BoardGroup>& groups, const State& s,
              std::span<const std::string> agents) {
  const Result now = result(s);
  for (unsigned i = 0; i < s.players(); ++i) {
    const auto p = nth<Player>(i);
    const Rect mat = mat_of(i, s.players());
    const std::string id = "mat-" + std::to_string(i);
    const auto add = [&](std::string_view part, auto&& draw) {
      Svg svg;
      draw(svg);
      groups.push_back({id + std::string(part), svg.take()});
    };
    add("", [&](Svg& svg) { draw_head(svg, s, p, agents, mat); });
    add("-note", [&](Svg& svg) { draw_note(svg, s, p, now, mat); });
    add("-workers", [&](Svg& svg) { draw_workers(svg, s, p, now, mat); });
    add("-goods", [&](Svg& svg) { draw_goods(svg, s.of(p), mat); });
    add("-tiles", [&](Svg& svg) { draw_tiles(svg, s, p, mat); });
  }
}

}  // namespace carrack::picture
