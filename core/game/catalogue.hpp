// Every figure printed on the components, as data; the boards have a file of their own. What
// components do is in core/rules.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/game/board.hpp"
#include "core/game/edition.hpp"
#include "core/game/tileset.hpp"

namespace carrack {

enum class Tile : u8 {
  settlers,
  monastery,
  trade_routes,
  training_grounds,
  indentured_servitude,
  conquistadors,
  navigator,
  inca_conquest,
  trading_post,
  cartography,
  plague_1,
  spoils_coin_5,
  spoils_ship,
  spoils_specialists,
  magellan,
  new_world_city,
  new_world_mission,
  overpopulation,
  smuggler,
  around_the_cape,
  trade_routes_to_asia,
  alliance,
  garrisons,
  aztec_conquest,
  indian_allies,
  privateers,
  ship_yards,
  cathedral,
  taxation,
  university,
  west_indies_co,
  colonization_laws,
  rum_distillery,
  marketplace,
  military_academy,
  fortress,
  stables,
  plague_2,
  spoils_coin_7,
  spoils_goods,
  stone_masonry,
  papal_edict,
  mint,
  trading_house,
  reformation,
  mayflower,
  spice_trade,
  goa,
  zanzibar,
  fleet_of_discovery,
  colony_in_india,
  militia,
  mercantilism,
  population,
  navy,
  power,
  prosperity,
  glory,
  wealth,
  migration,
  factory,
  plague_3,
  age_of_discovery,
  new_world_capital_city,
  age_of_reason,
  rewrite_history,
  european_war,
  cardinal_richelieu,
  cathedrals,
  independence
};
static_assert(index(Tile::independence) + 1 == kTiles);

enum class Nation : u8 { england, spain, france, portugal, holland, italy, denmark };

/// Spoils of a discovery: money for the player, more for each soldier sent, natives to overcome.
struct Discovery {
  u8 plunder;      // $
  u8 per_soldier;  // $ for each soldier of the party
  u8 natives;      // strength needed
  u8 vp;
  friend constexpr bool operator==(const Discovery&, const Discovery&) noexcept = default;
};

struct CardRow {
  std::string_view name;
  Discovery discovery;
};

struct TileRow {
  std::string_view name;
  Age age;
  u8 cost;  // $
  u8 vp;    // printed
  u8 sets;  // which boxes it comes in, see TileOrigin
};

namespace catalogue {

inline constexpr std::array<TileRow, kTiles> kTileRows{{
    {"settlers", Age::one, 10, 0, kBoth},
    {"monastery", Age::one, 10, 0, kBoth},
    {"trade_routes", Age::one, 10, 0, kBoth},
    {"training_grounds", Age::one, 10, 0, kBoth},
    {"indentured_servitude", Age::one, 10, 0, kBoth},
    {"conquistadors", Age::one, 10, 0, kBoth},
    {"navigator", Age::one, 10, 0, kBoth},
    {"inca_conquest", Age::one, 10, 0, kBoth},
    {"trading_post", Age::one, 10, 0, kBoth},
    {"cartography", Age::one, 10, 4, kBoth},
    {"plague_1", Age::one, 10, 0, kEmpires},
    {"spoils_coin_5", Age::one, 0, 0, kBuilder},
    {"spoils_ship", Age::one, 0, 0, kBuilder},
    {"spoils_specialists", Age::one, 0, 0, kBuilder},
    {"magellan", Age::one, 10, 0, kBuilder},
    {"new_world_city", Age::one, 10, 0, kBuilder},
    {"new_world_mission", Age::one, 10, 0, kBuilder},
    {"overpopulation", Age::one, 10, 0, kBuilder},
    {"smuggler", Age::one, 10, 0, kBuilder},
    {"around_the_cape", Age::one, 10, 0, kWorld},
    {"trade_routes_to_asia", Age::one, 10, 0, kWorld},
    {"alliance", Age::one, 10, 0, kWorld},
    {"garrisons", Age::one, 10, 0, kWorld},
    {"aztec_conquest", Age::one, 10, 0, kWorld},
    {"indian_allies", Age::two, 14, 0, kBoth},
    {"privateers", Age::two, 14, 0, kBoth},
    {"ship_yards", Age::two, 14, 0, kBoth},
    {"cathedral", Age::two, 14, 0, kBoth},
    {"taxation", Age::two, 14, 2, kBoth},
    {"university", Age::two, 14, 5, kBoth},
    {"west_indies_co", Age::two, 14, 0, kBoth},
    {"colonization_laws", Age::two, 14, 0, kBoth},
    {"rum_distillery", Age::two, 14, 0, kBoth},
    {"marketplace", Age::two, 14, 0, kBoth},
    {"military_academy", Age::two, 14, 0, kBoth},
    {"fortress", Age::two, 14, 0, kBoth},
    {"stables", Age::two, 14, 0, kBoth},
    {"plague_2", Age::two, 14, 0, kEmpires},
    {"spoils_coin_7", Age::two, 0, 0, kBuilder},
    {"spoils_goods", Age::two, 0, 0, kBuilder},
    {"stone_masonry", Age::two, 14, 0, kBuilder},
    {"papal_edict", Age::two, 14, 0, kBuilder},
    {"mint", Age::two, 14, 0, kBuilder},
    {"trading_house", Age::two, 14, 0, kBuilder},
    {"reformation", Age::two, 14, 0, kBuilder},
    {"mayflower", Age::two, 14, 0, kBuilder},
    {"spice_trade", Age::two, 14, 0, kWorld},
    {"goa", Age::two, 14, 0, kWorld},
    {"zanzibar", Age::two, 14, 0, kWorld},
    {"fleet_of_discovery", Age::two, 14, 0, kWorld},
    {"colony_in_india", Age::two, 14, 0, kWorld},
    {"militia", Age::three, 20, 0, kBoth},
    {"mercantilism", Age::three, 20, 0, kBoth},
    {"population", Age::three, 20, 0, kBoth},
    {"navy", Age::three, 20, 0, kBoth},
    {"power", Age::three, 20, 0, kBoth},
    {"prosperity", Age::three, 20, 0, kBoth},
    {"glory", Age::three, 20, 0, kBoth},
    {"wealth", Age::three, 20, 0, kBoth},
    {"migration", Age::three, 20, 0, kBoth},
    {"factory", Age::three, 20, 5, kBoth},
    {"plague_3", Age::three, 20, 0, kEmpires},
    {"age_of_discovery", Age::three, 20, 0, kBuilder},
    {"new_world_capital_city", Age::three, 20, 0, kBuilder},
    {"age_of_reason", Age::three, 20, 0, kBuilder},
    {"rewrite_history", Age::three, 20, 0, kBuilder},
    {"european_war", Age::three, 20, 0, kWorld},
    {"cardinal_richelieu", Age::three, 20, 0, kWorld},
    {"cathedrals", Age::three, 20, 0, kWorld},
    {"independence", Age::three, 20, 0, kWorld},
}};

inline constexpr std::array<Discovery, kCounters> kCounterRows{{
    {1, 2, 1, 4},
    {1, 2, 1, 4},
    {1, 3, 2, 4},
    {1, 2, 2, 4},
    {1, 3, 2, 4},
    {2, 4, 3, 5},
    {2, 2, 3, 5},
    {2, 2, 3, 5},
    {1, 3, 3, 5},
    {1, 2, 3, 5},
    {2, 5, 3, 5},
    {3, 4, 4, 6},
    {4, 5, 4, 6},
    {3, 4, 4, 6},
    {4, 5, 5, 7},
    {2, 4, 5, 7},
}};

inline constexpr std::array<CardRow, kCards> kCardRows{{
    {"mississippi", {2, 1, 3, 4}},
    {"great_lakes", {1, 2, 3, 4}},
    {"pampas", {2, 1, 3, 4}},
    {"california", {2, 1, 4, 4}},
    {"philippines", {2, 1, 4, 5}},
    {"south_seas", {2, 1, 4, 5}},
    {"ethiopia", {3, 2, 4, 5}},
    {"amazon", {2, 1, 4, 4}},
    {"northwest_territory", {2, 2, 4, 4}},
    {"australia", {2, 1, 4, 5}},
    {"japan", {4, 3, 5, 5}},
    {"siam", {4, 2, 5, 5}},
    {"spice_islands", {5, 3, 5, 6}},
    {"india", {6, 3, 6, 6}},
    {"circumnavigation", {8, 3, 6, 6}},
    {"china", {7, 3, 6, 6}},
}};

inline constexpr std::array<std::string_view, kWorkers> kWorkerNames{
    "colonist", "captain", "merchant", "missionary", "soldier", "builder"};
inline constexpr std::array<std::string_view, kGoods> kGoodNames{
    "gold",    "silver", "cattle", "cocoa",  "fish", "sugar", "fur",  "coffee",
    "tobacco", "rice",   "indigo", "spices", "silk", "tea",   "ivory"};
inline constexpr std::array<std::string_view, kBoxes> kBoxNames{
    "initiative", "dock",    "goods",   "shipping", "buildings", "discovery", "captain", "merchant",
    "missionary", "soldier", "builder", "training", "warfare",   "mayflower", "india"};
inline constexpr std::array<std::string_view, 16> kPhaseNames{
    "setup",    "auction",   "placement", "initiative",  "dock",    "goods",
    "shipping", "buildings", "discovery", "specialists", "warfare", "income",
    "benefits", "refresh",   "scoring",   "end"};
inline constexpr std::array<std::string_view, kNations> kNationNames{
    "england", "spain", "france", "portugal", "holland", "italy", "denmark"};

/// The region rows of a board, in catalogue order.
[[nodiscard]] inline std::span<const RegionRow> regions(Board board) noexcept {
  return boards::row(board).regions();
}

[[nodiscard]] constexpr const TileRow& row(Tile kind) noexcept { return kTileRows[index(kind)]; }

/// Every copy of the tiles from any of `origins` (TileOrigin flags) that belong to `age`.
[[nodiscard]] constexpr TileSet copies(u8 origins, Age age) {
  TileSet set;
  for (unsigned i = 0; i < kTileCopies; ++i) {
    const TileRow& tile = row(kind_of(nth<TileCopy>(i)));
    if ((tile.sets & origins) != 0 && tile.age == age) set.insert(nth<TileCopy>(i));
  }
  return set;
}

}  // namespace catalogue

[[nodiscard]] constexpr std::string_view name(Tile kind) noexcept {
  return catalogue::row(kind).name;
}
[[nodiscard]] constexpr std::string_view name(Worker w) noexcept {
  return catalogue::kWorkerNames[index(w)];
}
[[nodiscard]] constexpr std::string_view name(Good g) noexcept {
  return catalogue::kGoodNames[index(g)];
}
[[nodiscard]] constexpr std::string_view name(Box b) noexcept {
  return catalogue::kBoxNames[index(b)];
}
[[nodiscard]] constexpr std::string_view name(Phase p) noexcept {
  return catalogue::kPhaseNames[index(p)];
}
[[nodiscard]] constexpr std::string_view name(Nation n) noexcept {
  return catalogue::kNationNames[index(n)];
}
[[nodiscard]] constexpr std::string_view name(Card c) noexcept {
  return catalogue::kCardRows[index(c)].name;
}

}  // namespace carrack
