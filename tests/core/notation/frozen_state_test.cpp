// Positions as bytes: round trips give playable positions.
#include "core/notation/frozen_state.hpp"

#include "core/notation/board_json.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/mutants.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::string why_not(const std::string& bytes, std::string_view board = {}) {
  return complaint([&] { static_cast<void>(thaw(bytes, board)); });
}

TEST(FrozenState, EveryPositionOfAGameComesBackWithItsChance) {
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 2), empires(5, {"builder", "national", "world"})}) {
    State s = start(rules);
    ChanceSource chance(7);
    while (!is_over(s)) {
      if (is_chance(s)) {
        apply(s, chance.draw(s));
        continue;
      }
      const FrozenState frozen = freeze(s, chance);
      EXPECT_TRUE(frozen.board.empty());
      const ThawedState thawed = thaw(frozen.bytes, frozen.board);
      ASSERT_TRUE(thawed.state == s);
      ASSERT_TRUE(thawed.chance == chance);
      ASSERT_FALSE(thaw(freeze(s, std::nullopt).bytes, "").chance);
      apply(s, legal(s)[0]);
    }
  }
}

TEST(FrozenState, ABoardOfOnesOwnGoesAlong) {
  const Ruleset rules = Ruleset::make("aoe3", 3).on(read_board(kIslands));
  const State s = start(rules);
  const FrozenState frozen = freeze(s, std::nullopt);
  EXPECT_NE(frozen.board.find("islands"), std::string::npos);
  EXPECT_TRUE(thaw(frozen.bytes, frozen.board).state == s);
  expect_names(why_not(frozen.bytes), {"damaged"});
}

TEST(FrozenState, OlderBytesAreWrittenTheSameStill) {
  const auto digest_of = [](Ruleset rules) {
    Digest digest;
    digest.add(freeze(start(rules), std::nullopt).bytes);
    return digest.value();
  };
  EXPECT_EQ(digest_of(Ruleset::make("aoe3", 2)), 0x619a0e94e16db387U);
  EXPECT_EQ(digest_of(empires(5, {"builder", "national", "world"})), 0x8b95716459d3ca05U);
  EXPECT_EQ(digest_of(Ruleset::make("aoe3", 3).on(islands())), 0x7dd856a55c7368cfU);
}

TEST(FrozenState, ABoardWithoutWhatItsRulesetNeedsIsRefused) {
  std::string bytes = freeze(start(empires(2, {"builder", "world"})), std::nullopt).bytes;
  seal(bytes, kIslands);
  expect_names(why_not(bytes, kIslands), {"'islands'", "'new_france'", "'world'"});
}

TEST(FrozenState, RulesetsThatDoNotExistAreRefused) {
  const std::string whole = freeze(start(Ruleset::make("aoe3", 2)), std::nullopt).bytes;
  constexpr std::size_t kRulesAt = kStateAt + offsetof(State, rules);
  const auto with_code = [&](unsigned code) {
    std::string bytes = whole;
    bytes[kRulesAt] = static_cast<char>(code);
    bytes[kRulesAt + 1] = static_cast<char>(code >> 8);
    seal(bytes, "");
    return why_not(bytes);
  };
  EXPECT_EQ(with_code(Ruleset::make("aoe3", 2).code()), "");
  expect_names(with_code(0), {"the position is damaged", "2 to 5 players, not 0"});
  expect_names(with_code(0xFFFF), {"the position is damaged", "no such ruleset"});
  std::string bytes = whole;
  bytes[kStateAt + offsetof(State, seats)] = 1;  // another printed board
  seal(bytes, "");
  expect_names(why_not(bytes), {"board"});
}

TEST(FrozenState, BytesOfAnotherLayoutAndDamagedOnesAreRefused) {
  const std::string bytes = freeze(start(Ruleset::make("aoe3", 2)), std::nullopt).bytes;
  EXPECT_EQ(why_not(bytes), "");
  expect_names(why_not(""), {"0 bytes", std::to_string(bytes.size())});
  expect_names(why_not(bytes + 'x'), {"bytes"});
  std::string other = bytes;
  ++other[0];
  expect_names(why_not(other), {"layout"});
  for (std::size_t i = sizeof(u64); i < bytes.size(); ++i) {
    other = bytes;
    other[i] = static_cast<char>(other[i] ^ 1);
    expect_names(why_not(other), {"damaged"});
  }
}

TEST(FrozenState, ChanceOfAnotherGameIsRefused) {
  State s = start(Ruleset::make("aoe3", 2));
  ChanceSource chance(3);
  while (is_chance(s)) apply(s, chance.draw(s));
  const std::string bytes = freeze(s, chance).bytes;
  constexpr std::size_t kTurnAt = kStateAt + sizeof(State) + sizeof(u64);
  std::string other = bytes;
  other[kTurnAt] = 2;  // the turn of the last draw, which is still to come
  seal(other, "");
  expect_names(why_not(other), {"source of draws", "turn"});
  other = bytes;
  other[kTurnAt] = 0;  // nothing drawn yet, with draws
  seal(other, "");
  expect_names(why_not(other), {"source of draws"});
  other = bytes;
  other.back() = 1;  // neither with nor without chance
  seal(other, "");
  expect_names(why_not(other), {"source of draws"});
  expect_names(why_not(freeze(start(Ruleset::make("aoe3", 2)), chance).bytes), {"source of draws"});
}

/// Plays on for some steps; every position after a step has every invariant.
void play_on(State s, unsigned steps, Random& random) {
  for (; steps > 0 && !is_over(s); --steps) {
    const Legal options = legal(s);
    apply(s, random_action(s, options, random));
    check(s);
  }
}

TEST(FrozenState, HundredThousandMutantsAreRefusedOrCanBePlayedOn) {
  constexpr unsigned kMutants = 100'000;
  constexpr unsigned kSteps = 20;
  std::vector<FrozenState> originals;
  u64 seed = 0;
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 2), Ruleset::make("aoe3", 5, {"auction"}),
        empires(3, {"national", "auction"}, {"scouting"}),
        empires(6, {"builder", "national"}, {"reduced_luck", "no_survivors", "buy_vp"}),
        empires(4, {"builder", "national", "world"}, {"scouting"}),
        empires(2, {"builder", "national", "world", "auction"}, {"open_counters"})}) {
    for (unsigned game = 0; game < 3; ++game) {
      const std::vector<FrozenState> positions = frozen_game(rules, ++seed);
      originals.insert(originals.end(), positions.begin(), positions.end());
    }
  }
  Random random(1, 0);
  const auto any = [&]() -> const std::string& {
    return originals[random.below(static_cast<unsigned>(originals.size()))].bytes;
  };
  unsigned accepted = 0;
  for (unsigned i = 0; i < kMutants; ++i) {
    std::string bytes = any();
    for (unsigned n = 1 + random.below(3); n != 0; --n) mutate(bytes, any(), random);
    seal(bytes, "");
    try {
      const State s = thaw(bytes, "").state;
      ++accepted;
      ASSERT_NO_THROW(check(s));
      ASSERT_NO_THROW(play_on(s, kSteps, random)) << "mutant " << i;
    } catch (const InputError&) {
    }
  }
  RecordProperty("accepted", static_cast<int>(accepted));
  EXPECT_GT(accepted, 1000U);
  EXPECT_LT(accepted, kMutants / 2);
}

}  // namespace
}  // namespace carrack::testing
