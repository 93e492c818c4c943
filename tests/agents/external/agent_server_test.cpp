// carrack as an external agent.
#include "agents/external/agent_server.hpp"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "agents/external/process_protocol.hpp"
#include "core/base/error.hpp"
#include "core/game/queries.hpp"
#include "core/notation/notation.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

std::string line(std::string text) {
  text.pop_back();  // the newline
  return text;
}

/// Plays a game, one seat by the server; returns the actions that it chose.
std::vector<Action> actions_of(AgentServer& server, Ruleset rules, Player seat, u64 seed) {
  std::vector<Action> chosen;
  EXPECT_FALSE(server.answer(line(newgame_line(rules, seat, seed))));
  State s = start(rules);
  Random random(seed, 1);
  Legal options = carrack::legal(s);
  for (u64 id = 1; !is_over(s);) {
    Action action;
    if (is_chance(s)) {
      action = chance_outcome(s, random.below(chance_total(s)));
    } else if (s.actor == seat) {
      const auto answer = server.answer(line(move_line(s, options, id, 10, kNewestProtocol)));
      EXPECT_TRUE(answer);
      action = action_in(answer.value_or(""), id++, s, options);  // throws what is not legal
      chosen.push_back(action);
    } else {
      action = options[random.below(options.size())];
    }
    apply(s, action, options);
  }
  return chosen;
}

/// Takes the first option, and remembers the position that it was asked about.
class Remembering final : public ServedPlayer {
 public:
  explicit Remembering(State& asked) : asked_(asked) {}

  [[nodiscard]] std::string name() const override { return "remembering"; }
  void begin(Ruleset /*rules*/, Player /*seat*/, u64 /*seed*/) override {}
  [[nodiscard]] std::string choose(const State& s, const Legal& options) override {
    asked_ = s;
    return to_notation(options[0], s.ruleset().board());
  }

 private:
  State& asked_;
};

TEST(AgentServer, AnswersAGreetingWithItsNameAndVersion) {
  AgentServer server("mcts:iterations=50");
  const Json answer = Json::parse(server.answer(line(hello_line())).value());
  EXPECT_EQ(answer["name"], "mcts:iterations=50");
  EXPECT_EQ(answer["protocol"], kNewestProtocol);
  EXPECT_EQ(
      Json::parse(server.answer(R"({"type": "hello", "protocols": [1]})").value())["protocol"], 1);
  EXPECT_EQ(Json::parse(server.answer(R"({"type": "hello", "protocol": 1})").value())["protocol"],
            1);
}

TEST(AgentServer, ALongNameIsCut) {
  const std::string tiles =
      "monastery+trade_routes+training_grounds+indentured_servitude+conquistadors+navigator+"
      "inca_conquest+trading_post+cartography+indian_allies+privateers+ship_yards+cathedral+"
      "taxation+university+west_indies_co+colonization_laws+rum_distillery+marketplace";
  AgentServer server("restricted:ban=" + tiles + ",of=random");
  const std::string answer = server.answer(line(hello_line())).value();
  EXPECT_LE(greeting_in(answer).name.size(), kLongestName);
  EXPECT_TRUE(greeting_in(answer).name.starts_with("restricted:ban="));
}

TEST(AgentServer, PlaysWholeGamesOfAllKinds) {
  AgentServer server("scripted");
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 3), empires(4, {"builder", "national"}),
        empires(2, {"builder", "world"}), empires(3, {"builder"}, {"scouting", "buy_vp"})}) {
    EXPECT_GT(actions_of(server, rules, p2, 5).size(), 30U) << rules.to_string();
  }
}

TEST(AgentServer, AnswersWhereATraceLeavesSomethingOpen) {
  // Who attacks, and whether England has kept the order of the dock.
  AgentServer server("scripted");
  for (const Ruleset rules : {Ruleset::make("aoe3", 4), empires(5, {"builder", "national"})}) {
    for (u64 seed = 0; seed < (kSanitized ? 6 : 40); ++seed) {
      EXPECT_GT(actions_of(server, rules, p2, seed).size(), 30U) << seed;
    }
  }
}

