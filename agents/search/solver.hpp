// Exact values of small games, and of the ends of large ones, by backward induction.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "agents/search/rollout_policy.hpp"

namespace carrack {

/// Expected rewards by seat; seats beyond the players hold 0.
using ExactValue = std::array<double, kMaxPlayers>;

/// max^n under chance (Luckhart & Irani, "An algorithmic solution of n-person games", AAAI 1986;
/// Michie, "Game-playing and game-learning automata", 1966, for chance): everybody takes the option
/// that is worth most to them, and of equal ones the first in the order of the legal actions. For
/// games in which everybody knows the same. With a hash, a position that is reached in several ways
/// is solved once.
template <Game G, RolloutPolicy<G> P = UniformRollouts<G>>
class Solver {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;

  struct Option {
    Action action;
    ExactValue value;
  };

  /// `max_positions`: how many positions may be looked at in all.
  explicit Solver(u64 max_positions, const P& policy = P())
      : policy_(policy), max_positions_(max_positions) {}

  /// What the position is worth; nothing where that takes more positions than there may be.
  /// Precondition: nobody knows what others do not.
  [[nodiscard]] std::optional<ExactValue> value_of(const State& s) {
    try {
      return solve(s);
    } catch (const TooManyPositions&) {
      return std::nullopt;
    }
  }
  /// What each of its options is worth, in the order of the legal actions; nothing where that takes
  /// too many positions. Precondition: as above, and a player is to decide.
  [[nodiscard]] std::optional<std::vector<Option>> options_of(const State& s) {
    try {
      std::vector<Option> options;
      G::legal(s).for_each([&](Action action) {
        options.push_back({action, solve(after(s, action))});
      });
      return options;
    } catch (const TooManyPositions&) {
      return std::nullopt;
    }
  }
  /// Of these options the one that a player takes.
  [[nodiscard]] static const Option& best_of(const std::vector<Option>& options, unsigned seat) {
    const Option* best = &options.front();
    for (const Option& option : options) {
      if (option.value[seat] > best->value[seat]) best = &option;
    }
    return *best;
  }

  /// Positions looked at so far; those known from before do not count.
  [[nodiscard]] u64 positions() const { return positions_; }

 private:
  struct TooManyPositions {};

  [[nodiscard]] static State after(const State& s, Action action) {
    State next = s;
    Legal options;
    G::apply(next, action, options);
    return next;
  }

  ExactValue solve(const State& s) {
    if constexpr (HashedGame<G>) {
      const u64 key = G::hash(s);
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
      const ExactValue value = solve_new(s);
      known_.emplace(key, value);
      return value;
    } else {
      return solve_new(s);
    }
  }

  ExactValue solve_new(const State& s) {
    if (++positions_ > max_positions_) throw TooManyPositions{};
    ExactValue value{};
    if (G::is_over(s)) {
      const Payoff payoff = policy_.payoff(s);
      for (unsigned p = 0; p < G::players(s); ++p)
        value[p] = static_cast<double>(payoff.rewards[p]);
      return value;
    }
    if (is_chance_in<G>(s)) return expected(s);
    const unsigned mover = G::mover(s);
    bool is_first = true;
    G::legal(s).for_each([&](Action action) {
      const ExactValue option = solve(after(s, action));
      if (is_first || option[mover] > value[mover]) value = option;
      is_first = false;
    });
    return value;
  }

  /// Equal outcomes of neighbouring tokens are solved once.
  ExactValue expected(const State& s) {
    ExactValue mean{};
    if constexpr (GameOfChance<G>) {
      const unsigned total = G::chance_total(s);
      for (unsigned token = 0; token < total;) {
        const Action outcome = G::chance_outcome(s, token);
        unsigned weight = 1;
        while (token + weight < total &&
               id_of(Action(G::chance_outcome(s, token + weight))) == id_of(outcome)) {
          ++weight;
        }
        const ExactValue value = solve(after(s, outcome));
        for (unsigned p = 0; p < kMaxPlayers; ++p) mean[p] += value[p] * weight / total;
        token += weight;
      }
    }
    return mean;
  }

  const P policy_;
  const u64 max_positions_;
  u64 positions_ = 0;
  std::unordered_map<u64, ExactValue> known_;
};

}  // namespace carrack
