#include "core/game/figures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace carrack {
namespace {

constexpr u8 kMostPrice = 99;
constexpr u8 kMostVp = 50;
constexpr u8 kMostMoneyEach = 50;
constexpr u8 kMostVpEach = 20;
constexpr u8 kMostMoneyPerSoldier = 20;
constexpr u8 kMostSet = 30;

/// What a tile brings beside its printed VP, if that is one figure.
struct EachRow {
  Tile tile;
  u8 printed;
  std::string_view name;
  u8 most;
};
constexpr EachRow money(Tile tile, u8 printed) { return {tile, printed, "money", kMostMoneyEach}; }
constexpr EachRow vp_each(Tile tile, u8 printed) { return {tile, printed, "vp_each", kMostVpEach}; }

constexpr std::array kEachRows{
    money(Tile::inca_conquest, 20),
    money(Tile::trading_post, 5),
    money(Tile::spoils_coin_5, 5),
    money(Tile::privateers, 1),
    money(Tile::taxation, 10),
    money(Tile::rum_distillery, 3),
    money(Tile::spoils_coin_7, 7),
    money(Tile::mint, 2),
    money(Tile::trading_house, 5),
    money(Tile::spice_trade, 1),
    vp_each(Tile::colony_in_india, 2),
    vp_each(Tile::mercantilism, 1),
    vp_each(Tile::navy, 4),
    vp_each(Tile::power, 2),
    vp_each(Tile::prosperity, 2),
    vp_each(Tile::glory, 2),
    money(Tile::factory, 0),  // by edition
    vp_each(Tile::age_of_discovery, 4),
    vp_each(Tile::new_world_capital_city, 3),
    vp_each(Tile::age_of_reason, 4),
    vp_each(Tile::independence, 3),
};

constexpr std::array<u8, kTiles> kCopies = [] {
  std::array<u8, kTiles> copies{};
  for (unsigned i = 0; i < kTileCopies; ++i) ++copies[index(kind_of(nth<TileCopy>(i)))];
  return copies;
}();

constexpr std::array<std::string_view, kCounters> kCounterNumbers{
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"};

/// Puts the rows together.
class Rows {
 public:
  Rows() {
    add_tiles();
    for (unsigned c = 0; c < kCounters; ++c) {
      add_discovery("counters", kCounterNumbers[c],
                    offsetof(Figures, counters) + c * sizeof(Discovery));
    }
    for (unsigned c = 0; c < kCards; ++c) {
      add_discovery("cards", name(nth<Card>(c)), offsetof(Figures, cards) + c * sizeof(Discovery));
    }
    add_spaces();
    for (unsigned w = 0; w < kWorkers; ++w) {  // one specialist is left for the auction's prize
      const unsigned most = kPieces[w] - (nth<Worker>(w) == Worker::colonist ? 0U : 1U);
      add({"start", name(nth<Worker>(w)), {}}, offsetof(Figures, workers) + w, 0,
          static_cast<u8>(most));
    }
    add({"start", "money", {}}, offsetof(Figures, money), 0, kMostPrice);
    add({"turn", "colonist", {}}, offsetof(Figures, colonists), 0, kPieces[0]);
    add({"prices", "training", {}}, offsetof(Figures, training), 0, kMostPrice);
    add({"prices", "war", {}}, offsetof(Figures, war), 0, kMostPrice);
    add({"sets", "three_any", {}}, offsetof(Figures, three_any), 0, kMostSet);
    add({"sets", "three_alike", {}}, offsetof(Figures, three_alike), 0, kMostSet);
    add({"sets", "four_alike", {}}, offsetof(Figures, four_alike), 0, kMostSet);
  }

  std::vector<FigureRow> list;

 private:
  void add(FigureName name, std::size_t at, u8 least, u8 most) {
    list.push_back({nth<FigureId>(static_cast<unsigned>(at)), name, least, most});
  }

  void add_tiles() {
    for (unsigned t = 0; t < kTiles; ++t) {
      const auto kind = nth<Tile>(t);
      const std::size_t at = offsetof(Figures, tiles) + t * sizeof(TileFigures);
      const auto tile = name(kind);
      add({"tiles", tile, "cost"}, at + offsetof(TileFigures, cost), 0, kMostPrice);
      add({"tiles", tile, "vp"}, at + offsetof(TileFigures, vp), 0, kMostVp);
      add({"tiles", tile, "copies"}, at + offsetof(TileFigures, copies), 0, kCopies[t]);
      const auto each = std::ranges::find(kEachRows, kind, &EachRow::tile);
      if (each == kEachRows.end()) continue;
      add({"tiles", tile, each->name}, at + offsetof(TileFigures, each), 0, each->most);
    }
  }

  void add_discovery(std::string_view group, std::string_view which, std::size_t at) {
    add({group, which, "plunder"}, at + offsetof(Discovery, plunder), 0, kMostMoneyEach);
    add({group, which, "per_soldier"}, at + offsetof(Discovery, per_soldier), 0,
        kMostMoneyPerSoldier);
    add({group, which, "natives"}, at + offsetof(Discovery, natives), 1, kMostNatives);
    add({group, which, "vp"}, at + offsetof(Discovery, vp), 0, kMostVp);
  }

  void add_spaces() {
    for (const auto& [box, least, most] : kSpaces) {
      add({"spaces", name(box), {}}, offsetof(Figures, spaces) + index(box), least, most);
    }
  }

  struct SpacesRow {
    Box box;
    u8 least;
    u8 most;  // spaces that a position has room for
  };
  static constexpr std::array<SpacesRow, 10> kSpaces{{{Box::dock, 1, 2 * kMaxPlayers - 1},
                                                      {Box::goods, 0, 4},
                                                      {Box::buildings, 0, 5},
                                                      {Box::captain, 0, 1},
                                                      {Box::merchant, 0, 1},
                                                      {Box::missionary, 0, 1},
                                                      {Box::soldier, 0, 1},
                                                      {Box::builder, 0, 1},
                                                      {Box::training, 0, 1},
                                                      {Box::warfare, 0, 4}}};
};

constexpr bool is_within(std::size_t at, std::size_t first, std::size_t size) {
  return at >= first && at < first + size;
}

}  // namespace

u8 origins_of(RulesetWords words) noexcept {
  unsigned origins = row_of(words.edition()).tiles;
  if (words.has(Module::builder)) origins |= kBuilder;
  if (words.has(Module::world)) origins |= kWorld;
  return static_cast<u8>(origins);
}

Figures printed_figures(RulesetWords words) noexcept {
  Figures figures{};
  for (unsigned t = 0; t < kTiles; ++t) {
    const TileRow& row = catalogue::row(nth<Tile>(t));
    figures.tiles[t] = {.cost = row.cost, .vp = row.vp, .copies = kCopies[t], .each = 0};
  }
  for (const EachRow& row : kEachRows) figures.tiles[index(row.tile)].each = row.printed;
  figures.tiles[index(Tile::factory)].each = row_of(words.edition()).factory;
  figures.counters = catalogue::kCounterRows;
  for (unsigned c = 0; c < kCards; ++c) figures.cards[c] = catalogue::kCardRows[c].discovery;
  const auto set = [&](Box box, unsigned spaces) {
    figures.spaces[index(box)] = static_cast<u8>(spaces);
  };
  set(Box::initiative, kMaxPlayers + 1);  // never full
  set(Box::dock, 2 * words.players() - 1);
  set(Box::goods, 4);
  set(Box::buildings, 5);
  set(Box::warfare, 4);
  for (const Box box :
       {Box::captain, Box::merchant, Box::missionary, Box::soldier, Box::training}) {
    set(box, 1);
  }
  set(Box::builder, words.has(Module::builder) ? 1 : 0);
  figures.workers[index(Worker::colonist)] = 5;
  figures.money = words.has(Module::auction) && words.has(Module::national) ? 15 : 10;
  figures.colonists = 5;
  figures.training = 5;
  figures.war = 10;
  figures.three_any = kThreeAny;
  figures.three_alike = kThreeAlike;
  figures.four_alike = kFourAlike;
  return figures;
}

std::string full_name(const FigureRow& row) {
  std::string text;
  for (const std::string_view word : row.name) {
    if (!word.empty()) text.append(text.empty() ? "" : ": ").append(word);
  }
  return text;
}

std::span<const FigureRow> figure_rows() {
  static const Rows rows;
  return rows.list;
}

bool has_figure(RulesetWords words, const FigureRow& row) noexcept {
  const std::size_t at = index(row.id);
  if (is_within(at, offsetof(Figures, tiles), sizeof(Figures::tiles))) {
    const auto kind = nth<Tile>(static_cast<unsigned>(at / sizeof(TileFigures)));
    return (catalogue::row(kind).sets & origins_of(words)) != 0;
  }
  if (is_within(at, offsetof(Figures, cards), sizeof(Figures::cards))) {
    return !words.has(Module::world);
  }
  const bool is_of_builders = at == offsetof(Figures, spaces) + index(Box::builder) ||
                              at == offsetof(Figures, workers) + index(Worker::builder);
  return !is_of_builders || words.has(Module::builder);
}

FigureRange range_of(RulesetWords words, const FigureRow& row) noexcept {
  const std::size_t at = index(row.id);
  if (at == offsetof(Figures, money) && words.has(Module::auction)) return {1, kMostBid};
  const bool are_captains = at == offsetof(Figures, workers) + index(Worker::captain);
  const bool are_sent = are_captains && words.has(Variant::two_player_captains);
  return {row.least, row.most - (are_sent ? kCaptainsSent : 0)};
}

u8 figure(const Figures& figures, FigureId id) noexcept {
  u8 value = 0;
  std::memcpy(&value, reinterpret_cast<const u8*>(&figures) + index(id), sizeof value);
  return value;
}

void set_figure(Figures& figures, FigureId id, u8 value) noexcept {
  std::memcpy(reinterpret_cast<u8*>(&figures) + index(id), &value, sizeof value);
}

}  // namespace carrack
