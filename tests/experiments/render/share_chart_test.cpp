// Compares the areas of the chart with the win shares.
#include "experiments/render/share_chart.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/random.hpp"
#include "tests/experiments/render/markup.hpp"

namespace carrack::testing {
namespace {

/// The points of a path "Mx y x y … Z".
std::vector<std::pair<double, double>> points_of(const std::string& path) {
  EXPECT_TRUE(path.starts_with('M') && path.ends_with('Z')) << path;
  std::istringstream in(path.substr(1));
  std::vector<std::pair<double, double>> points;
  double x = 0;
  double y = 0;
  while (in >> x >> y) points.emplace_back(x, y);
  return points;
}

TEST(ShareChart, TheHeightOfEachAreaIsTheShareOfItsSeat) {
  constexpr std::size_t kSteps = 40;
  Random random(1, 1);
  std::vector<std::vector<double>> shares;
  for (std::size_t i = 0; i < kSteps; ++i) {
    const double first = random.uniform();
    const double second = random.uniform() * (1 - first);
    shares.push_back({first, second, 1 - first - second});
  }
  std::string fault;
  const auto elements =
      read_markup(picture::share_chart(shares, std::vector<std::size_t>{7, 20}), fault);
  ASSERT_EQ(fault, "");
  EXPECT_EQ(elements[0].attributes.at("viewBox"), "0 0 39 1000");
  unsigned seat = 0;
  std::vector<std::string> turns;
  for (const Element& element : elements) {
    if (element.tag == "line" && element.attributes.contains("class")) {
      turns.push_back(element.attributes.at("x1"));
    }
    if (element.tag != "path") continue;
    EXPECT_EQ(element.attributes.at("class"), "share-p" + std::to_string(seat + 1));
    const auto points = points_of(element.attributes.at("d"));
    ASSERT_EQ(points.size(), 2 * kSteps);
    for (std::size_t i = 0; i < kSteps; ++i) {
      const auto& [x, upper] = points[i];
      const auto& [same_x, lower] = points[2 * kSteps - 1 - i];
      EXPECT_EQ(x, static_cast<double>(i));
      EXPECT_EQ(same_x, x);
      EXPECT_NEAR(lower - upper, 1000 * shares[i][seat], 0.011) << "seat " << seat;
      if (seat == 0) {
        EXPECT_EQ(upper, 0);
      }
      if (seat == 2) {
        EXPECT_NEAR(lower, 1000, 0.006);
      }
    }
    ++seat;
  }
  EXPECT_EQ(seat, 3U);
  EXPECT_EQ(turns, (std::vector<std::string>{"7", "20"}));
}

}  // namespace
}  // namespace carrack::testing
