#include "core/game/pieces.hpp"

namespace carrack {

TileSet tile_pool(Ruleset rules, Age age) noexcept {
  static constexpr auto kBase = [] {
    std::array<std::array<TileSet, 3>, kEditions> pools;
    for (unsigned e = 0; e < kEditions; ++e) {
      for (const Age a : {Age::one, Age::two, Age::three}) {
        pools[e][index(a)] = catalogue::copies(kEditionRows[e].tiles, a);
      }
    }
    return pools;
  }();
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
