// The order in which a search expands children by their priors.
#include "agents/search/expansion.hpp"

#include <numeric>

#include "agents/scripted/scripted_choice.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

TEST(Expansion, WideningTriesTheBestOfThePriorFirst) {
  const State s = midgame(8);
  const Report report = report_of(*search("uct:iterations=16,prior=scripted,widening=0.5"), s);
  unsigned tried = 0;
  for (const OptionReport& option : report.options) tried += option.visits > 0;
  EXPECT_LE(tried, 5U);  // sqrt(17), rounded up
  Random random(1, 2);
  const Action scripted = scripted_choice(s, legal(s), *find_strategy("balanced"), random);
  const Report one = report_of(*search("uct:iterations=1,prior=scripted,widening=0"), s);
  EXPECT_EQ(one.options.front().action, scripted);
}

/// A root with legal options in several blocks, each holding the given places of the prior order;
/// then one iteration. Returns the visits by place.
std::vector<u32> visits_by_place(const std::vector<std::vector<std::size_t>>& blocks, u32 visits) {
  const State s = midgame(8);
  const MctsOptions options = *search_options("mcts:memory=1,parallel=none");
  const ScriptedRollouts rollouts(options.reward, options.diversity);
  SearchTree tree(options.search);
  tree.reset(1);
  const Legal open = legal(s);
  Random random(1, 1);
  std::vector<Action> actions;
  std::vector<float> priors;
  open.for_each([&](Action a) { actions.push_back(a); });
  shuffle(actions, random);
  rollouts.policy_values(s, actions, priors);
  softmax_by_value(options.search.expansion.temperature, actions, priors);
  for (const auto& places : blocks) {
    std::vector<Action> some;
    std::vector<float> their_priors;
    for (const std::size_t place : places) {
      some.push_back(actions.at(place));
      their_priors.push_back(priors.at(place));
    }
    EXPECT_TRUE(tree.add_edges(1, tree.last_block(1), some, their_priors, 0));
  }
  tree[1].visits = visits;
  SearchWorker<DiscoveryGame, ScriptedRollouts> worker(options.search, rollouts, tree);
  worker.start({s, open, 100}, Random(1, 2));
  for (u32 n = 0; n < 3; ++n) worker.iterate<OneByOne>();
  std::vector<u32> found(actions.size());
  tree.for_each_child(1, [&](u32 child) {
    const auto place = std::ranges::find(actions, Action(tree[child].action)) - actions.begin();
    found[static_cast<std::size_t>(place)] = tree[child].visits;
  });
  return found;
}

std::vector<std::size_t> places(std::size_t from, std::size_t to) {
  std::vector<std::size_t> all(to - from);
  std::iota(all.begin(), all.end(), from);
  return all;
}

TEST(Expansion, OptionsFoundLaterTakeTheirPlaceByTheirPrior) {
  const std::size_t n = legal(midgame(8)).size();
  ASSERT_GT(n, 6U);
  constexpr u32 kVisits = 20;  // ceil(21^0.3) = 3 children are tried
  // The best was expanded last, or is now; the worst is never visited.
  for (const auto& blocks :
       std::vector<std::vector<std::vector<std::size_t>>>{{places(0, n)},
                                                          {places(1, n), {0}},
                                                          {places(1, n)},
                                                          {places(2, n), {0}},
                                                          {{0, 3, 4}, {1}, places(5, n), {2}},
                                                          {places(0, n - 1)}}) {
    const std::vector<u32> visits = visits_by_place(blocks, kVisits);
    for (std::size_t place = 0; place < n; ++place) {
      EXPECT_EQ(visits[place], place < 3 ? 1U : 0U) << place << " of " << blocks.size();
    }
  }
}

}  // namespace
}  // namespace carrack
