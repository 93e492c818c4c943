#include "experiments/web/session.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/notation/notation.hpp"
#include "core/notation/record.hpp"
#include "experiments/report/game_report.hpp"
#include "experiments/report/judge.hpp"
#include "experiments/studies/search_json.hpp"
#include "experiments/studies/tree_file.hpp"
#include "experiments/studies/verification.hpp"
#include "experiments/web/analysis.hpp"
#include "experiments/web/game_text.hpp"
#include "tests/core/forfeited.hpp"
#include "tests/experiments/web/session_fixture.hpp"
#include "tests/sanitized.hpp"

namespace carrack::web {
namespace {

/// Decisions of a game to its end; fewer under sanitizers, which take long for whole ones.
constexpr std::size_t kLongGame = testing::kSanitized ? 60 : 10'000;

std::string verified(const std::string& record) {
  std::istringstream in(record);
  return std::to_string(verify_record(in, "record").games) + " games";
}

TEST_F(SessionTest, AGameOfPeopleAndAgentsIsARecordThatVerifies) {
  const Json end = play_on(start(kAoe2, {"human", "scripted"}));
  EXPECT_TRUE(end["over"]);
  EXPECT_EQ(verified(record()), "1 games");
  EXPECT_GT(end["result"][0]["vp"], 0);
}

TEST_F(SessionTest, ALoadedRecordIsTheSameRecord) {
  play_on(start(kScouting, {"human", "random", "human"}), kLongGame);
  const std::string saved = record();
  const Json loaded = done({{"do", "load"}, {"record", saved}});
  EXPECT_EQ(loaded["over"], !testing::kSanitized);
  EXPECT_EQ(record(), saved);
}

TEST_F(SessionTest, AnUnfinishedGameGoesOnAsItWouldHave) {
  const Json middle = play_on(start(kAoe2, {"human", "scripted"}), 60);
  const std::string saved = record();
  EXPECT_EQ(done({{"do", "load"}, {"record", saved}})["svg"], middle["svg"]);
  EXPECT_EQ(record(), saved);
  const std::string code = done({{"do", "view"}})["code"];
  play_on(middle, kLongGame);
  const std::string whole = record();
  const Json opened = done({{"do", "open"}, {"code", code}});
  EXPECT_EQ(opened["svg"], middle["svg"]);
  play_on(opened, kLongGame);
  EXPECT_EQ(record(), whole);
}

TEST_F(SessionTest, UndoThroughAWholeGameAndRedo) {
  Json first = start(kScouting, {"human", "scripted", "random"});
  while (!first["human"].get<bool>()) first = done({{"do", "move"}});
  const Json last = play_on(first, kLongGame);
  const std::string whole = record();
  std::size_t undone = 0;
  Json view;
  while (!(view = ask({{"do", "undo"}})).contains("error")) ++undone;
  EXPECT_GT(undone, testing::kSanitized ? 15U : 40U);
  EXPECT_EQ(done({{"do", "view"}})["svg"], first["svg"]);
  while (undone-- > 0) view = done({{"do", "redo"}});
  EXPECT_TRUE(ask({{"do", "redo"}}).contains("error"));
  EXPECT_EQ(view["svg"], last["svg"]);
  EXPECT_EQ(record(), whole);
}

TEST_F(SessionTest, AnotherMoveIsAVariationAndTheFirstOneIsKept) {
  Json view = play_on(start(kAoe2, {"human", "human"}), 8);
  const Json node = view["node"];
  const Json first = done({{"do", "play"}, {"event", view["options"][0]["event"]}});
  done({{"do", "go"}, {"node", node}});
  const Json second = done({{"do", "play"}, {"event", view["options"][1]["event"]}});
  EXPECT_NE(first["node"], second["node"]);
  EXPECT_EQ(second["line"].back()["alternatives"], 1);
  EXPECT_EQ(done({{"do", "go"}, {"node", first["node"]}})["svg"], first["svg"]);
  EXPECT_EQ(done({{"do", "tree"}})["nodes"].size(), second["node"].get<std::size_t>());
}

TEST_F(SessionTest, ALineIsPreviewedUpToADrawAndBranchedOffThroughIt) {
  const Json before = play_on(start(kAoe2, {"human", "human"}), 8);
  const std::string saved = record();
  std::vector<std::string> events;
  Json view = before;
  const u64 draws = [&] {  // a line of decisions with a draw among them
    u64 drawn = 0;
    for (int n = 0; n < 40; ++n) {
      events.push_back(view["options"][0]["event"]);
      view = done({{"do", "play"}, {"event", events.back()}});
      drawn += view["line"].back()["actor"] == "chance";
    }
    return drawn;
  }();
  ASSERT_GT(draws, 0U);
  done({{"do", "load"}, {"record", saved}});
  const Json one = done({{"do", "preview"}, {"events", {events[0]}}});
  const Json two = done({{"do", "preview"}, {"events", {events[0], events[1]}}});
  const Json all = done({{"do", "preview"}, {"events", events}});
  EXPECT_EQ(one["shown"], 1);
  EXPECT_EQ(two["shown"], 2);
  EXPECT_NE(one["groups"], two["groups"]);
  EXPECT_LT(all["shown"], events.size());
  EXPECT_EQ(record(), saved);
  const Json end = done({{"do", "branch"}, {"events", events}});
  EXPECT_EQ(end["played"], events.size());
  EXPECT_EQ(end["svg"], view["svg"]);
  done({{"do", "load"}, {"record", saved}});
  const Json stopped = done({{"do", "branch"}, {"events", {events[0], "land moon", events[1]}}});
  EXPECT_EQ(stopped["played"], 1);
}

TEST_F(SessionTest, WrongRequestsAreAnsweredAndChangeNothing) {
  const Json before = play_on(start(kAoe2, {"human", "scripted"}), 20);
  const std::string saved = record();
  const std::vector<std::string> wrong{
      "",
      "[]",
      "{\"do\": 1}",
      "{\"do\": \"plya\"}",
      "{\"do\": \"play\"}",
      "{\"do\": \"play\", \"event\": \"place colonist moon\"}",
      "{\"do\": \"play\", \"event\": \"land peru\"}",
      "{\"do\": \"preview\", \"events\": []}",
      "{\"do\": \"preview\", \"events\": [\"land moon\"]}",
      "{\"do\": \"branch\", \"events\": []}",
      "{\"do\": \"branch\", \"events\": [\"land moon\"]}",
      "{\"do\": \"go\", \"node\": 100000}",
      "{\"do\": \"go\", \"node\": -1}",
      "{\"do\": \"view\", \"eyes\": 1}",
      "{\"do\": \"open\", \"code\": \"AAAA\"}",
      "{\"do\": \"open\", \"code\": \"<script>\"}",
      "{\"do\": \"load\", \"record\": \"\"}",
      "{\"do\": \"load\", \"record\": \"{\\\"format\\\": 1}\"}",
      "{\"do\": \"search\", \"agent\": \"random\", \"seed\": 1}",
      "{\"do\": \"search\", \"agent\": \"mcts:iterations=1e9\", \"seed\": 1}",
      "{\"do\": \"merge\", \"reports\": []}",
      "{\"do\": \"merge\", \"reports\": [\"{}\", \"{}\"]}",
      "{\"do\": \"new\", \"ruleset\": {}, \"seats\": [], \"seed\": 1}",
  };
  for (const std::string& request : wrong) {
    const Json answer = Json::parse(session_.answer(request));
    ASSERT_TRUE(answer.contains("error")) << request << answer;
    EXPECT_FALSE(answer["error"].get<std::string>().empty());
  }
  for (const char* const spec :
       {"nobody", "mcts:memory=60000", "mcts:iterations=1,quick=1000000000,quick_share=1",
        "mcts:extend=10", "mcts:parallel=leaf,leaves=256", "mcts:parallel=root,workers=256",
        "flat:iterations=1e8", "mcts:time=1e4", "restricted:ban=navy,of=mcts:iterations=1e8"}) {
    const Json seats{"human", spec};
    EXPECT_TRUE(
        ask({{"do", "new"}, {"ruleset", kAoe2}, {"seats", seats}, {"seed", 1}}).contains("error"))
        << spec;
  }
  EXPECT_EQ(done({{"do", "view"}}), before);
  EXPECT_EQ(record(), saved);
}

TEST_F(SessionTest, SeedsOf64BitsAreExact) {
  Json request{{"do", "new"}, {"ruleset", kAoe2}, {"seats", {"human", "random"}}};
  for (const u64 seed : {u64{0}, (u64{1} << 53U) + 1, ~u64{0}}) {
    const std::string digits = std::to_string(seed);
    for (const Json& given : {Json(seed), Json(digits)}) {
      request["seed"] = given;
      const Json view = done(request);
      EXPECT_EQ(view["seed"], digits);
      const std::string saved = record();
      EXPECT_NE(saved.find("\"seed\": " + digits), std::string::npos) << saved;
      EXPECT_EQ(done({{"do", "load"}, {"record", saved}})["seed"], digits);
      EXPECT_EQ(done({{"do", "open"}, {"code", view["code"]}})["seed"], digits);
    }
  }
  const Json wrong{"", "x", "-1", "1.5", "18446744073709551616", -1, 1.5, nullptr};
  for (const Json& seed : wrong) {
    request["seed"] = seed;
    const std::string error = ask(request)["error"];
    EXPECT_TRUE(error.starts_with("\"seed\"")) << error;
    EXPECT_EQ(ask({{"do", "check"}, {"ruleset", kAoe2}, {"seed", seed}})["error"], error);
  }
  EXPECT_EQ(done({{"do", "check"}, {"ruleset", kAoe2}, {"seed", "1"}})["name"], "aoe3-2");
}

TEST_F(SessionTest, ACodeWithAnotherByteIsAnErrorOrAnotherGame) {
  play_on(start(kAoe2, {"human", "scripted"}), 30);
  const std::string code = done({{"do", "view"}})["code"];
  const std::string saved = record();
  unsigned errors = 0;
  for (std::size_t i = 0; i < code.size(); i += 3) {
    std::string changed = code;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    const Json answer = ask({{"do", "open"}, {"code", changed}});
    errors += answer.contains("error") ? 1U : 0U;
    if (answer.contains("error")) continue;
    EXPECT_NE(record(), saved) << i;
  }
  EXPECT_GT(errors, 0U);
  for (std::size_t n = 0; n < code.size(); n += 7) {
    static_cast<void>(ask({{"do", "open"}, {"code", code.substr(0, n)}}));
  }
}

TEST_F(SessionTest, ASearchIsTheOneOfTheCommandLine) {
  play_on(start(kScouting, {"human", "human", "human"}), 45);
  const std::string agent = "mcts:memory=8,iterations=50";
  const Json view = done({{"do", "view"}, {"eyes", actor_of(done({{"do", "view"}}))}});
  Json report = done({{"do", "search"}, {"agent", agent}, {"seed", 3}})["report"];
  const GameTree game = read_record(record());
  const std::unique_ptr<Agent> direct = make_agent(agent);
  Random random(3, stream(StreamFamily::agent));
  State s = game.state();
  resample(s, s.actor, random);
  const Action chosen = direct->choose(s, legal(s), random);
  Json expected = Json::parse(search_json(s, direct->report(), chosen));
  EXPECT_FALSE(report["lines"].empty());
  report.erase("lines");
  report.erase("seconds");
  expected.erase("seconds");
  EXPECT_EQ(report, expected);
}

TEST_F(SessionTest, ATreeIsZoomedAndReadFromAFile) {
  const std::string agent = "mcts:memory=8,iterations=300";
  EXPECT_TRUE(ask({{"do", "tree_zoom"}, {"node", 0}}).contains("error"));
  play_on(start(kAoe2, {"human", "human"}), 12);
  const Json whole = done({{"do", "tree_search"}, {"agent", agent}, {"seed", 1}});
  EXPECT_TRUE(whole["path"].empty());
  const Json part = done({{"do", "tree_zoom"}, {"node", 1}});
  EXPECT_EQ(part["path"].size(), 1U);
  EXPECT_EQ(part["svg"].get<std::string>().find("data-node='0'"), std::string::npos);
  EXPECT_TRUE(ask({{"do", "tree_zoom"}, {"node", 1000000}}).contains("error"));
  EXPECT_TRUE(ask({{"do", "tree_load"}, {"text", "{}"}}).contains("error"));
  const GameTree game = read_record(record());
  const std::string file = tree_text(search_tree(game.state(), agent, 1));
  EXPECT_EQ(done({{"do", "tree_load"}, {"text", file}}), whole);
}

TEST_F(SessionTest, AReportInPartsIsTheOneOfTheCommandLine) {
  const std::string agent = "mcts:memory=8,iterations=100,prior=scripted,rollout=scripted";
  play_on(start(kAoe2, {"scripted", "random"}));
  std::istringstream in(record());
  RecordReader reader(in, "record");
  ASSERT_TRUE(reader.next_game());
  const RecordedGame game = read_game(reader);
  std::array<Json, 2> parts{Json::array(), Json::array()};
  const std::vector<Decision> decisions = decisions_of(game);
  for (std::size_t i = 0; i < decisions.size(); ++i) parts[i % 3 / 2].push_back(decisions[i].ply);
  Json judgements = Json::array();
  for (const Json& plies : parts) {
    const Json answer = done({{"do", "judge"}, {"agent", agent}, {"plies", plies}});
    judgements.push_back(answer["judgements"].dump());
  }
  std::atomic<bool> stop = false;
  const auto expected =
      make_report(game, linear_value(), JudgePlan{.agent = agent, .threads = 2}, stop).value();
  Json request{{"do", "report"}, {"agent", agent}, {"judgements", judgements}};
  const Json answer = done(request);
  EXPECT_EQ(answer["report"], report_json(game, expected));
  EXPECT_EQ(answer["page"], report_page(game, expected));
  Json of_chance = Json::parse(judgements[0].get<std::string>());
  for (u64 ply = 0; of_chance.back()["ply"] != ply; ++ply) {
    if (std::ranges::find(decisions, ply, &Decision::ply) != decisions.end()) continue;
    of_chance.back()["ply"] = ply;
    break;
  }
  request["judgements"] = Json{judgements[0], judgements[1], of_chance.dump()};
  EXPECT_TRUE(ask(request)["error"].get<std::string>().find("not a decision") != std::string::npos);
  judgements.erase(1);
  request["judgements"] = judgements;
  EXPECT_TRUE(ask(request).contains("error"));
  EXPECT_TRUE(ask({{"do", "judge"}, {"agent", agent}, {"plies", {0}}}).contains("error"));
  EXPECT_TRUE(ask({{"do", "judge"}, {"agent", "random"}, {"plies", parts[0]}}).contains("error"));
}

TEST_F(SessionTest, ForfeitsOfALoadedGameAreKept) {
  const Json view = play_on(start(kAoe2, {"scripted", "random"}));
  ASSERT_TRUE(view["over"]);
  const unsigned winner = view["result"][0]["rank"] == 1 ? 0 : 1;
  const std::vector<Forfeit> forfeits{{winner, FailureKind::crashed, 3, "it stopped"}};
  const std::string played = testing::forfeited(record(), forfeits);
  const Json loaded = done({{"do", "load"}, {"record", played}});
  EXPECT_EQ(loaded["result"][winner]["rank"], 2);
  EXPECT_EQ(loaded["result"][winner]["forfeit"], "crashed");
  EXPECT_EQ(loaded["result"][1 - winner]["rank"], 1);
  EXPECT_EQ(record(), played);
  const std::string code = loaded["code"];
  EXPECT_EQ(done({{"do", "open"}, {"code", code}})["result"], loaded["result"]);
  EXPECT_EQ(record(), played);
  const std::string cut = code.substr(0, code.size() - 4);  // three events
  EXPECT_EQ(ask({{"do", "open"}, {"code", cut}})["error"],
            "the link holds no game: it has forfeits, but not the end of the game");
  const Json report = done({{"do", "report"}, {"agent", "mcts"}, {"judgements", Json::array()}});
  const Json players = Json::parse(report["report"].get<std::string>())["players"];
  EXPECT_EQ(players[winner]["result"], 0);
  EXPECT_EQ(players[1 - winner]["result"], 1);
}

TEST_F(SessionTest, EveryPlaceIsInThePicture) {
  for (const Json& ruleset : {kAoe2, kScouting,
                              Json{{"edition", "empires"},
                                   {"players", 6},
                                   {"modules", {"builder", "national", "auction", "world"}},
                                   {"variants", {"buy_vp"}}}}) {
    Json view = start(ruleset, std::vector<std::string>(ruleset["players"], "human"));
    std::size_t places = 0;
    constexpr std::size_t kEvents = testing::kSanitized ? 60 : 10'000;
    for (std::size_t n = 0; n < kEvents && !view["over"].get<bool>(); ++n) {
      if (view["options"].empty()) view = done({{"do", "view"}, {"eyes", actor_of(view)}});
      const std::string& svg = view["svg"].get_ref<const std::string&>();
      for (const Json& option : view["options"]) {
        if (!option.contains("place")) continue;
        ++places;
        const std::string place = option["place"];
        EXPECT_TRUE(svg.find("id='" + place + "'") != std::string::npos ||
                    svg.find("data-place='" + place + "'") != std::string::npos)
            << option;
      }
      const Json& options = view["options"];
      view = done({{"do", "play"}, {"event", options[n % options.size()]["event"]}});
    }
    EXPECT_GT(places, testing::kSanitized ? 50U : 500U);
  }
}

}  // namespace
}  // namespace carrack::web
