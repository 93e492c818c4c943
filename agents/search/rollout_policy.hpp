// Rollout policies: how a game is played on from a leaf, and how positions are evaluated. This is
// the part of a search that knows more of its game than the rules.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "agents/search/game.hpp"
#include "agents/search/payoff.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// What a search asks of a rollout policy; UniformRollouts says what each part does.
template <typename P, typename G>
concept RolloutPolicy = Game<G> && std::copyable<P> &&
    std::default_initializable<typename P::Seats> &&
    requires(const P& policy, const typename G::State& s, const typename G::Legal& legal,
             typename P::Seats& seats, std::span<const typename G::Action> actions,
             std::span<const float, G::kActions> bonus, std::vector<float>& values,
             Random& random) {
  { P::kHasPolicy } -> std::convertible_to<bool>;
  { P::kHasEvaluation } -> std::convertible_to<bool>;
  {policy.start(s, seats)};
  {policy.draw(random, seats)};
  { policy.choose(s, legal, seats, random) } -> std::same_as<typename G::Action>;
  { policy.choose(s, legal, seats, bonus, random) } -> std::same_as<typename G::Action>;
  {policy.policy_values(s, actions, values)};
  {policy.evaluation_values(s, actions, values)};
  { policy.evaluate(s) } -> std::same_as<Payoff>;
  { policy.payoff(s) } -> std::same_as<Payoff>;
};

/// The rollout policy of a game that has none: uniformly random play. A game's own policy derives
/// from it and hides the functions that it does better.
///
/// With parallel=batch and leaf several threads call draw(), choose(), evaluate() and payoff() of
/// one object at the same time, while another may be in policy_values() or evaluation_values(). So
/// a policy must not write to its members in a const function. State of a playout belongs in Seats.
///
/// The game must have `rewards(end)`: the rewards of a finished game by seat, in [0, 1].
template <Game G>
class UniformRollouts {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;

  /// Whether choose() and policy_values() exist: rollout=policy and prior=policy need them.
  static constexpr bool kHasPolicy = false;
  /// Whether evaluate() and evaluation_values() exist: cut-offs, lambda=, implicit= and
  /// prior=evaluation need them.
  static constexpr bool kHasEvaluation = false;

  /// The policies of the seats in one playout, and what the policy remembers from move to move.
  /// Each iteration under way has its own.
  struct Seats {};
  /// Begins a search. Until the next call, every playout starts from `root`; what the player who
  /// searches does not know is redrawn each time.
  void start(const State& /*root*/, Seats& /*seats*/) const {}
  /// Begins a playout. The search goes down its tree before the policy chooses for the first time.
  void draw(Random& /*random*/, Seats& /*seats*/) const {}

  /// The choice of the player who decides.
  [[nodiscard]] Action choose(const State& /*s*/, const Legal& /*legal*/, Seats& /*seats*/,
                              Random& /*random*/) const {
    fail();
  }
  /// The same with `bonus[action number]` added to what an action is worth.
  [[nodiscard]] Action choose(const State& /*s*/, const Legal& /*legal*/, Seats& /*seats*/,
                              std::span<const float, G::kActions> /*bonus*/,
                              Random& /*random*/) const {
    fail();
  }
  /// Appends the policy's value of each of the actions, which are legal in `s`; priors are the
  /// softmax of these values.
  void policy_values(const State& /*s*/, std::span<const Action> /*actions*/,
                     std::vector<float>& /*values*/) const {
    fail();
  }
  /// Appends the evaluation of each of the actions, which are legal in `s`, for the player who
  /// decides.
  void evaluation_values(const State& /*s*/, std::span<const Action> /*actions*/,
                         std::vector<float>& /*values*/) const {
    fail();
  }

  /// What an unfinished game is expected to be worth.
  [[nodiscard]] Payoff evaluate(const State& /*s*/) const { fail(); }
  /// What a finished game is worth: its rewards, and the win shared by the best of them. Throws
  /// InputError unless all rewards are from 0 to 1.
  [[nodiscard]] Payoff payoff(const State& end) const {
    Payoff payoff{.rewards = G::rewards(end)};
    const unsigned players = G::players(end);
    for (unsigned p = 0; p < players; ++p) {
      if (payoff.rewards[p] >= 0 && payoff.rewards[p] <= 1) continue;
      throw InputError("the game gave p" + std::to_string(p + 1) + " the reward " +
                       std::to_string(payoff.rewards[p]) + ", expected one from 0 to 1");
    }
    const auto first = payoff.rewards.begin();
    const float best = *std::max_element(first, first + players);
    const auto winners = static_cast<float>(std::count(first, first + players, best));
    for (unsigned p = 0; p < players; ++p) {
      if (payoff.rewards[p] == best) payoff.win_shares[p] = 1 / winners;
    }
    return payoff;
  }

 private:
  [[noreturn]] static void fail() {
    throw std::logic_error(
        "the search asked a rollout policy for a part that the policy does not have");
  }
};

}  // namespace carrack
