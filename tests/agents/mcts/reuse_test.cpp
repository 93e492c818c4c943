// reuse=on where players know different things.
#include "core/game/chance.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// How many searches of a game with reuse=on kept a part of the last tree, and how many there were.
/// Player 1 searches, the others play at random.
std::pair<unsigned, unsigned> kept_trees(Ruleset rules, bool with_secrets) {
  const auto agent = search("mcts:iterations=40,reuse=on,chance=closed");
  State s = start(rules);
  ChanceSource chance(3);
  Random random(3, 4);
  unsigned kept = 0;
  unsigned searches = 0;
  while (!is_over(s)) {
    const State before = s;
    Legal options = legal(s);
    Action action = kPass;
    if (is_chance(s)) {
      action = chance.draw(s);
    } else if (s.actor != nth<Player>(0)) {
      action = options[random.below(options.size())];
    } else {
      action = agent->choose(s, options, random);
      if (has_secrets(s) == with_secrets) {
        u64 visits = 0;
        for (const OptionReport& option : agent->report().options) visits += option.visits;
        ++searches;
        if (visits > agent->report().iterations) ++kept;
      }
    }
    apply(s, action, options);
    agent->observe(before, action, s);
  }
  return {kept, searches};
}

// A search sees one of the positions that look alike to its player. The events since are those of
// the true one, of which the player may know less.
TEST(Reuse, KeepsNoTreeWhereOthersKnowMore) {
  const Ruleset open = Ruleset::make("aoe3", 3);
  const auto [kept, searches] = kept_trees(open, false);
  EXPECT_GT(kept, searches / 4);
  const Ruleset secret = Ruleset::make("empires", 3, {"national"}, {"scouting"});
  const auto [kept_with_secrets, searches_with_secrets] = kept_trees(secret, true);
  EXPECT_EQ(kept_with_secrets, 0U);
  EXPECT_GT(searches_with_secrets, 20U);
}

}  // namespace
}  // namespace carrack