TEST(AgentServer, TakesABattleForThatOfThePlayerWhoDeclaredIt) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  unsigned alike = 0;  // battles that would be taken for those of another player
  for (u64 seed = 0; alike < 3 && seed < 4'000; ++seed) {
    std::array<State, 4> asked;
    std::vector<AgentServer> servers;
    std::array<SeenEvents, 4> events;
    for (unsigned p = 0; p < rules.players(); ++p) {
      servers.emplace_back(std::make_unique<Remembering>(asked[p]));
      EXPECT_FALSE(servers[p].answer(line(newgame_line(rules, nth<Player>(p), seed))));
    }
    State s = start(rules);
    Random random(seed, 7);
    Legal options = carrack::legal(s);
    while (!is_over(s)) {
      const unsigned p = index(s.actor);
      if (s.node == Node::kill && !is_chance(s)) {
        const warfare::Battle battle = warfare::Battle::of(s);
        const std::string question = move_line(s, options, 1, 10, kNewestProtocol, &events[p]);
        ASSERT_TRUE(servers[p].answer(line(question)));
        ASSERT_EQ(warfare::Battle::of(asked[p]).attacker, battle.attacker) << question;
        AgentServer another(std::make_unique<Remembering>(asked[p]));
        EXPECT_FALSE(another.answer(line(newgame_line(rules, s.actor, seed))));
        ASSERT_TRUE(another.answer(line(move_line(s, options, 1, 10, kNewestProtocol))));
        alike += warfare::Battle::of(asked[p]).attacker != battle.attacker ? 1U : 0U;
        events[p].clear();
      }
      const State before = s;
      const Action action = is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                                         : options[random.below(options.size())];
      apply(s, action, options);
      for (unsigned seat = 0; seat < rules.players(); ++seat) {
        events[seat].add(before, action, nth<Player>(seat));
      }
    }
  }
  EXPECT_EQ(alike, 3U);
}

TEST(AgentServer, ChoosesAmongTheOptionsThatItIsGiven) {
  // An agent inside `restricted:` may be given fewer options than are legal.
  AgentServer server("scripted");
  const Ruleset rules = Ruleset::make("aoe3", 3);
  EXPECT_FALSE(server.answer(line(newgame_line(rules, p1, 4))));
  State s = start(rules);
  Random random(4, 1);
  Legal options = carrack::legal(s);
  unsigned asked = 0;
  for (u64 id = 1; !is_over(s); random_step(s, options, random)) {
    if (is_chance(s) || s.actor != p1 || s.node != Node::buy || options.size() < 3) continue;
    Legal fewer = options;
    fewer.remove(options[0]);
    const auto answer = server.answer(line(move_line(s, fewer, id, 10, kNewestProtocol)));
    ASSERT_TRUE(answer);
    EXPECT_TRUE(fewer.contains(action_in(*answer, id, s, fewer)));
    ++id;
    ++asked;
  }
  EXPECT_GE(asked, 2U);
}

TEST(AgentServer, RefusesADecisionWithoutOptions) {
  AgentServer server("scripted");
  const Ruleset rules = Ruleset::make("aoe3", 2);
  EXPECT_FALSE(server.answer(line(newgame_line(rules, p1, 4))));
  State s = start(rules);
  Random random(4, 1);
  Legal options = carrack::legal(s);
  while (is_chance(s) || s.actor != p1) random_step(s, options, random);
  Json move = Json::parse(move_line(s, options, 1, 10, kNewestProtocol));
  move["legal"] = Json::array();
  EXPECT_NE(complaint([&] {
              static_cast<void>(server.answer(move.dump()));
            }).find("its legal actions are not those given"),
            std::string::npos);
}

TEST(AgentServer, ASeedRepeatsItsGame) {
  AgentServer server("mcts:iterations=20");
  const std::vector<Action> first = actions_of(server, Ruleset::make("aoe3", 2), p1, 7);
  EXPECT_EQ(actions_of(server, Ruleset::make("aoe3", 2), p1, 7), first);
  AgentServer other("mcts:iterations=20");
  EXPECT_EQ(actions_of(other, Ruleset::make("aoe3", 2), p1, 7), first);
}

TEST(AgentServer, IgnoresWhatItDoesNotKnow) {
  AgentServer server("random");
  EXPECT_FALSE(server.answer(R"({"type": "weather", "sun": true})"));
  EXPECT_FALSE(server.answer(R"({"type": "endgame", "seat": "p1"})"));
}

TEST(AgentServer, RefusesWhatIsNoMessage) {
  const auto told = [](std::string_view said) {
    AgentServer server("random");
    static_cast<void>(server.answer(line(newgame_line(Ruleset::make("aoe3", 2), p1, 1))));
    return complaint([&] { static_cast<void>(server.answer(said)); });
  };
  EXPECT_NE(told("").find("JSON"), std::string::npos);
  EXPECT_NE(told("[]").find("not a JSON object"), std::string::npos);
  EXPECT_NE(told(R"({"id": 3})").find("\"type\""), std::string::npos);
  EXPECT_NE(told(R"({"type": "newgame"})").find("\"ruleset\""), std::string::npos);
  EXPECT_NE(told(R"({"type": "newgame", "seat": "p3", "seed": 1, "ruleset":
                     {"edition": "aoe3", "players": 2, "modules": [], "variants": []}})")
                .find("expected p1 to p2"),
            std::string::npos);
  EXPECT_NE(told(R"({"type": "move", "id": 1, "legal": [], "state": 5})"), "");
  EXPECT_NE(told(R"({"type": "move", "id": -1, "legal": [], "state": {}})").find("\"id\""),
            std::string::npos);
  AgentServer server("random");
  EXPECT_NE(complaint([&] {
              static_cast<void>(server.answer(R"({"type": "move", "id": 1})"));
            }).find("newgame"),
            std::string::npos);
  EXPECT_THROW(AgentServer("mtcs"), InputError);
}

}  // namespace
}  // namespace carrack::testing
