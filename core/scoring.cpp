// RULES §4 G: the most workers in a region score 6, the second most 2.
#include <algorithm>

#include "core/phases.hpp"

namespace carrack::scoring {
namespace {

constexpr unsigned kNeeded = 3;  // workers of one player before a region scores at all
constexpr unsigned kFirst = 6;
constexpr unsigned kSecond = 2;
constexpr unsigned kTiedFirst = 2;
constexpr unsigned kFirstPerBuilder = 4;
constexpr unsigned kSecondPerBuilder = 2;

}  // namespace

std::array<u16, kMaxPlayers> colony_vp(const State& s) noexcept {
  std::array<u16, kMaxPlayers> vp{};
  for_each_bit(s.discovered, [&](unsigned r) {
    const auto region = nth<Region>(r);
    std::array<unsigned, kMaxPlayers> workers{};
    unsigned most = 0;
    unsigned builders = 0;
    for (unsigned p = 0; p < s.players(); ++p) {
      workers[p] = s.player[p].workers_in(region);
      most = std::max(most, workers[p]);
      builders += s.player[p].builders_in(region);
    }
    if (most < kNeeded) return;
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

void resolve(State& s) noexcept {
  const std::array<u16, kMaxPlayers> vp = colony_vp(s);
  for (unsigned p = 0; p < s.players(); ++p) {
    PlayerState::ColonyVp::add(s.player[p].purse, 0, vp[p]);
  }
}

}  // namespace carrack::scoring
