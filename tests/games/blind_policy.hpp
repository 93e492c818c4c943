// An uninformed rollout policy and evaluation: pseudo-random numbers that depend only on the
// position. With them every option of a search can be tested on a game without external knowledge.
#pragma once

#include "agents/search/rollout_policy.hpp"

namespace carrack::testing {

template <HashedGame G>
class BlindPolicy : public UniformRollouts<G> {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;
  static constexpr bool kHasPolicy = true;
  static constexpr bool kHasEvaluation = true;
  using Seats = typename UniformRollouts<G>::Seats;

  [[nodiscard]] Action choose(const State& s, const Legal& legal, const Seats& /*seats*/,
                              Random& /*random*/) const {
    return best(s, legal, [](Action) { return 0.0F; });
  }
  [[nodiscard]] Action choose(const State& s, const Legal& legal, const Seats& /*seats*/,
                              std::span<const float, G::kActions> bonus, Random& /*random*/) const {
    return best(s, legal, [&](Action action) { return bonus[id_of(action)]; });
  }
  void policy_values(const State& s, std::span<const Action> actions,
                     std::vector<float>& values) const {
    for (const Action action : actions) values.push_back(noise(s, 1 + id_of(action)));
  }
  void evaluation_values(const State& s, std::span<const Action> actions,
                         std::vector<float>& values) const {
    for (const Action action : actions) values.push_back(noise(s, 1000 + id_of(action)));
  }
  [[nodiscard]] Payoff evaluate(const State& s) const {
    Payoff payoff;
    for (unsigned p = 0; p < G::players(s); ++p) payoff.rewards[p] = noise(s, 2000 + p);
    payoff.win_shares = payoff.rewards;
    return payoff;
  }

 private:
  [[nodiscard]] static float noise(const State& s, u64 number) {
    return static_cast<float>(static_cast<double>(philox(7, number, G::hash(s))[0] >> 40) *
                              0x1p-24);
  }
  template <typename Bonus>
  [[nodiscard]] static Action best(const State& s, const Legal& legal, Bonus&& bonus) {
    Action chosen = legal[0];
    float max = -1e9F;
    legal.for_each([&](Action action) {
      const float value = noise(s, 1 + id_of(action)) + bonus(action);
      if (value > max) {
        max = value;
        chosen = action;
      }
    });
    return chosen;
  }
};

}  // namespace carrack::testing
