#include "agents/basic/flat_agent.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "agents/scripted/rollout.hpp"
#include "agents/scripted/strategy.hpp"

namespace carrack {

FlatAgent::FlatAgent(const Options& options) : options_(options), reward_(RewardOptions{}) {}

std::string FlatAgent::spec() const {
  return "flat:iterations=" + std::to_string(options_.iterations) +
         (options_.scripted ? ",rollout=scripted" : ",rollout=random");
}

Action FlatAgent::choose(const State& s, const Legal& legal, Random& random) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  const Strategy& strategy = *find_strategy("balanced");
  report_ = {};
  std::vector<std::array<double, kMaxPlayers>> squares(legal.size());
  legal.for_each([&](Action action) { report_.options.push_back({.action = action}); });
  for (u64 i = 0; i < options_.iterations && (i == 0 || !stop_asked()); ++i) {
    const std::size_t option = i % report_.options.size();
    OptionReport& row = report_.options[option];
    State copy = s;
    if (has_secrets(copy)) resample(copy, s.actor, random);
    Legal open;
    apply(copy, row.action, open);
    if (options_.scripted) {
      scripted_playout(copy, open, random, strategy);
    } else {
      rollout(copy, open, random);
    }
    const auto [rewards, win_shares] = reward_.of(copy);
    if (row.visits == 0) row.value = row.win_share = {};
    if (report_.iterations == 0) report_.win_share = {};
    ++row.visits;
    ++report_.iterations;
    const auto visits = static_cast<float>(row.visits);
    const auto games = static_cast<float>(report_.iterations);
    for (unsigned p = 0; p < s.players(); ++p) {  // Welford
      const float before = rewards[p] - row.value[p];
      row.value[p] += before / visits;
      squares[option][p] += static_cast<double>(before * (rewards[p] - row.value[p]));
      row.win_share[p] += (win_shares[p] - row.win_share[p]) / visits;
      report_.win_share[p] += (win_shares[p] - report_.win_share[p]) / games;
    }
  }
  for (std::size_t i = 0; i < report_.options.size(); ++i) {
    OptionReport& row = report_.options[i];
    const auto n = static_cast<double>(row.visits);
    for (unsigned p = 0; p < s.players() && row.visits > 1; ++p) {
      row.standard_error[p] = static_cast<float>(std::sqrt(squares[i][p] / (n - 1) / n));
    }
  }
  const unsigned me = index(s.actor);
  const auto merit = [&](const OptionReport& row) { return row.visits == 0 ? -1 : row.value[me]; };
  std::ranges::stable_sort(report_.options, std::ranges::greater{}, merit);
  report_.principal_variation = {report_.options.front().action};
  report_.principal_movers = {static_cast<u8>(me)};
  report_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return report_.options.front().action;
}

}  // namespace carrack
