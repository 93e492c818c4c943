// Valid records are counted; in invalid ones the wrong line is named.
#include "experiments/studies/verification.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "experiments/tournament/game_runner.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Verification, CountsGamesAndEventsOrNamesTheLine) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const auto agent = make_agent("random");
  const std::vector<Agent*> seats(2, agent.get());
  std::string text;
  for (u64 game = 0; game < 2; ++game) {
    RecordWriter writer(text, {rules, {"random", "random"}, 1, game, "test"}, /*trace=*/true);
    ASSERT_TRUE(play_game(rules, seats, game_seeds(1, game), &writer, std::atomic<bool>{false}));
  }
  std::istringstream in(text);
  const VerifiedRecord record = verify_record(in, "games");
  EXPECT_EQ(record.games, 2U);
  EXPECT_EQ(record.events + 4, static_cast<u64>(std::ranges::count(text, '\n')));
  std::istringstream cut(text.substr(0, text.size() / 2));
  expect_names(complaint([&] { static_cast<void>(verify_record(cut, "games")); }), {"games:"});
}

}  // namespace
}  // namespace carrack::testing
