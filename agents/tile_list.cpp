#include "agents/tile_list.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr auto kTileNames = [] {
  std::array<std::string_view, kTiles> names;
  for (unsigned i = 0; i < kTiles; ++i) names[i] = catalogue::kTileRows[i].name;
  return names;
}();

}  // namespace

Tile tile_named(std::string_view word) {
  const auto found = std::ranges::find(kTileNames, word);
  if (found == kTileNames.end()) throw InputError(unknown_word("tile", word, kTileNames));
  return nth<Tile>(static_cast<unsigned>(found - kTileNames.begin()));
}

TileSet tiles_of(AgentSpec& spec, std::string_view key) {
  TileSet tiles;
  for (const std::string& word : spec.list(key)) {
    try {
      const Tile kind = tile_named(word);
      tiles.insert(only_copy(kind));
      if (kind == Tile::settlers) tiles.insert(nth<TileCopy>(0));
    } catch (const InputError& error) {
      throw InputError("agent '" + spec.name() + "', " + std::string(key) + "=: " + error.what());
    }
  }
  return tiles;
}

std::string listed(std::string_view key, TileSet tiles) {
  std::string text;
  tiles.for_each([&](TileCopy copy) {
    if (index(copy) == 1) return;  // the second settlers
    text.append(text.empty() ? "," + std::string(key) + "=" : "+").append(name(kind_of(copy)));
  });
  return text;
}

}  // namespace carrack
