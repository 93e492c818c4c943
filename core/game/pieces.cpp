#include "core/game/pieces.hpp"

namespace carrack {

void show_good(State& s, Good g) noexcept {
  // Insertion into a sorted list, from the right: what is greater moves up by one.
  u32 list = s.on_show;
  unsigned i = kGoodsOnShow - 1;
  for (; i > 0 && (list >> 4 * (i - 1) & 15U) > index(g); --i) {
    list = (list & ~(15U << 4 * i)) | (list >> 4 * (i - 1) & 15U) << 4 * i;
  }
  s.on_show = static_cast<u16>((list & ~(15U << 4 * i)) | index(g) << 4 * i);
}

void unshow_good(State& s, Good g) noexcept {
  unsigned i = 0;
  while ((s.on_show >> 4 * i & 15U) != index(g)) ++i;
  const u32 below = s.on_show & static_cast<u32>(low_bits(4 * i));
  const u32 above = (s.on_show | 0xF0000U) >> 4 & ~static_cast<u32>(low_bits(4 * i));
  s.on_show = static_cast<u16>(above | below);
}

TileSet tile_pool(Ruleset rules, Age age) noexcept {
  static constexpr std::array<std::array<TileSet, 3>, 2> kBase{{
      {catalogue::copies(kAoe3, Age::one), catalogue::copies(kAoe3, Age::two),
       catalogue::copies(kAoe3, Age::three)},
      {catalogue::copies(kEmpires, Age::one), catalogue::copies(kEmpires, Age::two),
       catalogue::copies(kEmpires, Age::three)},
  }};
  static constexpr std::array<TileSet, 3> kBuilderTiles{catalogue::copies(kBuilder, Age::one),
                                                        catalogue::copies(kBuilder, Age::two),
                                                        catalogue::copies(kBuilder, Age::three)};
  static constexpr std::array<TileSet, 3> kWorldTiles{catalogue::copies(kWorld, Age::one),
                                                      catalogue::copies(kWorld, Age::two),
                                                      catalogue::copies(kWorld, Age::three)};
  TileSet pool = kBase[index(rules.edition())][index(age)];
  if (rules.has(Module::builder)) pool = pool | kBuilderTiles[index(age)];
  if (rules.has(Module::world)) pool = pool | kWorldTiles[index(age)];
  return pool;
}

}  // namespace carrack
