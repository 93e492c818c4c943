// An agent of one's own plays against random play.
#include <carrack/agents/agent.hpp>
#include <carrack/agents/evaluation/evaluation.hpp>
#include <carrack/experiments/tournament/game_runner.hpp>
#include <cstdio>

/// Plays the action after which the linear evaluation expects the largest lead.
class OnePly final : public carrack::Agent {
 public:
  [[nodiscard]] carrack::Action choose(const carrack::State& s, const carrack::Legal& legal,
                                       carrack::Random& /*random*/) override {
    carrack::Action best = legal[0];
    float most = carrack::one_ply_value(s, best);
    legal.for_each([&](carrack::Action action) {
      const float value = carrack::one_ply_value(s, action);
      if (value <= most) return;
      most = value;
      best = action;
    });
    return best;
  }
  [[nodiscard]] std::string spec() const override { return "one_ply"; }
};

int main() {
  const carrack::Ruleset rules = carrack::Ruleset::make("aoe3", 3);
  OnePly own;
  const auto first = carrack::make_agent("random");
  const auto second = carrack::make_agent("random");
  const std::array<carrack::Agent*, 3> by_seat{&own, first.get(), second.get()};
  const std::atomic<bool> stop = false;
  constexpr unsigned kGames = 20;
  unsigned wins = 0;
  for (unsigned i = 0; i < kGames; ++i) {
    const auto game = carrack::play_game(rules, by_seat, carrack::game_seeds(/*run_seed=*/1, i),
                                         /*writer=*/nullptr, stop);
    if (!game) return 1;
    wins += game->result.rank[0] == 1;
  }
  std::printf("first or tied for first in %u of %u games\n", wins, kGames);
}
