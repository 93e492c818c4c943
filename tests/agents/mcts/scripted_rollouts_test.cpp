// Scripted playouts: variation and online learning.
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// Of the chosen option, by seat.
std::vector<float> value_of_best(SearchAgent& agent, const State& s) {
  const BySeat value = report_of(agent, s).options.front().value;
  return {value.begin(), value.begin() + s.players()};
}

TEST(ScriptedRollouts, StrategiesThatDifferPlayOnOtherwise) {
  const State s = midgame(3);
  const auto value = [&](const std::string& diversity) {
    return value_of_best(*search("mcts:iterations=200" + diversity), s);
  };
  EXPECT_EQ(value(""), value(",diversity=0.5"));
  EXPECT_NE(value(""), value(",diversity=0"));
}

TEST(ScriptedRollouts, LearnFromThePlayoutsBefore) {
  const State s = midgame(3);
  const auto value = [&](const std::string& spec) {
    return value_of_best(*search("uct:rollout=scripted," + spec), s);
  };
  // The first playout has nothing to learn from.
  EXPECT_EQ(value("iterations=1"), value("iterations=1,adapt=60"));
  EXPECT_NE(value("iterations=400"), value("iterations=400,adapt=60"));
  EXPECT_NE(value("iterations=400,adapt=60"), value("iterations=400,adapt=60,learners=2"));
}

TEST(ScriptedRollouts, LearnWhatEachActionBroughtItsPlayer) {
  // Purchases in the last turn: the learned mean of an option is its value at the root.
  const State s = midgame(3, 3, Node::buy, 8);
  const auto agent = search("uct:iterations=3000,rollout=scripted,adapt=60");
  const Report report = report_of(*agent, s);
  const auto value = [&](const OptionReport& o) { return o.value[index(s.actor)]; };
  const auto [worst, best] = std::ranges::minmax_element(report.options, {}, value);
  ASSERT_GT(value(*best), value(*worst) + 0.02F);
  const PlayoutAdaptation<kActions>& adaptation = agent->worker().adaptation();
  const auto bonus = adaptation.bonus(Learners{}, index(s.actor), When::this_turn);
  EXPECT_GT(bonus[best->action.id()], bonus[worst->action.id()]);
  for (unsigned p = 0; p < s.players(); ++p) {
    if (nth<Player>(p) == s.actor) continue;  // options of this decision were never theirs
    const auto theirs = adaptation.bonus(Learners{}, p, When::this_turn);
    EXPECT_EQ(theirs[best->action.id()], 0);
  }
  // No turn comes after it: what is thought of later ones is drawn from this one, and less sure.
  const auto later = adaptation.bonus(Learners{}, index(s.actor), When::later);
  for (const OptionReport* option : {&*best, &*worst}) {
    const std::size_t id = option->action.id();
    EXPECT_GT(std::abs(bonus[id]), std::abs(later[id]));
  }
}

TEST(ScriptedRollouts, WithoutScriptsThereIsNothingToVaryOrToTeach) {
  for (const std::string_view other : {"mcts:rollout=random", "mcts:rollout=mast"}) {
    EXPECT_EQ(search(other)->options().diversity, 0) << other;
    EXPECT_EQ(search(other)->options().search.rollout.adapt, 0) << other;
    EXPECT_EQ(search(other)->options().search.rollout.learners, 1U) << other;
  }
  EXPECT_GT(search("mcts")->options().diversity, 0);
  EXPECT_GT(search("mcts")->options().search.rollout.adapt, 0);
  EXPECT_GT(search("mcts")->options().search.rollout.learners, 1U);
  EXPECT_EQ(search("mcts:adapt=0")->options().search.rollout.learners, 1U);
  // Concurrent playouts of one leaf must be independent.
  EXPECT_EQ(search("mcts:parallel=leaf,leaves=2")->options().search.rollout.adapt, 0);
}

}  // namespace
}  // namespace carrack
