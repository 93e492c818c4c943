#include "agents/tile_list.hpp"

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"
#include "core/game/ruleset.hpp"

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

void check_tiles(std::string_view agent, std::string_view key, TileSet tiles, Ruleset rules) {
  if (tiles.empty()) return;
  TileSet pool;
  for (const Age age : {Age::one, Age::two, Age::three}) pool = pool | tile_pool(rules, age);
  const TileSet missing = tiles.kinds() - pool.kinds();
  const bool has_none = missing == tiles.kinds();
  std::optional<Tile> wrong;
  missing.for_each([&](TileCopy kind) {
    const auto tile = nth<Tile>(index(kind));
    const bool is_tweaked_away = rules.figures().of(tile).copies == 0;
    if (!wrong && (has_none || !is_tweaked_away)) wrong = tile;
  });
  if (!wrong) return;
  const TileSet same_age = tile_pool(rules, catalogue::row(*wrong).age).kinds();
  std::vector<std::string_view> known;
  same_age.for_each([&](TileCopy kind) { known.push_back(name(nth<Tile>(index(kind)))); });
  const std::string_view guess = nearest(name(*wrong), known);
  std::string message = "agent '" + std::string(agent) + "', " + std::string(key) + "=: the tile " +
                        std::string(name(*wrong)) + " cannot be bought in " + rules.to_string();
  if (!guess.empty()) message.append("; did you mean '").append(guess).append("'?");
  throw InputError(message + " (tiles of its age: " + join(known) + ")");
}

}  // namespace carrack
