// Boards from code: what no game could be played on is refused.
#include "core/game/board.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::string board_refusal(std::vector<RegionRow> regions, const GoodTokens& tokens) {
  return complaint([&] { static_cast<void>(boards::add({"refused", regions, tokens})); });
}

TEST(Board, MustBePlayable) {
  const BoardRow& printed = boards::kAmericas;
  const std::vector<RegionRow> regions(printed.regions().begin(), printed.regions().end());
  EXPECT_EQ(board_refusal(regions, printed.tokens()), "");

  GoodTokens tokens = printed.tokens();
  tokens[index(regions[0].good)] = BoardRow::kMostTokens + 1;
  expect_names(board_refusal(regions, tokens), {name(regions[0].good), "expected up to 6"});
  tokens[index(regions[0].good)] = 0;
  expect_names(board_refusal(regions, tokens), {"holds", name(regions[0].good)});

  std::vector<RegionRow> changed = regions;
  for (RegionRow& region : changed) region.discovered = false;
  expect_names(board_refusal(changed, printed.tokens()), {"no region is discovered"});
  for (RegionRow& region : changed) region.discovered = true;
  expect_names(board_refusal(changed, printed.tokens()), {"nothing to discover"});
}

TEST(Board, APrintedOneKeepsItsNumber) {
  EXPECT_EQ(boards::add(boards::kAmericas), Board::americas);
  EXPECT_EQ(boards::add(boards::kWorld), Board::world);
}

}  // namespace
}  // namespace carrack::testing
