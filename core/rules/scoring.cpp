// RULES §4 G: the most workers in a region score 6, the second most 2. §8 buy_vp: then VP are sold.
#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::scoring {
namespace {

constexpr u8 kNeeded = 3;  // workers of one player before a region scores at all
constexpr unsigned kFirst = 6;
constexpr unsigned kSecond = 2;
constexpr unsigned kTiedFirst = 2;
constexpr unsigned kFirstPerBuilder = 4;
constexpr unsigned kSecondPerBuilder = 2;

}  // namespace

std::array<u16, kMaxPlayers> colony_vp(const State& s) noexcept {
  std::array<u16, kMaxPlayers> vp{};
  std::array<RegionCounts, kMaxPlayers> by_region;
  RegionCounts most_by_region;
  for (unsigned p = 0; p < s.players(); ++p) {
    by_region[p] = s.player[p].workers_by_region();
    most_by_region = max(most_by_region, by_region[p]);
  }
  for_each_bit(most_by_region.at_least(kNeeded), [&](unsigned r) {
    const auto region = nth<Region>(r);
    const unsigned most = most_by_region[r];
    std::array<unsigned, kMaxPlayers> workers{};
    unsigned builders = 0;
    for (unsigned p = 0; p < s.players(); ++p) {
      workers[p] = by_region[p][r];
      builders += s.player[p].builders_in(region);
    }
    unsigned second = 0;
    for (const unsigned n : workers) {
      if (n != most) second = std::max(second, n);
    }
    const auto holders = [&](unsigned n) {
      return static_cast<unsigned>(std::ranges::count(workers, n));
    };
    const unsigned firsts = holders(most);
    const unsigned seconds = second == 0 ? 0 : holders(second);
    const unsigned first_vp = firsts == 1 ? kFirst : firsts == 2 ? kTiedFirst : 0;
    const unsigned second_vp = firsts == 1 && seconds == 1 ? kSecond : 0;
    for (unsigned p = 0; p < s.players(); ++p) {
      if (workers[p] == most) {
        vp[p] = static_cast<u16>(vp[p] + first_vp + kFirstPerBuilder * builders);
      } else if (workers[p] == second && second != 0) {
        vp[p] = static_cast<u16>(vp[p] + second_vp + kSecondPerBuilder * builders);
      }
    }
  });
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
