// RULES §4 H: VP by source, and ranks with their tie-breaks.
#include <array>
#include <compare>

#include "core/game/game.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

constexpr int kEuropeanWar = 10;  // VP that the first player loses

/// What players are compared by, first to last (§4 H; still tied: shared, R7).
struct Standing {
  int vp;
  unsigned last_colonies;  // filled in where VP are equal
  unsigned money;
  unsigned goods;
  friend auto operator<=>(const Standing&, const Standing&) = default;
};

bool has_equal_vp(const std::array<Standing, kMaxPlayers>& standing, unsigned players) noexcept {
  bool found = false;
  for (unsigned i = 0; i < players; ++i) {
    for (unsigned j = 0; j < i; ++j) found |= standing[i].vp == standing[j].vp;
  }
  return found;
}

/// On turn 8 nobody moves a worker after the scoring, so the regions still show its VP.
void add_last_colonies(const State& s, std::array<Standing, kMaxPlayers>& standing) noexcept {
  const std::array<u16, kMaxPlayers> vp = scoring::colony_vp(s);
  for (unsigned i = 0; i < s.players(); ++i) standing[i].last_colonies = vp[i];
}

}  // namespace

Result result(const State& s) noexcept {
  Result r;
  std::array<Standing, kMaxPlayers> standing{};
  const unsigned players = s.players();
  for (unsigned i = 0; i < players; ++i) {
    const PlayerState& p = s.player[i];
    Breakdown& b = r.breakdown[i];
    b.colonies = static_cast<u16>(p.colony_vp());
    b.discoveries = scoring::discovery_vp(s, nth<Player>(i));
    b.tiles = static_cast<u16>(tiles::final_vp(s, nth<Player>(i)));
    b.economy = static_cast<u16>(s.phase == Phase::auction ? 0 : p.economy());
    b.bought = static_cast<u16>(p.bought_vp());
    r.vp[i] = static_cast<i16>(b.total());
    standing[i] = {r.vp[i], 0, p.money(), p.tokens()};
    if (s.ruleset().terms().ships_break_ties) standing[i].goods += p.ships();
  }
  const auto rank_all = [&] {
    if (has_equal_vp(standing, players)) add_last_colonies(s, standing);
    for (unsigned i = 0; i < players; ++i) {
      unsigned ahead = 0;
      for (unsigned j = 0; j < players; ++j) ahead += standing[j] > standing[i] ? 1U : 0U;
      r.rank[i] = static_cast<u8>(ahead + 1);
    }
  };
  rank_all();
  const unsigned spared = s.holder(only_copy(Tile::european_war));
  if (spared < kMaxPlayers) {  // §9, W6
    for (unsigned i = 0; i < players; ++i) {
      if (r.rank[i] != 1 || i == spared) continue;
      standing[i].vp -= kEuropeanWar;
      r.vp[i] = static_cast<i16>(standing[i].vp);
    }
    rank_all();
  }
  return r;
}

}  // namespace carrack
