#include "agents/mcts/saved_tree.hpp"

#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// A later position in which a decision leads to a chance event.
State before_chance(State s) {
  Random random(1, 0);
  Legal options = legal(s);
  const auto leads_to_chance = [&] {
    if (is_chance(s)) return false;
    bool found = false;
    options.for_each([&](Action action) {
      State next = s;
      apply(next, action);
      found |= !is_over(next) && is_chance(next);
    });
    return found;
  };
  while (!leads_to_chance()) random_step(s, options, random);
  return s;
}

TEST(SavedTree, IsCutAtDepthAndVisits) {
  const State s = midgame(1);
  const auto agent = search("uct:iterations=500");
  const Report report = report_of(*agent, s);
  const SavedTree saved = save_tree(*agent, s, 7, 2, 10);
  EXPECT_EQ(saved.players, s.players());
  EXPECT_EQ(saved.player, s.actor);
  EXPECT_EQ(saved.position, hash(s));
  EXPECT_EQ(saved.nodes.at(0).visits, 500U);
  unsigned options = 0;
  for (u32 i = 1; i < saved.nodes.size(); ++i) {
    const SavedNode& node = saved.nodes[i];
    ASSERT_LT(node.parent, i);
    EXPECT_EQ(node.depth, saved.nodes[node.parent].depth + 1);
    EXPECT_LE(node.depth, 2U);
    EXPECT_GE(node.visits, 10U);
    if (node.depth != 1) continue;
    ++options;
    const Action action = parse_notation(node.event, s.ruleset().board());
    const auto row = std::ranges::find(report.options, action, &OptionReport::action);
    ASSERT_NE(row, report.options.end()) << node.event;
    EXPECT_EQ(node.visits, row->visits);
    EXPECT_FLOAT_EQ(static_cast<float>(node.value[0]), row->value[0]);
  }
  EXPECT_GT(options, 1U);
}

TEST(SavedTree, NamesTheActorOfEachEvent) {
  const std::array positions{midgame(1), before_chance(midgame(1))};
  for (const char* const spec : {"uct:iterations=2000", "uct:iterations=2000,chance=closed"}) {
    unsigned others = 0;  // events of others than the player at the root
    unsigned chance = 0;
    for (const State& s : positions) {
      const auto agent = search(spec);
      report_of(*agent, s);
      const SavedTree saved = save_tree(*agent, s, 7, 3, 1);
      EXPECT_EQ(saved.nodes[0].actor, kNoActor);
      for (const SavedNode& node : saved.nodes) {
        chance += node.actor == kChanceActor ? 1 : 0;
        if (node.depth == 1) {
          EXPECT_EQ(actor_text(node.actor), to_string(s.actor));
        }
        if (node.depth != 2) continue;
        State before = s;
        apply(before, parse_notation(saved.nodes[node.parent].event, s.ruleset().board()));
        if (is_chance(before)) continue;
        EXPECT_EQ(actor_text(node.actor), to_string(before.actor)) << node.event;
        others += before.actor == s.actor ? 0 : 1;
      }
    }
    EXPECT_GT(others, 0U) << spec;
    EXPECT_EQ(chance > 0, std::string_view(spec).ends_with("closed")) << spec;
  }
  EXPECT_EQ(actor_text(kNoActor), "");
  EXPECT_EQ(actor_text(kChanceActor), "chance");
}

// What a scout of another player sees is not known to the one who searches.
TEST(SavedTree, DoesNotNameWhatThePlayerDoesNotSee) {
  const std::vector<std::string> scouting{"scouting"};
  Random random(3, 0);
  State s = start(Ruleset::make("empires", 2, {}, scouting));
  Legal options = legal(s);
  const auto anothers_look_is_next = [&] {
    if (is_chance(s) || is_over(s)) return false;
    State next = s;
    apply(next, options[0]);
    while (!is_over(next) && !is_chance(next) && next.actor == s.actor) apply(next, legal(next)[0]);
    if (is_over(next) || is_chance(next)) return false;
    bool found = false;
    legal(next).for_each([&](Action action) { found |= action.verb() == Verb::look; });
    return found;
  };
  while (!anothers_look_is_next()) {
    ASSERT_FALSE(is_over(s));
    random_step(s, options, random);
  }
  for (const char* const opponents : {"maxn", "paranoid", "observers"}) {
    const auto agent =
        search(std::string("uct:iterations=20000,chance=closed,opponents=") + opponents);
    report_of(*agent, s);
    const SavedTree saved = save_tree(*agent, s, 7, 6, 1);
    unsigned looks = 0;
    for (const SavedNode& node : saved.nodes) {
      const bool is_of_another = node.depth > 0 &&
                                 saved.nodes[node.parent].event.starts_with("look") &&
                                 saved.nodes[node.parent].actor != index(s.actor);
      if (!is_of_another || node.actor != kChanceActor) continue;
      EXPECT_TRUE(node.event == "counter ?" || node.event == "card ?") << node.event;
      ++looks;
    }
    EXPECT_GT(looks, 0U) << opponents;
  }
}

TEST(SavedTree, DoesNotNameThreadsThatDoNotMatter) {
  const State s = midgame(1);
  for (const char* kind : {"batch", "tree"}) {
    const auto agent = search(std::string("uct:iterations=40,threads=2,parallel=") + kind);
    report_of(*agent, s);
    const SavedTree saved = save_tree(*agent, s, 1, 1, 1);
    const bool names_threads = saved.agent.find("threads=2") != std::string::npos;
    EXPECT_EQ(names_threads, std::string(kind) == "tree") << saved.agent;
  }
}

}  // namespace
}  // namespace carrack
