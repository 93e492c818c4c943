// Searches a position of Pig with uniform playouts, with a custom policy and with an evaluator, and
// compares all three with the exact values.
#include <carrack/agents/search/search_impl.hpp>
#include <carrack/agents/search/solver.hpp>
#include <carrack/base/error.hpp>
#include <cstdio>
#include <exception>

#include "pig.hpp"

using carrack::Random;
using carrack::Search;
using carrack::SearchOptions;

/// Rolls until the turn has at least eight points.
struct RollToEight : carrack::UniformRollouts<Pig> {
  static constexpr bool kHasPolicy = true;

  Pig::Action choose(const Pig::State& s, const Pig::Legal&, const Seats&, Random&) const {
    return value(s, Pig::kRoll) > value(s, Pig::kHold) ? Pig::kRoll : Pig::kHold;
  }
  Pig::Action choose(const Pig::State& s, const Pig::Legal&, const Seats&,
                     std::span<const float, Pig::kActions> bonus, Random&) const {
    return value(s, Pig::kRoll) + bonus[Pig::kRoll] > value(s, Pig::kHold) + bonus[Pig::kHold]
               ? Pig::kRoll
               : Pig::kHold;
  }
  void policy_values(const Pig::State& s, std::span<const Pig::Action> actions,
                     std::vector<float>& values) const {
    for (const Pig::Action action : actions) values.push_back(value(s, action));
  }

 private:
  static float value(const Pig::State& s, Pig::Action action) {
    return action == Pig::kRoll ? 8 - static_cast<float>(s.turn_points) : 0;
  }
};

/// Judges leaves, up to 32 at a time, as a network would: by each player's share of all points.
void share_of_points(std::span<const Pig::State> leaves, std::span<carrack::Rewards> values,
                     std::span<float> /*logits*/) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto& points = leaves[i].points;
    const auto all = static_cast<float>(points[0] + points[1] + points[2] + 3);
    for (unsigned p = 0; p < Pig::kPlayers; ++p) {
      values[i][p] = static_cast<float>(points[p] + 1) / all;
    }
  }
}

template <typename Report>
void print(const char* title, const Pig::State& s, const Report& report) {
  std::printf("%s\n", title);
  for (const auto& option : report.options) {
    std::printf("  %-4s %6llu visits, value %.3f\n", Pig::text(s, option.action).c_str(),
                static_cast<unsigned long long>(option.visits),
                static_cast<double>(option.value[s.mover]));
  }
}

int run() {
  Pig::State s;
  s.points = {9, 14, 12};
  s.round = Pig::kRounds;  // the last round: everybody has one turn left
  s.turn_points = 5;       // p1 has 14 by holding, as many as p2

  SearchOptions options;
  options.budget.iterations = 200'000;
  options.tree.chance = carrack::ChanceNodes::closed;
  const Pig::Legal legal = Pig::legal(s);

  Search<Pig> uniform(options);
  Random random(1, 0);  // seed and stream
  const Pig::Action chosen = uniform.choose(s, legal, random);
  print("uniform playouts", s, uniform.report());

  options.rollout.policy = carrack::Rollout::policy;
  Search<Pig, RollToEight> scripted(options);
  const Pig::Action scripted_choice = scripted.choose(s, legal, random);
  print("roll to eight", s, scripted.report());

  options.rollout.policy = carrack::Rollout::random;
  Search<Pig> judged(options);
  judged.evaluate_with(share_of_points, 32);  // in place of playouts
  const Pig::Action judged_choice = judged.choose(s, legal, random);
  print("an evaluator", s, judged.report());

  carrack::Solver<Pig> solver(1'000'000);
  const auto exact = solver.options_of(s);
  if (!exact) return 1;
  std::printf("exact\n");
  for (const auto& option : *exact) {
    std::printf("  %-4s value %.3f\n", Pig::text(s, option.action).c_str(), option.value[s.mover]);
  }
  const Pig::Action best = solver.best_of(*exact, s.mover).action;

  options.rollout.policy = carrack::Rollout::policy;
  try {
    const Search<Pig> impossible(options);  // rollout=policy needs one
  } catch (const carrack::InputError& error) {
    std::printf("refused: %s\n", error.what());
  }
  return chosen == best && scripted_choice == best && judged_choice == best ? 0 : 1;
}

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
