// RULES §4 C: sets of goods and ships, then what tiles bring.
#include <algorithm>
#include <array>

#include "core/game/figures.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::income {
namespace {

/// Sets of any three out of `goods` leftovers and `ships`, at most one ship in each.
constexpr unsigned mixed_sets(unsigned goods, unsigned ships) noexcept {
  const unsigned with_ship = std::min(ships, goods / 2);
  return with_ship + (goods - 2 * with_ship) / 3;
}

}  // namespace

// Sets have their printed money here. Why this is exact: a kind of c tokens alone is best cut into
// one four (c ≥ 4) or one three (c = 3), the rest being leftovers. A ship that completes a set of
// the same kind gains $3; a ship or a leftover in a set of any three gains at most $1. So ships go,
// while they last:
//   1. to each three, making it a four: +$3 for nothing;
//   2. two to each six (3 + 3 for 4 + 2 leftovers): +$6 for two leftovers; with one ship, +$3;
//   3. to each pair: +$3 for two leftovers, whose loss costs at most one mixed set;
//   4. two to each five (3 and 2 for 4 and 1 leftover): +$3 for one leftover, at most $2 otherwise;
//   5. into a four made of four tokens, setting a token free: a leftover is worth no less than a
//      ship, of which a mixed set takes only one.
// No kind has more than six tokens. tests/core/rules/income_test.cpp compares every holding with a
// search.
unsigned best_sets(Holding holding) noexcept {
  const u64 b0 = holding.digits(0);
  const u64 b1 = holding.digits(1);
  const u64 b2 = holding.digits(2);
  const unsigned ones = count_bits(b0 & ~b1 & ~b2);
  unsigned ships = holding.ships();
  unsigned leftovers = ones;
  unsigned money = 0;
  if ((b1 | b2) != 0) {
    const unsigned pairs = count_bits(b1 & ~b0 & ~b2);
    const unsigned threes = count_bits(b1 & b0);
    const unsigned fours = count_bits(b2 & ~b1 & ~b0);
    const unsigned fives = count_bits(b2 & b0);
    const unsigned sixes = count_bits(b2 & b1);

    money = kThreeAlike * threes + kFourAlike * (fours + fives + sixes);
    leftovers += 2 * pairs + fives + 2 * sixes;
    const auto spend = [&ships](unsigned most) {
      const unsigned n = std::min(ships, most);
      ships -= n;
      return n;
    };
    money += kThreeAlike * spend(threes);
    const unsigned on_sixes = spend(2 * sixes);
    money += kThreeAlike * on_sixes;
    leftovers -= 2 * ((on_sixes + 1) / 2);
    const unsigned on_pairs = spend(pairs);
    money += kThreeAlike * on_pairs;
    leftovers -= 2 * on_pairs;
    const unsigned broken_fives = std::min(ships / 2, fives);
    ships -= 2 * broken_fives;
    money += kThreeAlike * broken_fives;
    leftovers -= broken_fives;
    leftovers += spend(fours + fives - broken_fives);
  }
  return money + kThreeAny * mixed_sets(leftovers, ships);
}

namespace {

/// The best income with figures other than the printed ones, by dynamic programming over the kinds
/// of goods. State: ships used so far, and tokens left over for sets of any three.
class OtherSets {
 public:
  OtherSets(const Figures& figures, unsigned ships) noexcept
      : three_any_(figures.three_any),
        three_alike_(figures.three_alike),
        four_alike_(figures.four_alike),
        ships_(ships) {
    for (auto& row : best_) row.fill(kNone);
    best_[0][0] = 0;
  }

  void add_kind(unsigned tokens) noexcept {
    const Table before = best_;
    for (auto& row : best_) row.fill(kNone);
    for (unsigned fours = 0; 3 * fours <= tokens; ++fours) {
      for (unsigned threes = 0; 3 * fours + 2 * threes <= tokens; ++threes) {
        add_sets(before, tokens, fours, threes);
      }
    }
    leftovers_ += tokens;
  }

  [[nodiscard]] unsigned best() const noexcept {
    int most = 0;
    for (unsigned used = 0; used <= ships_; ++used) {
      for (unsigned left = 0; left <= leftovers_; ++left) {
        if (best_[used][left] == kNone) continue;
        const auto mixed = static_cast<int>(three_any_ * mixed_sets(left, ships_ - used));
        most = std::max(most, best_[used][left] + mixed);
      }
    }
    return static_cast<unsigned>(most);
  }

 private:
  using Table = std::array<std::array<i16, kGoods * Holding::kMost + 1>, kShips + 1>;
  static constexpr i16 kNone = -1;

  /// All ways to fill so many sets of a kind up with ships.
  void add_sets(const Table& before, unsigned tokens, unsigned fours, unsigned threes) noexcept {
    const unsigned whole = 4 * fours + 3 * threes;  // tokens without a ship
    const unsigned least = whole > tokens ? whole - tokens : 0;
    const auto money = static_cast<int>(four_alike_ * fours + three_alike_ * threes);
    for (unsigned ships = least; ships <= std::min(fours + threes, ships_); ++ships) {
      const unsigned over = tokens + ships - whole;
      for (unsigned used = 0; used + ships <= ships_; ++used) {
        for (unsigned left = 0; left <= leftovers_; ++left) {
          if (before[used][left] == kNone) continue;
          i16& best = best_[used + ships][left + over];
          best = std::max(best, static_cast<i16>(before[used][left] + money));
        }
      }
    }
  }

  Table best_{};  // $ by ships used, then tokens left over
  unsigned three_any_;
  unsigned three_alike_;
  unsigned four_alike_;
  unsigned ships_;
  unsigned leftovers_ = 0;  // the most so far
};

}  // namespace

unsigned best_sets(const Rules& rules, Holding holding) noexcept {
  if (rules.has_printed_sets) return best_sets(holding);
  OtherSets sets(rules.figures, holding.ships());
  for (unsigned g = 0; g < kGoods; ++g) {
    if (const unsigned tokens = holding[nth<Good>(g)]; tokens != 0) sets.add_kind(tokens);
  }
  return sets.best();
}

Holding goods_and_ships(const State& s, Player p) noexcept {
  Holding holding = s.of(p).goods();
  if (s.sailed != 0) holding.remove_ships(tiles::sailed_ships(s, p));
  return holding;
}

void resolve(State& s) noexcept {
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    PlayerState& mine = s.of(p);
    const unsigned sets = best_sets(s.ruleset().table(), goods_and_ships(s, p));
    mine.earn(sets);
    if (s.turn == kTurns) mine.set_economy(sets);
    if (s.turn > 3) mine.earn(tiles::income(s, p));  // no tile of age I has any
  }
  begin(s, Phase::benefits);
}

}  // namespace carrack::income
