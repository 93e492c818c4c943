// Rewards of a user's game that are outside their range.
#include <gtest/gtest.h>

#include <cmath>

#include "agents/search/search_impl.hpp"
#include "agents/search/solver.hpp"
#include "core/base/error.hpp"
#include "tests/agents/search/two_decisions.hpp"

namespace carrack::testing {
namespace {

/// The loser's reward is this many thousandths.
template <int Thousandths>
struct WithRewards : TwoDecisions {
  static Rewards rewards(const State& /*end*/) {
    Rewards rewards{};
    rewards[0] = 1;
    rewards[1] = static_cast<float>(Thousandths) / 1000;
    return rewards;
  }
};

struct WithoutRewards : TwoDecisions {
  static Rewards rewards(const State& /*end*/) {
    Rewards rewards{};
    rewards[0] = std::nanf("");
    return rewards;
  }
};

template <typename G>
void search(Parallel kind) {
  SearchOptions options;
  options.budget.iterations = 100;
  options.parallel.kind = kind;
  options.parallel.threads = kind == Parallel::none ? 1 : 2;
  if (kind == Parallel::root) options.parallel.workers = 2;
  if (kind == Parallel::batch) options.parallel.batch = 8;
  Search<G> search(options);
  Random random(1, 0);
  const typename G::State root;
  static_cast<void>(search.choose(root, G::legal(root), random));
}

template <typename G>
std::string refusal_of(Parallel kind) {
  try {
    search<G>(kind);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RewardsOfAGame, AreFromZeroToOne) {
  for (const Parallel kind : {Parallel::none, Parallel::tree, Parallel::root, Parallel::batch}) {
    EXPECT_EQ(refusal_of<WithRewards<-1000>>(kind),
              "the game gave p2 the reward -1.000000, expected one from 0 to 1");
    EXPECT_EQ(refusal_of<WithRewards<1001>>(kind),
              "the game gave p2 the reward 1.001000, expected one from 0 to 1");
    EXPECT_NE(refusal_of<WithoutRewards>(kind), "");
    EXPECT_EQ(refusal_of<WithRewards<1000>>(kind), "") << "both may win";
  }
  Solver<WithRewards<-1>> solver(100);
  EXPECT_THROW(static_cast<void>(solver.value_of({})), InputError);
}

}  // namespace
}  // namespace carrack::testing
