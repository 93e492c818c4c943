// opponents=: one tree for all players or one for each, and whose reward they maximise.
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

TEST(Opponents, DepthCountsDecisionsOnceHoweverManyTreesThereAre) {
  // The first descent takes one decision from each tree; with self, others have none.
  const auto first_depth = [](const std::string& opponents) {
    return report_of(*search("uct:iterations=1,opponents=" + opponents), midgame(1, 4)).deepest;
  };
  EXPECT_EQ(first_depth("maxn"), 1U);
  EXPECT_EQ(first_depth("paranoid"), 1U);
  EXPECT_EQ(first_depth("self"), 1U);
  EXPECT_EQ(first_depth("separate"), 4U);
  for (const char* const observers : {"observers", "observers,chance=closed"}) {
    EXPECT_GE(first_depth(observers), 1U) << observers;
    EXPECT_LE(first_depth(observers), 4U) << observers;
  }
  // Draws are no decisions.
  const Report open = report_of(*search("uct:iterations=2000"), midgame(1));
  const Report closed = report_of(*search("uct:iterations=2000,chance=closed"), midgame(1));
  EXPECT_LE(closed.mean_depth, open.mean_depth);
}

TEST(Opponents, ParanoidOnesExploreByTheRangeOfTheSearchersRewards) {
  const auto paranoid = search("uct:iterations=300,opponents=paranoid,scale=on");
  const auto maxn = search("uct:iterations=300,opponents=maxn,scale=on");
  const State s = midgame(4);
  static_cast<void>(report_of(*paranoid, s));
  static_cast<void>(report_of(*maxn, s));
  const unsigned searcher = index(s.actor);
  unsigned differ = 0;
  for (unsigned p = 0; p < s.players(); ++p) {
    EXPECT_EQ(paranoid->worker().exploration(p), paranoid->worker().exploration(searcher));
    differ += maxn->worker().exploration(p) != maxn->worker().exploration(searcher) ? 1U : 0U;
  }
  EXPECT_GT(differ, 0U) << "scale=on has no effect";
}

}  // namespace
}  // namespace carrack
