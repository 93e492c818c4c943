// Searches whose evaluator also returns priors as logits.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/error.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Judges every leaf alike; `favour` gets the logit `more`, all else 0.
struct FavouringJudge {
  Action favour;
  float more = 0;
  float other = 0;
  std::vector<std::size_t> sizes{};

  BatchEvaluator evaluator() {
    return
        [this](std::span<const State> leaves, std::span<Rewards> values, std::span<float> logits) {
          sizes.push_back(leaves.size());
          for (Rewards& value : values) value.fill(0.5F);
          std::ranges::fill(logits, other);
          ASSERT_EQ(logits.size(), leaves.size() * kActions);
          for (std::size_t i = 0; i < leaves.size(); ++i) logits[i * kActions + favour.id()] = more;
        };
  }
};

u64 visits_of(const Report& report, Action action) {
  return std::ranges::find(report.options, action, &OptionReport::action)->visits;
}

TEST(EvaluatorPriors, OfOneActionAloneSteerTheFirstVisits) {
  const State s = midgame(3);
  for (const unsigned nth : {0U, 3U, legal(s).size() - 1}) {
    FavouringJudge judge{.favour = legal(s)[nth], .more = 60};
    for (const std::string_view spec :
         {"mcts:iterations=10,widening=1,fpu=0.5", "mcts:iterations=1",
          "uct:iterations=10,prior=scripted,bias=50,fpu=0.5"}) {
      const auto agent = search(spec);
      agent->evaluate_with(judge.evaluator(), 2, /*priors=*/true);
      const Report report = report_of(*agent, s);
      EXPECT_EQ(report.options.front().action, judge.favour) << spec;
      EXPECT_EQ(report.options.front().visits, report.iterations) << spec;
    }
  }
}

TEST(EvaluatorPriors, ShareTheVisitsAmongEqualValues) {
  const State s = midgame(3);
  const Legal options = legal(s);
  const unsigned n = options.size();
  for (const std::size_t batch : {1U, 8U}) {
    // The softmax gives half to one action, the other half to the others together.
    FavouringJudge judge{.favour = options[2], .more = std::log(static_cast<float>(n - 1))};
    const auto agent = search("mcts:iterations=2000,widening=1,fpu=0.5");
    agent->evaluate_with(judge.evaluator(), batch, /*priors=*/true);
    const Report report = report_of(*agent, s);
    EXPECT_NEAR(static_cast<double>(visits_of(report, options[2])), 1000, 50) << batch;
    EXPECT_NEAR(static_cast<double>(visits_of(report, options[0])), 1000.0 / (n - 1), 20) << batch;
  }
}

TEST(EvaluatorPriors, TheRootIsJudgedFirstAndBudgetAndTreeAreSound) {
  for (const std::string_view spec :
       {"mcts:iterations=100", "mcts:iterations=100,widening=1,fpu=0.5",
        "mcts:iterations=100,chance=closed", "mcts:iterations=100,opponents=paranoid",
        "mcts:iterations=100,rave=100,implicit=0.4", "mcts:iterations=100,memory=1"}) {
    for (const State& s : {midgame(2), midgame(3, 4, Node::place, 8)}) {
      FavouringJudge judge{.favour = legal(s)[1], .more = 1};
      const auto agent = search(spec);
      agent->evaluate_with(judge.evaluator(), 16, /*priors=*/true);
      const Report report = report_of(*agent, s);
      EXPECT_EQ(report.iterations, 100U) << spec;
      EXPECT_EQ(judge.sizes.front(), 1U) << spec;
      EXPECT_EQ(judge.sizes.size(), 22U) << spec;
      expect_sound(*agent, 100);
      u64 visits = 0;
      for (const OptionReport& option : report.options) visits += option.visits;
      EXPECT_EQ(visits, 100U) << spec;
      const Report again = report_of(*agent, s);
      expect_same(again, report);
    }
  }
}

/// The visits of the root's options, most first.
std::vector<u64> visits_in_order(const Report& report) {
  std::vector<u64> visits;
  for (const OptionReport& option : report.options) visits.push_back(option.visits);
  std::ranges::sort(visits, std::greater{});
  return visits;
}

// Of equal values, the two options of the highest logits go on to the last round.
TEST(EvaluatorPriors, AreTheLogitsOfAGumbelRoot) {
  const State s = midgame(3);
  const Legal options = legal(s);
  ASSERT_GE(options.size(), 8U);
  for (const std::size_t batch : {1U, 4U, 64U}) {
    const auto agent =
        search("mcts:iterations=64,root=gumbel,gumbel_scale=0,considered=4,widening=1");
    agent->evaluate_with(
        [&](std::span<const State> leaves, std::span<Rewards> values, std::span<float> logits) {
          for (Rewards& value : values) value.fill(0.5F);
          std::ranges::fill(logits, 0);
          for (std::size_t i = 0; i < leaves.size(); ++i) {
            for (unsigned n = 0; n < 4; ++n) {
              logits[i * kActions + options[2 * n].id()] = 4 - 0.5F * static_cast<float>(n);
            }
          }
        },
        batch, /*priors=*/true);
    const Report report = report_of(*agent, s);
    // The rounds are the same for any batch: a batch ends with its round.
    const std::vector<u64> visits = visits_in_order(report);
    EXPECT_EQ((std::vector(visits.begin(), visits.begin() + 5)),
              (std::vector<u64>{24, 24, 8, 8, 0}))
        << batch;
    for (unsigned n = 0; n < 4; ++n) {
      EXPECT_EQ(visits_of(report, options[2 * n]), n < 2 ? 24U : 8U) << batch;
    }
    EXPECT_EQ(report.options.front().action, options[0]);
    // The improved policy keeps the ratio of the priors where values are equal.
    const auto target = [&](unsigned option) {
      return std::ranges::find(report.options, options[option], &OptionReport::action)
          ->policy_target;
    };
    EXPECT_NEAR(std::log(target(0) / target(2)), 0.5F, 1e-3F) << batch;
    EXPECT_NEAR(std::log(target(0) / target(1)), 4.0F, 1e-3F) << batch;
    const SearchTree& tree = agent->tree();
    tree.for_each_child(agent->worker().root_cell(),
                        [&](u32 child) { EXPECT_EQ(tree[child].in_flight, 0U); });
  }
}

