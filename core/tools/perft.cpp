#include "core/tools/perft.hpp"

#include "core/notation/notation.hpp"

namespace carrack {
namespace {

/// Resolves chance by its bytewise first outcome until a player is to decide.
void resolve_chance(State& s) {
  while (!is_over(s) && is_chance(s)) {
    apply(s, parse_notation(sorted_options(s).front(), s.ruleset().board()));
  }
}

State child(const State& s, Action action) {
  State next = s;
  apply(next, action);
  resolve_chance(next);
  return next;
}

bool is_stopped(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

}  // namespace

State perft_start(Ruleset rules) {
  State s = start(rules);
  resolve_chance(s);
  return s;
}

u64 perft(const State& s, unsigned depth, const std::atomic<bool>* stop) {
  if (depth == 0) return 1;
  if (is_over(s) || is_stopped(stop)) return 0;
  const Legal options = legal(s);
  if (depth == 1) return options.size();
  u64 leaves = 0;
  options.for_each([&](Action a) { leaves += perft(child(s, a), depth - 1, stop); });
  return leaves;
}

std::vector<PerftBranch> perft_divide(const State& s, unsigned depth,
                                      const std::atomic<bool>* stop) {
  std::vector<PerftBranch> branches;
  if (depth == 0 || is_over(s)) return branches;
  legal(s).for_each([&](Action a) {
    branches.push_back({a, perft(child(s, a), depth - 1, stop)});
  });
  return branches;
}

}  // namespace carrack
