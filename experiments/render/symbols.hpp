// The symbols of the picture: workers, player markers, goods.
#pragma once

#include "core/game/state.hpp"
#include "experiments/render/svg.hpp"

namespace carrack::picture {

/// Players differ in colour (the colour-blind safe palette of Okabe and Ito), in the shape of their
/// pieces and, on their markers, in their number.
struct PlayerLook {
  std::string_view fill;
  std::string_view ink;    // colour of drawings on the fill
  std::string_view shape;  // markup without colour, about 24 units wide around 0
};
[[nodiscard]] const PlayerLook& look_of(Player p) noexcept;

/// The definitions that the rest uses: `p1` … the players' markers with their numbers,
/// `p1-soldier` … their workers, `soldier` … neutral workers, `ship`; 24 units wide around 0.
void define_symbols(Svg& svg, unsigned players);

/// Some workers of one player and type.
struct Token {
  Player player;
  Worker worker;
  unsigned n;
};

/// Tokens in a row starting at `x`, `size` units high; shrunk if the row is wider than `width`. A
/// number follows each token that stands for more than one.
void token_row(Svg& svg, const std::vector<Token>& tokens, double x, double middle, double width,
               double size);

/// The tokens of `counts`, in the order of Worker.
[[nodiscard]] std::vector<Token> tokens_of(Player p, WorkerCounts counts);

struct GoodCount {
  Good good;
  unsigned n;
};
/// Goods in a row, a number after each that there is more than once; shrunk if there are many.
void goods_row(Svg& svg, const std::vector<GoodCount>& goods, double x, double middle, double width,
               double size);
/// The preferred width of a row of goods.
[[nodiscard]] double goods_width(const std::vector<GoodCount>& goods, double size);
/// The goods of a holding, without ships.
[[nodiscard]] std::vector<GoodCount> goods_of(Holding holding);

}  // namespace carrack::picture
