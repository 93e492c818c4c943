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
/// that is worth most to them, and of equal ones the first in the order of the legal actions. The
/// solver refuses games in which players know different things: a position with secrets, now or
/// later. If the game has a hash, a position that is reached in several ways is solved once.
template <Game G, RolloutPolicy<G> P = UniformRollouts<G>>
class Solver {
  static_assert(CompleteGame<G>, "some of a part of the game is missing: see CompleteGame");

 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;

  struct Worth {
    ExactValue value{};
    ExactValue win_share{};  // expected, if everybody takes what is worth most to them
  };

  struct Option {
    Action action;
    ExactValue value;
    ExactValue win_share;
  };

  /// Why a call has returned nothing.
  enum class Failure : u8 { none, too_many_positions, too_deep, secrets };

  /// The longest line of play, in events: each takes some room on the stack.
  static constexpr unsigned kMaxDepth = 1000;

  /// `max_positions`: the most positions visited in all; `max_known`: the most positions whose
  /// values are remembered, some 130 bytes each.
  explicit Solver(u64 max_positions, const P& policy = P(), u64 max_known = 4'000'000)
      : policy_(policy), max_positions_(max_positions), max_known_(max_known) {}

  /// What the position is worth; nothing if it fails, then failure() says why.
  [[nodiscard]] std::optional<ExactValue> value_of(const State& s) {
    return unless_it_fails([&] { return solve(s).value; });
  }
  /// The same with the expected win shares.
  [[nodiscard]] std::optional<Worth> worth_of(const State& s) {
    return unless_it_fails([&] { return solve(s); });
  }
  /// What each option of the position is worth, in the order of the legal actions; nothing if it
  /// fails, then failure() says why. Precondition: a player is to decide.
  [[nodiscard]] std::optional<std::vector<Option>> options_of(const State& s) {
    return unless_it_fails([&] {
      refuse_secrets(s);
      std::vector<Option> options;
      G::legal(s).for_each([&](Action action) {
        const Worth worth = solve(after(s, action));
        options.push_back({action, worth.value, worth.win_share});
      });
      return options;
    });
  }
  /// The option that a player takes.
  [[nodiscard]] static const Option& best_of(const std::vector<Option>& options, unsigned seat) {
    const Option* best = &options.front();
    for (const Option& option : options) {
      if (option.value[seat] > best->value[seat]) best = &option;
    }
    return *best;
  }

  /// The positions visited so far; remembered ones do not count.
  [[nodiscard]] u64 positions() const { return positions_; }
  /// The failure of the last call.
  [[nodiscard]] Failure failure() const { return failure_; }

 private:
  template <typename Work>
  auto unless_it_fails(Work&& work) -> std::optional<decltype(work())> {
    failure_ = Failure::none;
    depth_ = 0;
    try {
      return work();
    } catch (const Failure failure) {
      failure_ = failure;
      return std::nullopt;
    }
  }

  /// Fails for a position with secrets: backward induction needs positions that everybody knows.
  static void refuse_secrets(const State& s) {
    if constexpr (GameWithSecrets<G>) {
      if (G::has_secrets(s)) throw Failure::secrets;
    }
  }

  [[nodiscard]] static State after(const State& s, Action action) {
    State next = s;
    Legal options;
    G::apply(next, action, options);
    return next;
  }

  Worth solve(const State& s) {
    if constexpr (HashedGame<G>) {
      const u64 key = G::hash(s);
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
      const Worth worth = solve_new(s);
      if (known_.size() < max_known_) known_.emplace(key, worth);
      return worth;
    } else {
      return solve_new(s);
    }
  }

  Worth solve_new(const State& s) {
    if (positions_ == max_positions_) throw Failure::too_many_positions;
    if (depth_ == kMaxDepth) throw Failure::too_deep;
    ++positions_;
    ++depth_;
    const Worth worth = solve_here(s);
    --depth_;
    return worth;
  }

  Worth solve_here(const State& s) {
    Worth worth;
    if (G::is_over(s)) {
      const Payoff payoff = policy_.payoff(s);
      for (unsigned p = 0; p < G::players(s); ++p) {
        worth.value[p] = static_cast<double>(payoff.rewards[p]);
        worth.win_share[p] = static_cast<double>(payoff.win_shares[p]);
      }
      return worth;
    }
    refuse_secrets(s);
    if (is_chance_in<G>(s)) return expected(s);
    const unsigned mover = G::mover(s);
    bool is_first = true;
    G::legal(s).for_each([&](Action action) {
      const Worth option = solve(after(s, action));
      if (is_first || option.value[mover] > worth.value[mover]) worth = option;
      is_first = false;
    });
    return worth;
  }

  /// Equal outcomes of neighbouring tokens are solved once.
  Worth expected(const State& s) {
    Worth mean;
    if constexpr (GameOfChance<G>) {
      const unsigned total = G::chance_total(s);
      for (unsigned token = 0; token < total;) {
        const Action outcome = G::chance_outcome(s, token);
        unsigned weight = 1;
        while (token + weight < total &&
               id_of(Action(G::chance_outcome(s, token + weight))) == id_of(outcome)) {
          ++weight;
        }
        const Worth worth = solve(after(s, outcome));
        for (unsigned p = 0; p < kMaxPlayers; ++p) {
          mean.value[p] += worth.value[p] * weight / total;
          mean.win_share[p] += worth.win_share[p] * weight / total;
        }
        token += weight;
      }
    }
    return mean;
  }

  const P policy_;
  const u64 max_positions_;
  const u64 max_known_;
  u64 positions_ = 0;
  unsigned depth_ = 0;
  Failure failure_ = Failure::none;
  std::unordered_map<u64, Worth> known_;
};

}  // namespace carrack
