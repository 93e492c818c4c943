// The tables that games are played by: one number for equal content, from any thread, and content
// alone in what leaves the process.
#include "core/game/rules_table.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

#include "core/notation/frozen_state.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// A board with a name of its own, as one that was read.
Board numbered_board(unsigned i) {
  const std::string name = "board_" + std::to_string(i);
  return boards::add({name, boards::kAmericasRegions, boards::kAmericas.tokens()});
}

Ruleset numbered_rules(unsigned i) { return Ruleset::make("aoe3", 2).on(numbered_board(i)); }

class RulesTable : public ::testing::Test {
 protected:
  RulesTable() { forget_custom_rules(); }
  ~RulesTable() override { forget_custom_rules(); }
};

TEST_F(RulesTable, EqualContentIsOneTable) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  EXPECT_EQ(&rules_of(rules.id()), &rules_of(Ruleset::make("aoe3", 2).id()));
  EXPECT_NE(rules.id(), Ruleset::make("aoe3", 3).id());
  EXPECT_NE(rules.id(), rules.on(islands()).id());
  EXPECT_EQ(rules.on(islands()).id(), rules.on(islands()).id());
  EXPECT_EQ(rules.on(islands()).on(Board::americas), rules);
  EXPECT_EQ(rules_of(rules.id()).id, rules.id());
  EXPECT_EQ(start(rules).rules, rules.id());
}

TEST_F(RulesTable, OnlyWhatWasInternedIsKnown) {
  EXPECT_FALSE(is_known(RulesId::none));
  const RulesId id = Ruleset::make("aoe3", 2).on(islands()).id();
  EXPECT_TRUE(is_known(id));
  EXPECT_FALSE(is_known(nth<RulesId>(kRulesIds - 1)));
  forget_custom_rules();
  EXPECT_FALSE(is_known(id));
}

TEST_F(RulesTable, PrintedRulesetsStayWhenOwnBoardsAreForgotten) {
  const Ruleset before = Ruleset::make("aoe3", 4);
  static_cast<void>(numbered_rules(1));
  const Ruleset printed = empires(3, {"builder", "world"});
  forget_custom_rules();
  EXPECT_EQ(before.players(), 4U);
  EXPECT_EQ(Ruleset::make("aoe3", 4), before);
  EXPECT_EQ(empires(3, {"builder", "world"}), printed);
}

TEST_F(RulesTable, ThreadsThatReadTheSameThousandBoardsAgree) {
  constexpr unsigned kThreads = 4;
  constexpr unsigned kOwn = 1000;
  std::array<std::vector<RulesId>, kThreads> found;
  std::array<unsigned, kThreads> faults{};
  {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < kThreads; ++t) {
      threads.emplace_back([t, &found, &faults] {
        found[t].resize(kOwn);
        std::vector<unsigned> order(kOwn);
        std::iota(order.begin(), order.end(), 0U);
        Random random(t, 0);
        for (unsigned n = kOwn; n > 1; --n) std::swap(order[n - 1], order[random.below(n)]);
        for (const unsigned i : order) {
          const Ruleset rules = numbered_rules(i);
          found[t][i] = rules.id();
          const Rules& read = rules_of(rules.id());
          faults[t] +=
              read.map->name() != "board_" + std::to_string(i) || start(rules).players() != 2;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  for (unsigned t = 0; t < kThreads; ++t) {
    EXPECT_EQ(found[t], found[0]);
    EXPECT_EQ(faults[t], 0U);
  }
  std::ranges::sort(found[0]);
  EXPECT_EQ(std::ranges::adjacent_find(found[0]), found[0].end());
}

TEST_F(RulesTable, HashesAndBytesDoNotDependOnTheOrderOfReading) {
  const auto content = [](unsigned i) {
    const State s = start(numbered_rules(i));
    return std::tuple(s.ruleset().digest(), hash(s), freeze(s, std::nullopt).bytes);
  };
  const auto first = content(1);
  const auto second = content(2);
  const RulesId id = numbered_rules(2).id();
  forget_custom_rules();
  EXPECT_EQ(content(2), second);
  EXPECT_EQ(content(1), first);
  EXPECT_NE(numbered_rules(2).id(), id);
  EXPECT_NE(first, second);
}

TEST_F(RulesTable, SixteenBitsOfRulesetsAreAClearErrorInTheEnd) {
  // Two of each board, so that the boards do not end first.
  const auto rules = [](unsigned i) {
    return Ruleset::make("aoe3", 2 + i % 2).on(numbered_board(i / 2));
  };
  unsigned own = 0;
  const std::string error = complaint([&] {
    for (; own < kRulesIds; ++own) static_cast<void>(rules(own));
  });
  expect_names(error, {"more than 63487 different rulesets", "one process"});
  EXPECT_GT(own, kRulesIds - 1 - kSpareRulesIds - 1000);  // the printed ones of other tests count
  for (const Ruleset& printed : all_rulesets()) check(start(printed));
  EXPECT_EQ(rules(own - 1).board_row().name(), "board_" + std::to_string((own - 1) / 2));
  check(start(rules(0)));
}

TEST_F(RulesTable, SixteenBitsOfBoardsAreAClearErrorInTheEnd) {
  unsigned own = 0;
  const std::string error = complaint([&] {
    for (; own < boards::kBoards; ++own) static_cast<void>(numbered_board(own));
  });
  EXPECT_EQ(own, boards::kBoards - 2);  // beside the printed ones
  expect_names(error, {"more than 65534 boards", "one process"});
}

}  // namespace
}  // namespace carrack::testing
