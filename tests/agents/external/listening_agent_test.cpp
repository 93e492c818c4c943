// Messages sent to a program during a game, in each protocol version.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "core/base/error.hpp"
#include "core/tools/perft.hpp"
#include "tests/agents/external/programs.hpp"

namespace carrack {
namespace {

/// A program that logs its messages, and the logged lines.
class Listener {
 public:
  explicit Listener(const std::string& protocol, const std::string& more = "")
      : file_(::testing::TempDir() + "carrack-told-" + std::to_string(getpid())) {
    std::filesystem::remove(file_);
    agent_ = make_agent("process:python3 " CARRACK_TESTS "/agents/external/listening_agent.py " +
                        protocol + ' ' + file_ + more + ",time=20");
  }
  ~Listener() { std::filesystem::remove(file_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  [[nodiscard]] Agent& agent() { return *agent_; }
  /// Waits, for half a minute at most, until the program has logged so many messages of a type.
  void wait_for(const std::string& type, unsigned times = 1) const {
    for (int i = 0; i < 3000; ++i) {
      std::ifstream file(file_);
      unsigned found = 0;
      for (std::string line; std::getline(file, line);) {
        found += line.find('"' + type + '"') != std::string::npos ? 1U : 0U;
      }
      if (found >= times) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  /// The messages of a type. Ends the program first, so that the log is complete.
  [[nodiscard]] std::vector<nlohmann::json> told(const std::string& type) {
    agent_.reset();
    std::ifstream file(file_);
    std::vector<nlohmann::json> messages;
    for (std::string line; std::getline(file, line);) {
      nlohmann::json message = nlohmann::json::parse(line);
      if (message["type"] == type) messages.push_back(std::move(message));
    }
    return messages;
  }

 private:
  std::string file_;
  std::unique_ptr<Agent> agent_;
};

/// Gives a program the time to read a message that it should not get, or to end.
void wait_a_while() { std::this_thread::sleep_for(std::chrono::milliseconds(500)); }

TEST(ProcessAgent, IsToldAllThatHappensAsItsSeatMayKnowItAndTheResult) {
  const std::vector<std::string> scouting{"scouting"};
  const Ruleset rules = Ruleset::make("empires", 3, {}, scouting);
  Listener listener("2");
  const std::unique_ptr<Agent> other = make_agent("random");
  const std::vector<Agent*> seats{other.get(), &listener.agent(), other.get()};
  const std::atomic<bool> stop{false};
  std::string record;
  RecordWriter writer(record, {.rules = rules, .agents = {"a", "b", "c"}, .engine = ""}, false);
  const auto game = play_game(rules, seats, game_seeds(4, 0), &writer, stop);
  ASSERT_TRUE(game->forfeits.empty());
  listener.wait_for("endgame");

  std::vector<nlohmann::json> events;
  std::size_t first = 0;  // of the last request
  for (const auto& message : listener.told("move")) {
    first = events.size();
    events.insert(events.end(), message["moves"].begin(), message["moves"].end());
  }
  EXPECT_GT(events.size(), first);
  const auto ends = listener.told("endgame");
  ASSERT_EQ(ends.size(), 1U);
  events.insert(events.end(), ends[0]["moves"].begin(), ends[0]["moves"].end());
  EXPECT_EQ(ends[0]["seat"], "p2");
  EXPECT_EQ(ends[0]["result"]["vp"].size(), 3U);
  EXPECT_EQ(ends[0]["result"]["rank"][1], game->result.rank[1]);
  EXPECT_EQ(ends[0]["result"]["vp"][2], game->result.vp[2]);
  EXPECT_EQ(ends[0]["result"]["forfeited"], nlohmann::json::array());
  double shares = 0;
  for (const double share : ends[0]["result"]["win_share"]) shares += share;
  EXPECT_NEAR(shares, 1, 1e-12);

  std::istringstream lines(record);
  std::string line;
  std::getline(lines, line);  // the header
  unsigned hidden = 0;
  unsigned seen = 0;
  nlohmann::json before = nlohmann::json::object();
  for (const auto& event : events) {
    ASSERT_TRUE(std::getline(lines, line));
    const auto played = nlohmann::json::parse(line);
    EXPECT_EQ(event["actor"], played["actor"]);
    const bool is_look =
        played["actor"] == "chance" && before.value("event", "").starts_with("look ");
    if (is_look && before["actor"] != "p2") {
      EXPECT_EQ(event["event"], before["event"] == "look deck" ? "card ?" : "counter ?");
      ++hidden;
    } else {
      EXPECT_EQ(event["event"], played["event"]);
      seen += is_look;
    }
    before = played;
  }
  EXPECT_GT(hidden, 0U);
  EXPECT_GT(seen, 0U);
  std::getline(lines, line);
  EXPECT_NE(line.find("\"result\""), std::string::npos);
}

TEST(ProcessAgent, OneOfTheFirstProtocolIsToldWhatItAlwaysWas) {
  Listener listener("1");
  EXPECT_TRUE(play(listener.agent())->forfeits.empty());
  wait_a_while();
  EXPECT_TRUE(listener.told("endgame").empty());
  const auto questions = listener.told("move");
  ASSERT_FALSE(questions.empty());
  EXPECT_FALSE(questions.front().contains("moves"));
}

TEST(ProcessAgent, WhoSpeaksAnotherProtocolIsToldAtOnce) {
  Listener listener("4");
  try {
    static_cast<void>(play(listener.agent()));
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("from 1 to 3"), std::string::npos) << error.what();
  }
}

TEST(ProcessAgent, WhoEndsBetweenGamesIsStartedAgainAndForfeitsNothing) {
  Listener listener("2", " leaves");
  for (u64 seed = 1; seed <= 4; ++seed) {
    if (seed > 2) wait_a_while();  // it has ended before the next game begins, and while it does
    const auto game = play(listener.agent(), seed);
    EXPECT_TRUE(game->forfeits.empty()) << game->forfeits.front().what;
  }
  listener.wait_for("endgame", 4);
  EXPECT_EQ(listener.told("endgame").size(), 4U);
  EXPECT_EQ(listener.told("hello").size(), 4U);
}

TEST(ProcessAgent, TheForfeitsOfOthersAreInTheResult) {
  Listener listener("2");
  const std::unique_ptr<Agent> crashes = make_agent(bad("crashes"));
  const std::vector<Agent*> seats{crashes.get(), &listener.agent()};
  const std::atomic<bool> stop{false};
  static_cast<void>(play_game(Ruleset::make("aoe3", 2), seats, game_seeds(1, 0), nullptr, stop));
  listener.wait_for("endgame");
  const auto ends = listener.told("endgame");
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0]["result"]["forfeited"], nlohmann::json::array({"p1"}));
  EXPECT_EQ(ends[0]["result"]["rank"], nlohmann::json::array({2, 1}));
}

TEST(ProcessAgent, APositionThatWasNotFollowedHasNoMoves) {
  Listener listener("2");
  EXPECT_TRUE(play(listener.agent())->forfeits.empty());
  State s = perft_start(Ruleset::make("aoe3", 2));
  Random random(1, 1);
  const Legal options = legal(s);
  EXPECT_TRUE(options.contains(listener.agent().choose(s, options, random)));
  const auto questions = listener.told("move");
  EXPECT_TRUE(questions.front().contains("moves"));
  EXPECT_FALSE(questions.back().contains("moves"));
}

}  // namespace
}  // namespace carrack
