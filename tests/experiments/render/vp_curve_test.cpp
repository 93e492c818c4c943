// Compares the curve of the replay page with its VP.
#include "experiments/render/vp_curve.hpp"

#include "core/base/random.hpp"
#include "tests/core/position.hpp"
#include "tests/experiments/render/markup.hpp"

namespace carrack::testing {
namespace {

/// The y coordinate of a step line at each step: "M0 yHxVyHx".
std::vector<int> levels_of(const std::string& path, std::size_t steps) {
  std::istringstream in(path);
  char command = 0;
  int x = 0;
  int y = 0;
  in >> command >> x >> y;
  EXPECT_EQ(command, 'M');
  std::vector<int> levels;
  while (in >> command >> x) {
    if (command == 'V') {
      y = x;
      continue;
    }
    EXPECT_EQ(command, 'H');
    levels.resize(static_cast<std::size_t>(x), y);
  }
  EXPECT_EQ(levels.size(), steps - 1);
  levels.push_back(y);
  return levels;
}

TEST(VpCurve, EachLineIsItsSeatsVpStepByStep) {
  Random random(3, 1);
  State s = start(Ruleset::make("aoe3", 3));
  picture::VpCurve curve(3);
  curve.add(s);
  unsigned turns = 0;
  while (!is_over(s)) {
    const Legal options = legal(s);
    const unsigned turn = s.turn;
    apply(s, is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                          : options[random.below(options.size())]);
    turns += s.turn != turn ? 1 : 0;
    curve.add(s);
  }
  std::string fault;
  const std::vector<Element> elements = read_markup(curve.svg(), fault);
  ASSERT_EQ(fault, "");
  const int most = std::stoi(elements[0].attributes.at("data-most"));
  unsigned lines = 0;
  unsigned seat = 0;
  for (const Element& element : elements) {
    if (element.tag == "line" && element.attributes.contains("class")) ++lines;
    if (element.tag != "path") continue;
    EXPECT_EQ(element.attributes.at("class"), "vp-p" + std::to_string(seat + 1));
    const std::vector<int> levels = levels_of(element.attributes.at("d"), curve.vp().size());
    for (std::size_t step = 0; step < levels.size(); ++step) {
      ASSERT_EQ(most - levels[step], curve.vp()[step][seat]) << "step " << step;
    }
    EXPECT_EQ(curve.vp().back()[seat], result(s).vp[seat]);
    ++seat;
  }
  EXPECT_EQ(seat, 3U);
  EXPECT_EQ(lines, turns);
}

}  // namespace
}  // namespace carrack::testing
