#include "agents/evaluation/features.hpp"

#include <algorithm>

#include "agents/evaluation/dot_product.hpp"
#include "core/game/queries.hpp"

namespace carrack {
namespace {

constexpr std::array<std::string_view, kCountFeatures> kCountNames{
    "constant",
    "money",
    "money up to $10",
    "money up to $20",
    "money up to $40",
    "income now",
    "income potential",
    "goods",
    "ships",
    "colony VP",
    "colony VP as regions stand",
    "regions led by two or more",
    "regions led by one",
    "regions shared or second",
    "regions with own workers",
    "workers in regions",
    "soldiers in regions",
    "builders in regions",
    "counters and cards VP",
    "tile VP as they stand",
    "tiles of age I",
    "tiles of age II",
    "tiles of age III",
    "colonists available",
    "captains available",
    "merchants available",
    "missionaries available",
    "soldiers available",
    "builders available",
    "strength in discovery",
    "colonists on the dock",
    "workers in goods and shipping",
    "workers in buildings",
    "workers on specialist spaces",
    "workers in warfare",
    "place in the order",
    "bought VP and economy VP",
};

/// The copies of the tiles of an age.
constexpr TileSet tiles_of_age(Age age) noexcept {
  TileSet copies;
  for (unsigned i = 0; i < kTileCopies; ++i) {
    const auto copy = nth<TileCopy>(i);
    if (catalogue::row(kind_of(copy)).age == age) copies.insert(copy);
  }
  return copies;
}
constexpr std::array<TileSet, 3> kTilesByAge{tiles_of_age(Age::one), tiles_of_age(Age::two),
                                             tiles_of_age(Age::three)};

unsigned place_of(const State& s, Player p) noexcept {
  unsigned place = s.players() - 1;  // also where the order is not settled yet
  for (unsigned i = 0; i + 1 < s.players(); ++i) place = s.in_place(i) == p ? i : place;
  return place;
}

/// The counts of one player; `standing` is what the regions would score for it now.
std::array<float, kCountFeatures> counts_of(
    const State& s, Player p, unsigned standing,
    const std::array<RegionCounts, kMaxPlayers>& by_region) noexcept {
  std::array<float, kCountFeatures> counts;
  const PlayerState& mine = s.of(p);
  const RegionCounts own = by_region[index(p)];
  RegionCounts others;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(p)) others = max(others, by_region[q]);
  }
  const unsigned with_own = count_greater(own, RegionCounts());
  const unsigned led = count_greater(own, others);
  const unsigned led_by_two = count_greater(own, others + 1);
  const TileSet tiles = s.tiles_of(p);
  const WorkerCounts hand = mine.available();

  unsigned i = 0;
  const auto add = [&](unsigned value) { counts[i++] = static_cast<float>(value); };
  add(1);
  add(mine.money());
  for (const unsigned limit : {10U, 20U, 40U}) add(std::min<unsigned>(mine.money(), limit));
  add(income::best_sets(s.ruleset().table(), mine.goods()));
  unsigned alike = 0;
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned n = mine.good(nth<Good>(g));
    alike += n * n;
  }
  add(alike);
  add(mine.tokens());
  add(mine.ships());
  add(mine.colony_vp());
  add(standing);
  add(led_by_two);
  add(led - led_by_two);
  add(with_own - led);
  add(with_own);
  add(mine.civilians_in_regions() + mine.soldiers_in_regions() + mine.missionaries_in_regions() +
      mine.builders_in_regions());
  add(mine.soldiers_in_regions());
  add(mine.builders_in_regions());
  add(scoring::discovery_vp(s, p));
  add(tiles::final_vp(s, p));
  for (const TileSet& age : kTilesByAge) add((tiles & age).size());
  for (unsigned w = 0; w < kWorkers; ++w) add(hand[nth<Worker>(w)]);
  add(mine.discovery().total() + mine.discovery()[Worker::captain]);
  add(Slot::count(s.dock, p));
  add(Slot::count(s.goods_box, p) + mine.shipping().total());
  add(Slot::count(s.buildings_box, p));
  add(Slot::count(s.specialist_box, p));
  add(Slot::count(s.warfare_box, p));
  add(place_of(s, p));
  add(mine.bought_vp() + (s.phase == Phase::auction ? 0 : mine.economy()));
  assert(i == kCountFeatures);
  return counts;
}

/// Calls `visit(seat, counts)` for each player.
template <typename Visit>
void for_each_player(const State& s, Visit&& visit) {
  const std::array<u16, kMaxPlayers> standing = scoring::colony_vp(s);
  std::array<RegionCounts, kMaxPlayers> by_region;
  for (unsigned p = 0; p < s.players(); ++p) by_region[p] = s.player[p].workers_by_region();
  for (unsigned p = 0; p < s.players(); ++p) {
    visit(p, counts_of(s, nth<Player>(p), standing[p], by_region));
  }
}

}  // namespace

const std::array<std::string_view, kFeatures>& feature_names() {
  static const auto kNames = [] {
    std::array<std::string_view, kFeatures> names;
    std::ranges::copy(kCountNames, names.begin());
    for (unsigned t = 0; t < kTiles; ++t) {
      names[kCountFeatures + t] = catalogue::row(nth<Tile>(t)).name;
    }
    return names;
  }();
  return kNames;
}

AllFeatures features_of(const State& s) noexcept {
  AllFeatures all{};
  for_each_player(s, [&](unsigned p, const std::array<float, kCountFeatures>& counts) {
    std::ranges::copy(counts, all[p].begin());
    s.tiles_of(nth<Player>(p)).for_each([&](TileCopy copy) {
      ++all[p][kCountFeatures + index(kind_of(copy))];
    });
  });
  return all;
}

// Leaves out the tiles that the player does not have: most of them. Adds in the order of
// dot_product(), so that the sum is the same to the last bit.
std::array<float, kMaxPlayers> weighted_features(const State& s, const Features& weights) noexcept {
  std::array<float, kMaxPlayers> sums{};
  for_each_player(s, [&](unsigned p, const std::array<float, kCountFeatures>& counts) {
    PartialSums partial;
    partial.add_products(counts, weights);
    TileSet tiles = s.tiles_of(nth<Player>(p));
    // The two copies of settlers, the only tile that a player may have twice.
    static_assert(index(Tile::settlers) == 0);
    constexpr TileSet kSettlers{.low = 3};
    const unsigned settlers = (tiles & kSettlers).size();
    partial.add(kCountFeatures, static_cast<float>(settlers) * weights[kCountFeatures]);
    (tiles - kSettlers).for_each([&](TileCopy copy) {
      const std::size_t i = kCountFeatures + index(kind_of(copy));
      partial.add(i, weights[i]);
    });
    sums[p] = partial.total();
  });
  return sums;
}

}  // namespace carrack
