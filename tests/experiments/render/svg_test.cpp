// Numbers in pictures.
#include "experiments/render/svg.hpp"

#include <gtest/gtest.h>

#include "experiments/render/tree_svg.hpp"

namespace carrack::picture {
namespace {

std::string number(double value) { return Svg().number(value).take(); }

TEST(Svg, NumbersHaveAtMostTwoDecimalsAndNoExponent) {
  EXPECT_EQ(number(0.125), "0.13");
  EXPECT_EQ(number(0.01), "0.01");
  EXPECT_EQ(number(-12.5), "-12.5");
  EXPECT_EQ(number(1200), "1200");
  EXPECT_EQ(number(100'000), "100000");
  EXPECT_EQ(number(2'000'000'000), "2000000000");
  EXPECT_EQ(number(-1e300).size(), 302U);
}

TEST(TreeSvg, NodesHaveTheirNumbers) {
  constexpr u32 kLast = 100'000;
  SavedTree tree;
  tree.players = 2;
  tree.nodes.resize(kLast + 1);
  for (SavedNode& node : tree.nodes) node.value = {0.5, 0.5};
  tree.nodes[0].visits = tree.nodes[kLast].visits = 10;
  const std::string svg = tree_svg(tree, 0);
  EXPECT_NE(svg.find("<g data-node='0'>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<g data-node='100000'>"), std::string::npos) << svg;
}

}  // namespace
}  // namespace carrack::picture
