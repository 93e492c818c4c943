// Positions that look the same to the player who decides, with what others have seen alone: the
// same seed gives the same report, bit by bit.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game/knowledge.hpp"
#include "tests/agents/mcts/searching.hpp"
#include "tests/report_bits.hpp"

namespace carrack {
namespace {

using testing::bits_of;
using Names = std::vector<std::string>;

const std::vector<std::string>& blind_kinds() {
  static const std::vector<std::string> kKinds{
      "uct:iterations=60",
      "uct:iterations=60,opponents=paranoid",
      "uct:iterations=60,opponents=self",
      "uct:iterations=60,opponents=separate",
      "uct:iterations=60,opponents=observers",
      "uct:iterations=60,opponents=observers,chance=closed",
      "uct:iterations=60,chance=closed",
      "uct:iterations=60,chance=closed,transpositions=on",
      "uct:iterations=60,chance=closed,reuse=on",
      "uct:iterations=60,prior=evaluation,bias=1",
      "uct:iterations=60,rave=100,grave=20,history=0.5",
      "uct:iterations=60,implicit=0.3,cutoff_turns=1",
      "uct:iterations=60,rollout=scripted,diversity=0.3",
      "uct:iterations=60,parallel=leaf,leaves=3,threads=2",
      "uct:iterations=60,parallel=root,workers=3,threads=2",
      // More threads meet in any order.
      "uct:iterations=60,parallel=tree,threads=1",
      "uct:iterations=60,parallel=tree,threads=1,chance=closed,opponents=observers",
      "uct:iterations=60,parallel=batch,threads=2",
      "mcts:iterations=40",
      "mcts:iterations=40,prior=scripted,rollout=scripted,value=linear",
      "mcts:iterations=40,root=gumbel",
      "mcts:iterations=40,noise=0.25",
      "mcts:iterations=40,chance=closed,reuse=on",
      "mcts:iterations=40,parallel=tree,threads=1",
      "mcts:iterations=40,parallel=batch,threads=2",
      "mcts:iterations=40,parallel=root,workers=2,threads=2",
      "mcts:iterations=40,parallel=leaf,leaves=3,adapt=0,threads=2",
  };
  return kKinds;
}

/// Positions of random games; in the other of each pair other things lie face down.
const std::vector<std::pair<State, State>>& look_alikes() {
  static const std::vector<std::pair<State, State>> kPairs = [] {
    constexpr unsigned kOfEach = 3;
    std::vector<std::pair<State, State>> pairs;
    for (const Ruleset rules :
         {Ruleset::make("empires", 3, Names{}, Names{"scouting"}),
          Ruleset::make("empires", 4, Names{"builder", "national"}, Names{"scouting"}),
          Ruleset::make("empires", 3, Names{"builder", "national", "world"})}) {
      unsigned found = 0;
      for (u64 game = 1; found < kOfEach; ++game) {
        Random random(game, 7);
        State s = start(rules);
        Legal options = legal(s);
        while (!is_over(s)) {
          random_step(s, options, random);
          if (is_over(s) || is_chance(s) || random.below(12) != 0) continue;
          State other = s;
          resample(other, s.actor, random);
          if (other == s) continue;
          pairs.emplace_back(s, other);
          ++found;
          break;  // one of a game
        }
      }
    }
    return pairs;
  }();
  return kPairs;
}

class NoSearch : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(OfLookAlikes, NoSearch, ::testing::ValuesIn(blind_kinds()));

TEST_P(NoSearch, SeesWhatOthersAloneHaveSeen) {
  for (const auto& [one, other] : look_alikes()) {
    ASSERT_FALSE(one == other);
    ASSERT_TRUE(seen_by(one, one.actor) == seen_by(other, one.actor));
    EXPECT_EQ(bits_of(report_of(*search(GetParam()), one)),
              bits_of(report_of(*search(GetParam()), other)));
  }
}

/// Two decisions of a player. Meanwhile another one looks at something, once at this and once at
/// that.
struct Between {
  std::vector<Action> events;
  std::vector<Action> other_events;
  u64 ways = 1;  // in which the others could have gone on
};

/// What happens in a random game until the player of `from` decides again. Nothing where nobody
/// else looks, or where the others could not go on alike.
std::optional<Between> look_between(const State& from, Random& random) {
  Between found;
  State s = from;
  State other = from;
  Legal options = legal(s);
  bool differs = false;
  do {
    const bool is_look = is_private_look(s) && s.actor != from.actor;
    const bool draws = is_chance(s);
    const Action event = draws ? draw_chance(s, random) : options[random.below(options.size())];
    Action other_event = event;
    if (draws && is_look && !differs) {
      for (unsigned i = 0; i < 20 && other_event == event; ++i) {
        other_event = draw_chance(other, random);
      }
      differs = other_event != event;
    }
    if (!found.events.empty()) found.ways *= legal(s).size();
    if (is_over(other) || !legal(other).contains(other_event)) return {};
    found.events.push_back(event);
    found.other_events.push_back(other_event);
    apply(s, event, options);
    apply(other, other_event);
    if (is_over(s) || s.actor != other.actor || s.node != other.node) return {};
  } while (is_chance(s) || s.actor != from.actor);
  const bool alike = seen_by(s, from.actor) == seen_by(other, from.actor);
  return differs && alike ? std::optional(found) : std::nullopt;
}

/// The report of the second decision. The first search sees no option but the one that is played.
std::vector<u64> second_report(const std::string& spec, State s,
                               const std::vector<Action>& events) {
  const auto agent = search(spec);
  Legal only = legal(s);
  legal(s).for_each([&](Action action) {
    if (action != events.front()) only.remove(action);
  });
  Random random(1, 0);
  static_cast<void>(agent->choose(s, only, random));
  for (const Action event : events) {
    const State before = s;
    apply(s, event);
    agent->observe(before, event, s);
  }
  return bits_of(report_of(*agent, s));
}

// The tree of the first search has nodes for what the other one may have seen.
TEST(LookAlikes, TheTreeOfTheLastSearchDoesNotTellThem) {
  constexpr unsigned kWanted = 4;
  constexpr u64 kFewWays = 400;  // so that the tree has this one
  unsigned found = 0;
  for (u64 game = 1; found < kWanted; ++game) {
    ASSERT_LT(game, 2000U);
    Random random(game, 8);
    State s = start(Ruleset::make("empires", 2, Names{}, Names{"scouting"}));
    Legal options = legal(s);
    for (; !is_over(s) && found < kWanted; random_step(s, options, random)) {
      if (is_chance(s)) continue;
      const auto between = look_between(s, random);
      if (!between || between->ways > kFewWays) continue;
      ++found;
      for (const std::string spec :
           {"uct:iterations=6000,chance=closed,reuse=on,c=1",
            "uct:iterations=6000,chance=closed,reuse=on,c=1,parallel=batch"}) {
        EXPECT_EQ(second_report(spec, s, between->events),
                  second_report(spec, s, between->other_events))
            << spec << ", game " << game;
      }
    }
  }
}

}  // namespace
}  // namespace carrack