// The winner has the third logit of four: each round has to see the values of the one before.
TEST(EvaluatorPriors, ValuesDecideTheRoundsOfAGumbelRoot) {
  const State s = midgame(3);
  const Legal options = legal(s);
  State winning = s;
  apply(winning, options[4]);
  for (const std::size_t batch : {1U, 16U, 64U}) {
    const auto agent =
        search("mcts:iterations=64,root=gumbel,gumbel_scale=0,considered=4,widening=1");
    agent->evaluate_with(
        [&](std::span<const State> leaves, std::span<Rewards> values, std::span<float> logits) {
          std::ranges::fill(logits, 0);
          for (std::size_t i = 0; i < leaves.size(); ++i) {
            const bool wins = hash(leaves[i]) == hash(winning);
            values[i].fill(wins ? 1.0F : 0.1F);
            for (unsigned n = 0; n < 4; ++n) {
              logits[i * kActions + options[2 * n].id()] = 4 - 0.5F * static_cast<float>(n);
            }
          }
        },
        batch, /*priors=*/true);
    const Report report = report_of(*agent, s);
    EXPECT_GE(visits_of(report, options[4]), 24U) << batch;
    EXPECT_EQ(report.iterations, 64U);
  }
}

TEST(EvaluatorPriors, AGumbelRootTakesAnEvaluatorWithoutThemToo) {
  const auto agent = search("mcts:iterations=64,root=gumbel,gumbel_scale=0,considered=4");
  agent->evaluate_with(
      [](std::span<const State> /*leaves*/, std::span<Rewards> values, std::span<float> logits) {
        EXPECT_TRUE(logits.empty());
        for (Rewards& value : values) value.fill(0.5F);
      },
      16);
  const Report report = report_of(*agent, midgame(3));
  const std::vector<u64> visits = visits_in_order(report);
  EXPECT_EQ((std::vector(visits.begin(), visits.begin() + 4)), (std::vector<u64>{24, 24, 8, 8}));
  float highest = 0;  // of the options that are not considered
  for (const OptionReport& option : report.options) {
    if (option.visits == 0) highest = std::max(highest, option.prior);
  }
  for (unsigned n = 0; n < 4; ++n) EXPECT_GE(report.options[n].prior, highest);
}

TEST(EvaluatorPriors, AFullMemoryEndsGrowthAlone) {
  FavouringJudge judge;
  const auto agent = search("uct:iterations=3000,prior=scripted,memory=1,fpu=0.5");
  agent->evaluate_with(judge.evaluator(), 8, /*priors=*/true);
  const Report report = report_of(*agent, midgame(3));
  EXPECT_EQ(report.iterations, 3000U);
  EXPECT_FALSE(agent->tree().has_room(64));
  expect_sound(*agent, 3000);
}

TEST(EvaluatorPriors, GoOnInATreeThatIsKept) {
  FavouringJudge judge;
  const auto agent = search("mcts:iterations=200,reuse=on");
  agent->evaluate_with(judge.evaluator(), 8, /*priors=*/true);
  Random random(1, 1);
  State s = midgame(3);
  for (int decisions = 0; decisions < 6 && !is_over(s);) {
    const State before = s;
    Action action;
    if (is_chance(s)) {
      action = chance_outcome(s, random.below(chance_total(s)));
    } else {
      action = agent->choose(s, legal(s), random);
      EXPECT_EQ(agent->report().iterations, 200U);
      ++decisions;
    }
    apply(s, action);
    agent->observe(before, action, s);
  }
}

TEST(EvaluatorPriors, OfIllegalActionsDoNotMatterAndOfLegalOnesAreFinite) {
  const State s = midgame(3);
  const Action first = legal(s)[0];
  const auto search_with = [&](float at_first, float elsewhere) {
    const auto agent = search("mcts:iterations=20");
    agent->evaluate_with(
        [=](std::span<const State> leaves, std::span<Rewards> values, std::span<float> logits) {
          std::ranges::fill(logits, elsewhere);
          for (std::size_t i = 0; i < leaves.size(); ++i) {
            values[i].fill(0.5F);
            legal(leaves[i]).for_each(
                [&](Action a) { logits[i * kActions + a.id()] = a == first ? at_first : 0; });
          }
        },
        4, /*priors=*/true);
    return report_of(*agent, s);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_same(search_with(1, nan), search_with(1, -kInfinity));
  for (const float wrong : {nan, kInfinity, -kInfinity}) {
    EXPECT_THROW(static_cast<void>(search_with(wrong, 0)), InputError);
  }
}

TEST(EvaluatorPriors, AreRefusedWhereNothingUsesThem) {
  FavouringJudge judge;
  for (const std::string_view spec : {"uct:iterations=9", "mcts:iterations=9,opponents=separate",
                                      "mcts:iterations=9,opponents=self"}) {
    EXPECT_THROW(search(spec)->evaluate_with(judge.evaluator(), 4, true), InputError) << spec;
  }
}

}  // namespace
}  // namespace carrack
