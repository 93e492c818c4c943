#include "core/game/tile_texts.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/game/ruleset.hpp"

namespace carrack {
namespace {

using enum TileKind;

constexpr std::array<TileText, kTiles> kTileTexts{{
    // Age I
    {Tile::settlers, turn, "Each turn, brings 1 colonist for the next placement."},
    {Tile::monastery, turn, "Each turn, brings 1 missionary for the next placement."},
    {Tile::trade_routes, turn, "Each turn, brings 1 merchant for the next placement."},
    {Tile::training_grounds, turn, "Each turn, brings 1 soldier for the next placement."},
    {Tile::indentured_servitude, turn,
     "Each turn, puts 1 colonist onto space X of the dock. It lands next turn."},
    {Tile::conquistadors, turn, "Each turn, puts 1 soldier into the discovery box."},
    {Tile::navigator, turn, "Each turn, puts 1 captain into the discovery box."},
    {Tile::inca_conquest, purchase, "At purchase, brings $20."},
    {Tile::trading_post, turn, "Each turn, brings $5."},
    {Tile::cartography, purchase,
     "Once, discovers an undiscovered region of choice without an expedition: the owner takes "
     "its counter and plunder and puts 1 colonist there. In aoe3 this is at purchase; in "
     "empires it may wait for any later benefits phase."},
    {Tile::plague_1, owned, "Every expedition of the owner meets 1 native fewer."},
    {Tile::spoils_coin_5, purchase, "At purchase, brings $5."},
    {Tile::spoils_ship, purchase,
     "At purchase, brings 1 ship of the supply, if one is left there."},
    {Tile::spoils_specialists, purchase,
     "At purchase, brings 2 specialists of choice for the next placement."},
    {Tile::magellan, owned, "A captain of the owner has strength 3 in expeditions, not 2."},
    {Tile::new_world_city, turn, "Each turn, brings 1 builder for the next placement."},
    {Tile::new_world_mission, turn, "Each turn, brings 1 missionary for the next placement."},
    {Tile::overpopulation, purchase,
     "At purchase, puts 3 colonists into discovered regions of choice, together or apart."},
    {Tile::smuggler, turn,
     "Each turn, the owner may swap one own good for one good of another player."},
    {Tile::around_the_cape, purchase,
     "At purchase, puts 3 colonists into African regions of choice, discovered or not, "
     "together or apart."},
    {Tile::trade_routes_to_asia, purchase,
     "At purchase, brings 1 spices, 1 silk and 1 tea, as far as the supply has them."},
    {Tile::alliance, purchase,
     "At purchase, the owner names another player. From then on neither can choose a battle or "
     "a war against the other."},
    {Tile::garrisons, owned, "Builders of the owner cannot be picked as casualties."},
    {Tile::aztec_conquest, purchase,
     "At purchase, discovers new_spain as cartography would, but with 4 colonists. If "
     "new_spain is discovered already, 3 colonists go there."},
    // Age II
    {Tile::indian_allies, purchase,
     "At purchase, puts 2 soldiers into one region of choice where the owner has a worker. "
     "Without such a region they are lost."},
    {Tile::privateers, turn,
     "Each turn, every other player pays the owner $1 for each ship of the owner, as far as "
     "that player's money goes."},
    {Tile::ship_yards, turn, "Each turn, brings 1 captain for the next placement."},
    {Tile::cathedral, owned, "A missionary of the owner that lands brings 2 colonists, not 1."},
    {Tile::taxation, turn, "Each turn, brings $10."},
    {Tile::university, owned,
     "Once, moves an own worker to the first space of its box just before that resolves: "
     "initiative, dock or buildings; in empires also trade goods or warfare. It may instead "
     "make the owner first in the player order, just before a placement."},
    {Tile::west_indies_co, turn, "Each turn, brings 1 good, drawn from the supply."},
    {Tile::colonization_laws, turn,
     "Each turn, puts 1 colonist onto space Y of the dock. It lands next turn."},
    {Tile::rum_distillery, turn,
     "Each turn, brings $3 for each own sugar: in aoe3 in the income phase, in empires in the "
     "benefits phase."},
    {Tile::marketplace, turn, "Each turn, brings 1 merchant for the next placement."},
    {Tile::military_academy, turn, "Each turn, brings 1 soldier for the next placement."},
    {Tile::fortress, turn, "Each turn, brings 1 soldier for the next placement."},
    {Tile::stables, turn,
     "Each turn, the owner may move 1 own soldier to an adjacent region where it has a worker. "
     "In aoe3 this is in the benefits phase, in empires just before the discovery box "
     "resolves."},
    {Tile::plague_2, purchase,
     "At purchase, every player, the owner too, loses 1 worker of its own choice in each "
     "region where it has 3 or more."},
    {Tile::spoils_coin_7, purchase, "At purchase, brings $7."},
    {Tile::spoils_goods, purchase, "At purchase, brings 2 goods, drawn from the supply."},
    {Tile::stone_masonry, turn, "Each turn, brings 1 builder for the next placement."},
    {Tile::papal_edict, purchase,
     "At purchase, the owner names another player and says which of the two goes first. Each "
     "puts 2 colonists into one region where it has a worker."},
    {Tile::mint, income,
     "Each turn, in the income phase, brings $2 for each own gold or for each own silver, "
     "whichever is more."},
    {Tile::trading_house, turn,
     "Each turn, the owner may sell own goods to the supply for $5 each."},
    {Tile::reformation, owned,
     "A missionary of another player brings no colonist when it lands in a region where the "
     "owner has a missionary."},
    {Tile::mayflower, owned,
     "Up to 3 times a turn, the owner may place a worker on an own ship, a dock space behind "
     "Y. That ship counts in no set of goods this turn."},
    {Tile::spice_trade, turn, "Each turn, brings $1 for each own good and each own ship."},
    {Tile::goa, income,
     "Each turn, in the income phase, brings what the spices, tea and silk of each other "
     "player would be worth in sets without ships. The others lose nothing."},
    {Tile::zanzibar, income,
     "Each turn, in the income phase, brings what the ivory, gold and coffee of each other "
     "player would be worth in sets without ships. The others lose nothing."},
    {Tile::fleet_of_discovery, purchase,
     "At purchase, brings 1 ship of the supply, if one is left there, and 1 captain, 1 "
     "merchant and 1 soldier for the next placement."},
    {Tile::colony_in_india, end,
     "At the end, 2 VP for each worker in the box india. Only the owner may place workers "
     "there, without limit, and they never come back."},
    // Age III
    {Tile::militia, owned,
     "The owner has 1 soldier more in every battle in which it is attacked. Picked as a "
     "casualty, that soldier costs nothing."},
    {Tile::mercantilism, end, "At the end, 1 VP for each own good. Ships do not count."},
    {Tile::population, end, "At the end, 1 VP for every 2 own workers in regions."},
    {Tile::navy, end, "At the end, 4 VP for each own ship."},
    {Tile::power, end, "At the end, 2 VP for each own soldier in a region."},
    {Tile::prosperity, end, "At the end, 2 VP for each own tile, this one included."},
    {Tile::glory, end,
     "At the end, 2 VP for each region where the owner has a worker. In empires only regions "
     "where somebody has 3 workers or more count."},
    {Tile::wealth, end, "At the end, 1 VP for every $5 of the owner."},
    {Tile::migration, turn,
     "Each turn, the owner may take 1 or 2 own colonists out of one region and into one "
     "other, discovered one."},
    {Tile::factory, turn, "Each turn, brings $25 in aoe3, $30 in empires."},
    {Tile::plague_3, purchase,
     "At purchase, the owner may remove 1 to 3 colonists of one other player from one region."},
    {Tile::age_of_discovery, end,
     "At the end, 4 VP for each own discovery counter and discovery card."},
    {Tile::new_world_capital_city, end, "At the end, 3 VP for each own builder in a region."},
    {Tile::age_of_reason, end,
     "At the end, 4 VP for each own worker that was on a specialist space when that box "
     "resolved on turn 8."},
    {Tile::rewrite_history, purchase,
     "At purchase, the owner may take a random discovery counter from one other player, then "
     "from a second one."},
    {Tile::european_war, end,
     "After the ranking, whoever is first loses 10 VP, but not the owner. Then the ranks are "
     "taken again."},
    {Tile::cardinal_richelieu, purchase,
     "At purchase, the owner may start a war between two other players, at no cost. The first "
     "one named is the attacker."},
    {Tile::cathedrals, purchase,
     "At purchase, puts 1 colonist beside every own missionary in a region."},
    {Tile::independence, end,
     "At the end, 3 VP for each region where nobody has as many workers as the owner."},
}};

/// Every tile has its text, at its own place.
consteval bool is_complete() {
  for (unsigned i = 0; i < kTiles; ++i) {
    const TileText& row = kTileTexts[i];
    if (index(row.tile) != i || row.text.size() < 3 || !row.text.ends_with('.')) return false;
  }
  return true;
}
static_assert(is_complete());

/// Whether an edition can be played with a tile, be it one of a module.
bool is_of(const TileRow& tile, Edition edition) noexcept {
  constexpr unsigned kOfModules = kBuilder | kWorld;
  const EditionRow& row = row_of(edition);
  return (tile.sets & (row.tiles | (row.has_extensions ? kOfModules : 0U))) != 0;
}

unsigned copies_of(Tile kind) noexcept {
  unsigned n = 0;
  for (unsigned i = 0; i < kTileCopies; ++i) n += kind_of(nth<TileCopy>(i)) == kind ? 1U : 0U;
  return n;
}

std::string_view module_of(const TileRow& tile) noexcept {
  const auto name = [](Module module) { return known_modules()[index(module)]; };
  if ((tile.sets & kWorld) != 0) return name(Module::world);
  return (tile.sets & kBuilder) != 0 ? name(Module::builder) : std::string_view();
}

TileEntry entry(Tile kind) {
  const TileRow& row = catalogue::row(kind);
  const TileText& text = text_of(kind);
  TileEntry entry{.name = row.name,
                  .age = row.age,
                  .cost = row.cost,
                  .vp = row.vp,
                  .copies = copies_of(kind),
                  .editions = {},
                  .module = module_of(row),
                  .kind = kTileKindNames[index(text.kind)],
                  .text = text.text};
  for (unsigned e = 0; e < kEditionRows.size(); ++e) {
    if (is_of(row, nth<Edition>(e))) entry.editions.push_back(kEditionRows[e].name);
  }
  return entry;
}

}  // namespace

const TileText& text_of(Tile tile) noexcept { return kTileTexts[index(tile)]; }

std::vector<TileEntry> list_tiles(std::optional<std::string_view> edition, std::optional<Age> age) {
  if (edition && std::ranges::find(known_editions(), *edition) == known_editions().end()) {
    throw InputError(unknown_word("edition", *edition, known_editions()));
  }
  std::vector<TileEntry> tiles;
  for (const TileText& text : kTileTexts) {
    TileEntry tile = entry(text.tile);
    const bool is_played =
        !edition || std::ranges::find(tile.editions, *edition) != tile.editions.end();
    if (is_played && tile.age == age.value_or(tile.age)) tiles.push_back(std::move(tile));
  }
  return tiles;
}

}  // namespace carrack
