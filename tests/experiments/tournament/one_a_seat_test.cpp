// One rule for agents by seat, in `play`, `tournament`, `trial` and Python.
#include "experiments/tournament/one_a_seat.hpp"

#include <gtest/gtest.h>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(OneASeat, ASingleAgentTakesEverySeat) {
  const Ruleset rules = Ruleset::make("aoe3", 3);
  EXPECT_EQ(one_a_seat({"a"}, rules), (std::vector<std::string>{"a", "a", "a"}));
  EXPECT_EQ(one_a_seat({"a", "b", "c"}, rules), (std::vector<std::string>{"a", "b", "c"}));
  for (const std::size_t others : {0U, 2U, 4U}) {
    const std::vector<std::string> agents(others, "a");
    const auto message = complaint([&] { static_cast<void>(one_a_seat(agents, rules)); });
    expect_names(message, {std::to_string(others) + " agents", "3 seats of aoe3-3", "or 1"});
  }
}

}  // namespace
}  // namespace carrack::testing
