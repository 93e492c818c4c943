// Agents with restricted purchases.
#include "agents/basic/restricted_agent.hpp"

#include <gtest/gtest.h>

#include "agents/tile_list.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// p1 with $30 and a worker in the box of buildings; monastery, settlers and trade_routes on show.
State at_purchase() {
  return Position(2)
      .money(p1, 30)
      .shows(Tile::settlers)
      .shows(Tile::monastery)
      .shows(Tile::trade_routes)
      .in_box(Box::buildings, p1)
      .begin(Phase::buildings);
}

std::string choice_of(const std::string& spec, const State& s) {
  Random random(1, 1);
  return to_notation(make_agent(spec)->choose(s, legal(s), random), Board::americas);
}

TEST(RestrictedAgent, BuysWhatItWouldWithoutTheBannedTiles) {
  const State s = at_purchase();
  const std::string inner = "scripted:balanced,prefer=monastery";
  EXPECT_EQ(choice_of(inner, s), "buy monastery");
  EXPECT_NE(choice_of("restricted:ban=monastery,of=" + inner, s), "buy monastery");
  EXPECT_EQ(choice_of("restricted:ban=settlers,of=" + inner, s), "buy monastery");
  EXPECT_EQ(choice_of("restricted:ban=settlers+monastery+trade_routes,of=" + inner, s), "pass");
}

TEST(RestrictedAgent, ASearchDoesNotLookAtTheBannedTiles) {
  const State s = at_purchase();
  const auto agent = make_agent("restricted:ban=monastery,of=mcts:iterations=40");
  Random random(1, 1);
  const Action action = agent->choose(s, legal(s), random);
  EXPECT_TRUE(legal(s).contains(action));
  EXPECT_EQ(agent->report().options.size(), 3U);
  for (const OptionReport& option : agent->report().options) {
    EXPECT_NE(option.action, parse_legal("buy monastery", s));
  }
}

TEST(RestrictedAgent, BuysTheForcedTileWhereItCan) {
  const State s = at_purchase();
  EXPECT_EQ(choice_of("restricted:force=trade_routes,of=scripted:balanced,avoid=trade_routes", s),
            "buy trade_routes");
  EXPECT_EQ(choice_of("restricted:force=trade_routes+settlers,of=random", s), "buy settlers");
  EXPECT_EQ(choice_of("restricted:force=navy,of=scripted:balanced,prefer=monastery", s),
            "buy monastery");
}

TEST(RestrictedAgent, ReportsNothingWhereTheRuleLeftNoChoice) {
  const State s = at_purchase();
  const auto agent = make_agent("restricted:force=monastery,of=mcts:iterations=10");
  Random random(1, 1);
  EXPECT_EQ(agent->choose(s, legal(s), random), parse_legal("buy monastery", s));
  EXPECT_TRUE(agent->report().options.empty());
}

/// Records the observed events.
class Listener final : public Agent {
 public:
  struct Heard {
    unsigned games = 0;
    bool was_stopped = false;
  };
  explicit Listener(Heard& heard) : heard_(heard) {}
  void begin(Ruleset /*rules*/, Player /*seat*/, Random& /*random*/) override { ++heard_.games; }
  Action choose(const State& /*s*/, const Legal& legal, Random& /*random*/) override {
    heard_.was_stopped = stop_asked();
    return legal[0];
  }
  std::string spec() const override { return "listener"; }

 private:
  Heard& heard_;
};

TEST(RestrictedAgent, HandsOnWhatTheGameTellsIt) {
  Listener::Heard heard;
  RestrictedAgent agent(std::make_unique<Listener>(heard), {}, {});
  Random random(1, 1);
  agent.begin(Ruleset::make("aoe3", 2), p1, random);
  EXPECT_EQ(heard.games, 1U);
  const std::atomic<bool> stop{true};
  agent.stop_on(&stop);
  const State s = at_purchase();
  static_cast<void>(agent.choose(s, legal(s), random));
  EXPECT_TRUE(heard.was_stopped);
}

TEST(RestrictedAgent, IsASpecOfItsOwn) {
  for (const std::string spec :
       {"restricted:ban=monastery+navy,of=scripted:trader,prefer=mint,avoid=settlers",
        "restricted:ban=settlers,force=mint,of=restricted:ban=navy,of=random"}) {
    EXPECT_EQ(make_agent(spec)->spec(), spec);
  }
  EXPECT_EQ(make_agent(R"({"agent": "restricted", "of": {"agent": "scripted", "variant": "trader"},
                           "ban": ["navy", "mint"]})")
                ->spec(),
            "restricted:ban=mint+navy,of=scripted:trader");
}

TEST(RestrictedAgent, RefusesARulesetWithoutItsTiles) {
  const auto says = [](std::string_view spec, Ruleset rules) {
    return complaint([&] {
      Random random(1, 1);
      make_agent(spec)->begin(rules, p1, random);
    });
  };
  const Ruleset aoe3 = Ruleset::make("aoe3", 4);
  expect_names(says("restricted:ban=mint,of=random", aoe3),
               {"'restricted', ban=", "mint cannot be bought in aoe3-4", "marketplace"});
  expect_names(says("restricted:ban=navy,force=mint,of=random", aoe3), {"force=", "mint"});
  expect_names(says("restricted:ban=navy,of=scripted:prefer=mint", aoe3), {"prefer=", "mint"});
  EXPECT_EQ(says("restricted:ban=mint,force=navy,of=random", empires(4, {"builder"})), "");
}

TEST(RestrictedAgent, RefusesWhatMakesNoSense) {
  const auto says = [](std::string_view spec) {
    return complaint([&] { static_cast<void>(make_agent(spec)); });
  };
  expect_names(says("restricted:ban=navy"), {"of=", "restricted:ban="});
  expect_names(says("restricted:of=random"), {"ban=", "force="});
  expect_names(says("restricted:ban=navy,force=navy,of=random"), {"navy", "both"});
  expect_names(says("restricted:ban=nayv,of=random"), {"nayv", "did you mean 'navy'"});
  expect_names(says("restricted:bann=navy,of=random"), {"bann", "did you mean 'ban'"});
  expect_names(says("restricted:ban=navy,of=randm"), {"randm", "did you mean 'random'"});
}

}  // namespace
}  // namespace carrack::testing
