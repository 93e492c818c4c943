// Games with agents that fail during the game, and the log of a game.
#include "experiments/tournament/game_runner.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/game/knowledge.hpp"
#include "core/game/win_shares.hpp"
#include "core/rules/phases.hpp"
#include "experiments/tournament/game_log.hpp"

namespace carrack {
namespace {

/// Plays the first legal action, and fails at its n-th.
class FailsAt final : public Agent {
 public:
  FailsAt(unsigned n, bool throws) : n_(n), throws_(throws) {}
  void begin(Ruleset, Player, Random&) override { asked_ = 0; }
  Action choose(const State&, const Legal& legal, Random&) override {
    if (++asked_ < n_) return legal[0];
    if (throws_) throw AgentFailure(FailureKind::crashed, "gone");
    return Action(Verb::vp, 254);  // never legal in 2007
  }
  [[nodiscard]] std::string spec() const override { return "fails"; }
  [[nodiscard]] unsigned asked() const { return asked_; }

 private:
  unsigned n_;
  bool throws_;
  unsigned asked_ = 0;
};

constexpr unsigned kNever = 1U << 30;

PlayedGame play(std::vector<Agent*> seats, RecordWriter* writer = nullptr,
                GameObserver* observer = nullptr) {
  const std::atomic<bool> stop{false};
  const Ruleset rules = Ruleset::make("aoe3", static_cast<unsigned>(seats.size()));
  return *play_game(rules, seats, game_seeds(3, 0), writer, stop, observer);
}

TEST(GameSeeds, ABlockSharesItsChanceButNotItsAgents) {
  EXPECT_EQ(game_seeds(7, 3, 0).chance, game_seeds(7, 3, 1).chance);
  EXPECT_NE(game_seeds(7, 3, 0).agents, game_seeds(7, 3, 1).agents);
  EXPECT_NE(game_seeds(7, 3, 0).chance, game_seeds(7, 4, 0).chance);
  EXPECT_NE(game_seeds(7, 3, 0).chance, game_seeds(8, 3, 0).chance);
}

/// Chooses by the observed position, and records whether it ever was the true one.
class Watcher final : public Agent {
 public:
  Action choose(const State& s, const Legal& legal, Random& random) override {
    for_each_bit(s.undiscovered(), [&](unsigned r) {
      const unsigned known_by = knowers(s, nth<Region>(r));
      if (known_by != 0 && !has_bit(known_by, index(s.actor))) {
        ++shown[static_cast<unsigned>(fixed_counter(s, nth<Region>(r)))];
      }
    });
    // Takes every affordable look, so that there is private information.
    Action chosen = legal[random.below(legal.size())];
    legal.for_each([&](Action a) {
      if (a.is(Verb::look) && s.turn == 1 && s.actor == Player{1}) chosen = a;
    });
    return chosen;
  }
  [[nodiscard]] std::string spec() const override { return "watcher"; }
  std::array<unsigned, kCounters> shown{};
};

TEST(GameRunner, S8_AgentsSeeOnlyWhatTheirPlayerKnows) {
  // A counter in a region was seen only by p2. p1 observes a different one at every decision.
  const Ruleset rules = Ruleset::make("empires", 2, {}, std::vector<std::string>{"scouting"});
  std::atomic<bool> stop{false};
  Watcher p1_watcher;
  Watcher p2_watcher;
  const std::vector<Agent*> seats{&p1_watcher, &p2_watcher};
  static_cast<void>(play_game(rules, seats, game_seeds(1, 1), nullptr, stop));
  unsigned different = 0;
  for (const unsigned n : p1_watcher.shown) different += n != 0;
  EXPECT_GE(different, 8U);
}

TEST(GameRunner, AnAgentThatFailsIsLastAndIsAskedNoMore) {
  FailsAt good(kNever, true);
  FailsAt crashes(3, true);
  FailsAt cheats(4, false);
  const PlayedGame game = play({&crashes, &good, &cheats});
  ASSERT_EQ(game.forfeits.size(), 2U);
  EXPECT_EQ(crashes.asked(), 3U);
  EXPECT_EQ(cheats.asked(), 4U);
  for (const Forfeit& forfeit : game.forfeits) {
    EXPECT_EQ(forfeit.kind, forfeit.seat == 0 ? FailureKind::crashed : FailureKind::illegal);
  }
  EXPECT_EQ(game.result.rank[0], 2);  // both are last
  EXPECT_EQ(game.result.rank[1], 1);
  EXPECT_EQ(game.result.rank[2], 2);
}

/// Its choice is stopped from outside, at the start of a game or at its first decision.
class IsStopped final : public Agent {
 public:
  explicit IsStopped(bool at_once) : at_once_(at_once) {}
  void begin(Ruleset, Player, Random&) override {
    if (at_once_) throw ChoiceStopped();
  }
  Action choose(const State&, const Legal&, Random&) override { throw ChoiceStopped(); }
  [[nodiscard]] std::string spec() const override { return "stopped"; }

