// Strategies of Kuhn poker and their exact values.
#pragma once

#include <algorithm>

#include "tests/games/kuhn_poker.hpp"

namespace carrack::testing {

/// The probability of a bet, or call, by card and decision: 0 the first player's first, 1 the
/// second's after a pass, 2 the second's after a bet, 3 the first's after pass and bet.
using KuhnStrategy = std::array<std::array<double, 4>, KuhnPoker::kCards>;

[[nodiscard]] inline unsigned kuhn_decision(const KuhnPoker::State& s) {
  if (s.played == 0) return 0;
  if (s.played == 2) return 3;
  return s.bets == 0 ? 1 : 2;
}

/// The payoff of the first player for given strategies of both.
[[nodiscard]] inline double kuhn_value(const KuhnPoker::State& s, const KuhnStrategy& first,
                                       const KuhnStrategy& second) {
  if (KuhnPoker::is_over(s)) return KuhnPoker::winnings(s);
  const auto after = [&](u16 action) {
    KuhnPoker::State next = s;
    KuhnPoker::Legal legal;
    KuhnPoker::apply(next, action, legal);
    return kuhn_value(next, first, second);
  };
  if (KuhnPoker::is_chance(s)) {
    double total = 0;
    for (unsigned deal = 0; deal < KuhnPoker::kDeals; ++deal) {
      total += after(static_cast<u16>(KuhnPoker::kFirstDeal + deal)) / KuhnPoker::kDeals;
    }
    return total;
  }
  const unsigned mover = KuhnPoker::mover(s);
  const double bet = (mover == 0 ? first : second)[s.card[mover]][kuhn_decision(s)];
  return bet * after(KuhnPoker::kBet) + (1 - bet) * after(KuhnPoker::kPass);
}

/// The payoff of the first player when one player plays a best response to the other: enumerates
/// all pure strategies, two decisions per card.
[[nodiscard]] inline double kuhn_best_response(unsigned responder, const KuhnStrategy& other) {
  constexpr unsigned kStrategies = 1U << (2 * KuhnPoker::kCards);
  double best = responder == 0 ? -2 : 2;
  for (unsigned bits = 0; bits < kStrategies; ++bits) {
    KuhnStrategy mine{};
    for (unsigned card = 0; card < KuhnPoker::kCards; ++card) {
      mine[card][responder == 0 ? 0 : 1] = bits >> (2 * card) & 1U;
      mine[card][responder == 0 ? 3 : 2] = bits >> (2 * card + 1) & 1U;
    }
    best = responder == 0 ? std::max(best, kuhn_value({}, mine, other))
                          : std::min(best, kuhn_value({}, other, mine));
  }
  return best;
}

/// Exploitability: the total gain of best responses over the value of the game; 0 for an
/// equilibrium, whose value is then that of the game (linear programming duality).
[[nodiscard]] inline double kuhn_exploitability(const KuhnStrategy& first,
                                                const KuhnStrategy& second) {
  return kuhn_best_response(0, second) - kuhn_best_response(1, first);
}

/// A Kuhn equilibrium: the first player bluffs with the lowest card with probability `bluff`,
/// from 0 to 1/3.
[[nodiscard]] inline KuhnStrategy kuhn_equilibrium(double bluff) {
  constexpr double kThird = 1.0 / 3;
  return {{{bluff, kThird, 0, 0}, {0, 0, kThird, bluff + kThird}, {3 * bluff, 1, 1, 1}}};
}

}  // namespace carrack::testing
