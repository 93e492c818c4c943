#include "agents/evaluation/features.hpp"

#include <algorithm>

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

unsigned discovery_vp(const State& s, Player p) {
  unsigned vp = 0;
  for_each_bit(s.counters.held_by(index(p)),
               [&](unsigned i) { vp += catalogue::kCounterRows[i].vp; });
  for_each_bit(s.cards.held_by(index(p)),
               [&](unsigned i) { vp += catalogue::kCardRows[i].discovery.vp; });
  return vp;
}

/// The features of one player; `standing` is what the regions would score for it now.
Features player_features(const State& s, Player p, unsigned standing) noexcept {
  Features features{};
  const PlayerState& mine = s.of(p);
  unsigned led_by_two = 0;
  unsigned led_by_one = 0;
  unsigned behind = 0;
  unsigned workers = 0;
  for_each_bit(s.habitable(), [&](unsigned r) {
    const auto region = nth<Region>(r);
    const unsigned here = mine.workers_in(region);
    if (here == 0) return;
    workers += here;
    unsigned other = 0;
    for (unsigned q = 0; q < s.players(); ++q) {
      if (q != index(p)) other = std::max(other, s.player[q].workers_in(region));
    }
    led_by_two += here >= other + 2;
    led_by_one += here == other + 1;
    behind += here <= other;
  });
  std::array<unsigned, 3> tiles_by_age{};
  s.tiles_of(p).for_each([&](TileCopy copy) {
    const Tile kind = kind_of(copy);
    ++tiles_by_age[index(catalogue::row(kind).age)];
    ++features[kCountFeatures + index(kind)];
  });
  const WorkerCounts hand = mine.available();
  unsigned place = 0;
  while (place + 1 < s.players() && s.in_place(place) != p) ++place;

  unsigned i = 0;
  const auto add = [&](unsigned value) { features[i++] = static_cast<float>(value); };
  add(1);
  add(mine.money());
  for (const unsigned limit : {10U, 20U, 40U}) add(std::min<unsigned>(mine.money(), limit));
  add(income::best_sets(mine.goods()));
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
  add(led_by_one);
  add(behind);
  add(count_bits(mine.colonies()));
  add(workers);
  add(mine.soldiers_in_regions());
  add(mine.builders_in_regions());
  add(discovery_vp(s, p));
  add(tiles::final_vp(s, p));
  add(tiles_by_age[0]);
  add(tiles_by_age[1]);
  add(tiles_by_age[2]);
  for (unsigned w = 0; w < kWorkers; ++w) add(hand[nth<Worker>(w)]);
  add(mine.discovery().total() + mine.discovery()[Worker::captain]);
  add(Slot::count(s.dock, p));
  add(Slot::count(s.goods_box, p) + mine.shipping().total());
  add(Slot::count(s.buildings_box, p));
  add(Slot::count(s.specialist_box, p));
  add(Slot::count(s.warfare_box, p));
  add(place);
  add(mine.bought_vp() + (s.phase == Phase::auction ? 0 : mine.economy()));
  assert(i == kCountFeatures);
  return features;
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
  const std::array<u16, kMaxPlayers> standing = scoring::colony_vp(s);
  AllFeatures all{};
  for (unsigned p = 0; p < s.players(); ++p) {
    all[p] = player_features(s, nth<Player>(p), standing[p]);
  }
  return all;
}

}  // namespace carrack
