// The colours of the players.
#include "experiments/render/symbols.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace carrack::picture {
namespace {

/// Relative luminance of "#rgb" or "#rrggbb" (Web Content Accessibility Guidelines 2.1).
double luminance(std::string_view colour) {
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};  // red, green, blue
  double sum = 0;
  for (std::size_t i = 0; i < kWeights.size(); ++i) {
    const std::string digits = colour.size() == 4 ? std::string(2, colour[1 + i])
                                                  : std::string(colour.substr(1 + 2 * i, 2));
    const double part = std::stoi(digits, nullptr, 16) / 255.0;
    sum += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

TEST(Symbols, TextOnAPlayersColourCanBeRead) {
  for (unsigned p = 0; p < kMaxPlayers; ++p) {
    const PlayerLook& look = look_of(nth<Player>(p));
    const auto [low, high] = std::minmax({luminance(look.fill), luminance(look.ink)});
    EXPECT_GE((high + 0.05) / (low + 0.05), 4.5) << "p" << p + 1;
  }
}

}  // namespace
}  // namespace carrack::picture
