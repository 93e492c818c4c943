// Events as sentences: in the pages of games and reports, and in `carrack replay`.
#include "experiments/render/sentence.hpp"

#include <gtest/gtest.h>

#include "core/notation/notation.hpp"

namespace carrack::testing {
namespace {

std::string told(std::string_view actor, std::string_view event) {
  return sentence(actor, parse_notation(event, Board::americas), Board::americas);
}

TEST(Sentence, HasSpacesWhereTheNotationHasUnderscores) {
  EXPECT_EQ(told("p5", "migrate new_england new_spain 2"),
            "p5 moves 2 x colonist from new england to new spain");
  EXPECT_EQ(told("p1", "buy trade_routes"), "p1 buys trade routes");
  EXPECT_EQ(told("chance", "tile spoils_coin_5"), "new on show: spoils coin 5");
}

}  // namespace
}  // namespace carrack::testing
