// Games continued from a position: the same seeds give the same game.
#include "experiments/trial/course.hpp"

#include "tests/core/position.hpp"
#include "tests/experiments/never_stop.hpp"

namespace carrack::testing {
namespace {

std::vector<std::unique_ptr<Agent>> agents_of(const std::string& spec, unsigned players) {
  std::vector<std::unique_ptr<Agent>> agents;
  for (unsigned i = 0; i < players; ++i) agents.push_back(make_agent(spec));
  return agents;
}

std::vector<Agent*> seats_of(const std::vector<std::unique_ptr<Agent>>& agents) {
  std::vector<Agent*> seats;
  for (const auto& agent : agents) seats.push_back(agent.get());
  return seats;
}

/// The first purchase of a game of scripts that has at least three options.
State first_purchase(Ruleset rules) {
  const auto agents = agents_of("scripted", rules.players());
  const auto seats = seats_of(agents);
  Course course(start(rules), seats, {5, 6});
  while (course.seek_decision()) {
    if (course.state().node == Node::buy && course.options().size() >= 3) break;
    course.play(course.ask());
  }
  return course.state();
}

TEST(Course, ForcingATileAgainstItselfChangesNothingForAnyAgent) {
  for (const std::string spec : {"random", "scripted", "greedy", "flat:iterations=2",
                                 "mcts:iterations=4", "mcts:iterations=4,reuse=on"}) {
    for (const Ruleset rules : {Ruleset::make("aoe3", 3), empires(2, {}, {"scouting"})}) {
      const auto agents = agents_of(spec, rules.players());
      const auto seats = seats_of(agents);
      const State s = first_purchase(rules);
      ASSERT_EQ(s.node, Node::buy);
      const auto force = [&](Action action) {
        State after = s;
        apply(after, action);
        return Outcome::of(*Course(after, seats, {9, 10}).finish(kNeverStop), rules.players(),
                           s.actor);
      };
      const Outcome first = force(legal(s)[1]);
      static_cast<void>(force(legal(s)[2]));  // something else in between
      EXPECT_EQ(force(legal(s)[1]) - first, Outcome{}) << spec << ", " << rules.to_string();
    }
  }
}

TEST(Course, AConsultationChangesNothing) {
  const auto agents = agents_of("random", 3);
  const auto others = agents_of("random", 1);
  const auto seats = seats_of(agents);
  const auto play = [&](bool consults) {
    Course course(start(Ruleset::make("aoe3", 3)), seats, {3, 4});
    while (course.seek_decision()) {
      if (consults) {
        const Action advice = course.consult(*others[0], course.options());
        EXPECT_TRUE(course.options().contains(advice));
      }
      course.play(course.ask());
    }
    return result(course.state());
  };
  EXPECT_EQ(play(false), play(true));
}

TEST(Course, ATileOfTheLastPurchaseIsWorthItsPrintedVp) {
  // Turn 8, one worker left in the box of buildings: no decision follows but the purchase.
  struct Case {
    Tile tile;
    double vp;
  };
  for (const Case& c : {Case{Tile::navy, 4 * 3}, Case{Tile::factory, 5}, Case{Tile::militia, 0},
                        Case{Tile::prosperity, 2 * 3}, Case{Tile::mercantilism, 2}}) {
    const State s = Position(2, 8)
                        .money(p1, 20)
                        .owns(p1, Tile::settlers)
                        .owns(p1, Tile::monastery)
                        .owns_ships(p1, 3)
                        .owns_good(p1, Good::sugar)
                        .owns_good(p1, Good::gold)
                        .shows(c.tile)
                        .in_box(Box::buildings, p1)
                        .begin(Phase::buildings);
    ASSERT_EQ(s.node, Node::buy);
    const auto agents = agents_of("random", 2);
    const auto seats = seats_of(agents);
    const auto vp_after = [&](Action action) {
      State after = s;
      apply(after, action);
      return Outcome::of(*Course(after, seats, {1, 2}).finish(kNeverStop), 2, p1).vp;
    };
    EXPECT_EQ(vp_after(Action(Verb::buy, index(c.tile))) - vp_after(kPass), c.vp) << name(c.tile);
  }
}

/// Plays at random and counts the games that it is told of.
class CountingAgent final : public Agent {
 public:
  void begin(Ruleset rules, Player at, Random& random) override {
    ++begun;
    seat = at;
    seed = random.next();
    EXPECT_EQ(rules, Ruleset::make("aoe3", 2));
  }
  Action choose(const State& s, const Legal& legal, Random& random) override {
    EXPECT_EQ(s.actor, seat);
    return legal[random.below(legal.size())];
  }
  void end(const GameEnd& end) override { ended += end.players == 2 ? 1 : 0; }
  [[nodiscard]] std::string spec() const override { return "counting"; }

  unsigned begun = 0;
  unsigned ended = 0;
  Player seat{0};
  u32 seed = 0;
};

TEST(Course, IsAGameOfItsOwnForItsAgents) {
  std::array<CountingAgent, 3> agents;
  const std::vector<Agent*> seats{&agents[0], &agents[1]};
  const State s = start(Ruleset::make("aoe3", 2));
  const auto play = [&] { return *Course(s, seats, {3, 4}).finish(kNeverStop); };
  const Result first = play();
  const u32 seed = agents[1].seed;
  EXPECT_EQ(play(), first);
  EXPECT_EQ(agents[1].seed, seed) << "courses with the same seeds have the same random numbers";
  EXPECT_EQ(agents[1].begun, 2U);
  EXPECT_EQ(agents[1].ended, 2U);
  Course course(s, seats, {3, 4});
  ASSERT_TRUE(course.seek_decision());
  static_cast<void>(course.consult(agents[2], course.options()));
  EXPECT_EQ(agents[2].begun, 1U);
  EXPECT_EQ(agents[2].seat, course.state().actor);
}

TEST(Course, NobodyBuysADeniedTile) {
  for (const std::string spec : {"random", "scripted:builder", "policy"}) {
    const auto agents = agents_of(spec, 4);
    const auto seats = seats_of(agents);
    const auto owner_of = [&](Tile tile, std::optional<Tile> denied) {
      Course course(start(Ruleset::make("aoe3", 4)), seats, {3, 4}, denied);
      while (course.seek_decision()) course.play(course.ask());
      return course.state().holder(only_copy(tile));
    };
    unsigned bought = 0;
    for (const Tile tile : {Tile::monastery, Tile::university, Tile::navy, Tile::factory}) {
      EXPECT_GE(owner_of(tile, tile), kMaxPlayers) << spec << ", " << name(tile);
      bought += owner_of(tile, std::nullopt) < kMaxPlayers ? 1 : 0;
    }
    EXPECT_GT(bought, 0U) << spec;
  }
}

TEST(Course, ARaisedFlagEndsIt) {
  const auto agents = agents_of("random", 2);
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(
      Course(start(Ruleset::make("aoe3", 2)), seats_of(agents), {1, 2}).finish(stop).has_value());
}

TEST(Outcome, ASharedWinCountsItsPart) {
  Result result;
  result.rank = {1, 3, 1};
  result.vp = {50, 40, 50};
  EXPECT_EQ(Outcome::of(result, 3, p1), (Outcome{0.5, 1, 50}));
  EXPECT_EQ(Outcome::of(result, 3, p2), (Outcome{0, 3, 40}));
}

}  // namespace
}  // namespace carrack::testing