 private:
  bool at_once_;
};

TEST(GameRunner, AGameWhoseAgentIsStoppedIsNotFinished) {
  for (const bool at_once : {true, false}) {
    IsStopped stopped(at_once);
    FailsAt good(kNever, true);
    const std::vector<Agent*> seats{&good, &stopped};
    const std::atomic<bool> stop{false};
    EXPECT_FALSE(play_game(Ruleset::make("aoe3", 2), seats, game_seeds(3, 0), nullptr, stop));
  }
}

TEST(GameRunner, WhenAllForfeitTheyShareTheWin) {
  FailsAt a(1, true);
  FailsAt b(2, false);
  const PlayedGame game = play({&a, &b});
  EXPECT_EQ(game.forfeits.size(), 2U);
  EXPECT_EQ(game.result.rank[0], 1);
  EXPECT_EQ(win_shares(game.result.rank, 2)[1], 0.5);
}

TEST(GameRunner, ARecordWithAForfeitVerifies) {
  FailsAt good(kNever, true);
  FailsAt crashes(3, true);
  std::string record;
  RecordWriter writer(record, {Ruleset::make("aoe3", 2), {"a", "b"}, 3, 0, "test"}, false);
  static_cast<void>(play({&good, &crashes}, &writer));
  std::istringstream in(record);
  RecordReader reader(in, "record");
  ASSERT_TRUE(reader.next_game());
  while (reader.next_event()) {
  }
  ASSERT_EQ(reader.forfeits().size(), 1U);
  EXPECT_EQ(reader.forfeits()[0].seat, 1U);
  EXPECT_EQ(reader.forfeits()[0].kind, FailureKind::crashed);
  EXPECT_EQ(reader.forfeits()[0].what, "gone");
  EXPECT_EQ(reader.final_result().rank[0], 1);
  EXPECT_EQ(reader.final_result().rank[1], 2);
  EXPECT_FALSE(reader.next_game());
}

TEST(GameLog, HasEveryTurnAndEveryPurchase) {
  const std::unique_ptr<Agent> scripted = make_agent("scripted");
  const std::unique_ptr<Agent> search = make_agent("uct:iterations=20");
  GameLog log;
  GameLogger logger(log);
  const PlayedGame game = play({scripted.get(), search.get()}, nullptr, &logger);

  ASSERT_EQ(log.turns.size(), 2 * kTurns);
  for (unsigned i = 0; i < log.turns.size(); ++i) {
    EXPECT_EQ(log.turns[i].turn, i / 2 + 1);
    EXPECT_EQ(log.turns[i].seat, i % 2);
  }
  EXPECT_EQ(log.turns.back().vp, game.result.vp[1]);
  EXPECT_FALSE(log.purchases.empty());
  std::array<unsigned, 2> bought{};
  for (unsigned i = 0; i < log.purchases.size(); ++i) {
    const PurchaseRow& row = log.purchases[i];
    EXPECT_EQ(row.place, i + 1);
    EXPECT_LE(row.price, row.money_before);
    EXPECT_LE(row.price, catalogue::row(row.tile).cost);
    ++bought[row.seat];
  }
  EXPECT_GE(log.turns[log.turns.size() - 2].tiles, bought[0]);
  EXPECT_EQ(log.search[0].iterations, 0U);
  EXPECT_EQ(log.search[1].iterations, 20 * log.search[1].decisions);
  EXPECT_EQ(log.search[0].decisions + log.search[1].decisions, game.decisions);
}

}  // namespace
}  // namespace carrack
