// What the picture is made of: workers, markers of the players, goods.
#pragma once

#include "core/game/state.hpp"
#include "experiments/render/svg.hpp"

namespace carrack::picture {

/// Players are told apart by colour (Okabe and Ito's palette, safe for the colour-blind), by the
/// shape of their pieces and, on their markers, by their number.
struct PlayerLook {
  std::string_view fill;
  std::string_view ink;    // of what is drawn on it
  std::string_view shape;  // markup without colour, some 24 units wide around 0
};
[[nodiscard]] const PlayerLook& look_of(Player p) noexcept;

/// The definitions that the rest uses: `p1` … the players' markers with their numbers,
/// `p1-soldier` … their workers, `soldier` … workers of nobody, `ship`; 24 units wide around 0.
void define_symbols(Svg& svg, unsigned players);

/// Some workers of one player and type.
struct Token {
  Player player;
  Worker worker;
  unsigned n;
};

/// Tokens in a row, the first one's middle at half a token behind `x`, `size` units high; smaller
/// where the row would be wider than `width`. A number stands behind each token for more than one.
void token_row(Svg& svg, const std::vector<Token>& tokens, double x, double middle, double width,
               double size);

/// The tokens of `counts`, in the order of Worker.
[[nodiscard]] std::vector<Token> tokens_of(Player p, WorkerCounts counts);

/// Goods in a row, with their counts where `counts` asks for them; smaller where there are many.
struct GoodCount {
  Good good;
  unsigned n;
};
void goods_row(Svg& svg, const std::vector<GoodCount>& goods, double x, double middle, double width,
               double size);
/// How wide such a row would like to be.
[[nodiscard]] double goods_width(const std::vector<GoodCount>& goods, double size);
/// Those that `lanes` counts, laid out as PlayerState::goods.
[[nodiscard]] std::vector<GoodCount> goods_of(Holding holding);

}  // namespace carrack::picture
