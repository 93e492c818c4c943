// RULES §4 G: the most workers in a region score 6, the second most 2. §8 buy_vp: then VP are sold.
#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::scoring {
namespace {

constexpr u8 kNeeded = 3;  // workers of one player before a region scores at all
constexpr u8 kFirst = 6;
constexpr u8 kSecond = 2;
constexpr u8 kTiedFirst = 2;
constexpr u8 kFirstPerBuilder = 4;
constexpr u8 kSecondPerBuilder = 2;
// What a region brings fits a byte.
static_assert(kFirst + kFirstPerBuilder * kMaxPlayers * kPieces[index(Worker::builder)] < 256);

}  // namespace

// All regions at once, a byte each.
std::array<u16, kMaxPlayers> colony_vp(const State& s) noexcept {
  using Bytes = RegionCounts::Bytes;
  const auto where = [](auto comparison) { return std::bit_cast<Bytes>(comparison); };
  const unsigned players = s.players();
  std::array<Bytes, kMaxPlayers> workers;
  Bytes most{};
  Bytes builders{};
  for (unsigned p = 0; p < players; ++p) {
    workers[p] = s.player[p].workers_by_region().bytes();
    most = most > workers[p] ? most : workers[p];
    builders += s.player[p].builders_by_region().bytes();
  }
  Bytes firsts{};
  Bytes second{};
  for (unsigned p = 0; p < players; ++p) {
    firsts += where(workers[p] == most) & 1;
    const Bytes fewer = where(workers[p] != most) & workers[p];
    second = second > fewer ? second : fewer;
  }
  Bytes seconds{};
  for (unsigned p = 0; p < players; ++p) seconds += where(workers[p] == second) & 1;
  const Bytes is_scored = where(most >= kNeeded);
  const Bytes first_vp = (where(firsts == 1) & kFirst) + (where(firsts == 2) & kTiedFirst) +
                         kFirstPerBuilder * builders;
  const Bytes second_vp =
      (where(firsts == 1) & where(seconds == 1) & kSecond) + kSecondPerBuilder * builders;
  std::array<u16, kMaxPlayers> vp{};
  for (unsigned p = 0; p < players; ++p) {
    const Bytes won = (where(workers[p] == most) & first_vp) |
                      (where(workers[p] == second) & where(second != 0) & second_vp);
    vp[p] = static_cast<u16>(RegionCounts(won & is_scored).total());
  }
  return vp;
}

unsigned scorings_before(const State& s) noexcept {
  const bool is_counted = s.phase >= Phase::scoring;
  return (s.turn > 3 || (s.turn == 3 && is_counted) ? 1U : 0U) +
         (s.turn > 6 || (s.turn == 6 && is_counted) ? 1U : 0U) +
         (s.turn == 8 && is_counted ? 1U : 0U);
}

namespace {

unsigned affordable_vp(const State& s) noexcept {
  constexpr unsigned kMost = kVerbRows[index(Verb::vp)].count;
  return std::min(s.of(s.actor).money() / vp_price(s.age()), kMost);
}

/// On turn 8 wealth counts before money is spent on VP.
void fix_wealth(State& s) noexcept {
  const unsigned owner = s.holder(only_copy(Tile::wealth));
  if (owner < kMaxPlayers) s.wealth = static_cast<u16>(tiles::wealth(s, nth<Player>(owner)));
  s.flags |= kWealthFixed;
}

}  // namespace

void resolve(State& s) noexcept {
  const std::array<u16, kMaxPlayers> vp = colony_vp(s);
  for (unsigned p = 0; p < s.players(); ++p) {
    s.player[p].add_colony_vp(vp[p]);
  }
  if (!s.ruleset().has(Variant::buy_vp)) {
    refresh::finish(s);
    return;
  }
  if (s.turn == kTurns) fix_wealth(s);
  carrack::begin(s, Phase::scoring);
}

bool seek_buy(State& s) noexcept {
  for (; s.cursor < s.players(); ++s.cursor) {
    s.actor = s.in_place(s.cursor);
    if (affordable_vp(s) != 0) return true;
  }
  s.cursor = 0;
  refresh::finish(s);
  return false;
}

void buy_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::vp);
  legal.add_pass();
  const unsigned most = affordable_vp(s);
  for (unsigned n = 0; n < most; n += 64) {
    legal.add_set(Verb::vp, low_bits(std::min(most - n, 64U)), n);
  }
}

void choose_buy(State& s, Action action) noexcept {
  ++s.cursor;
  if (action.is_pass()) return;
  PlayerState& mine = s.of(s.actor);
  const unsigned bought = action.argument(Verb::vp) + 1;
  mine.pay(bought * vp_price(s.age()));
  mine.add_bought_vp(bought);
}

}  // namespace carrack::scoring
