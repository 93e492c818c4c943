// Parsing of ages and seats.
#include "experiments/base/age_and_seat.hpp"

#include <gtest/gtest.h>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(AgeAndSeat, AgesAreNumbersInEitherScript) {
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(parse_age(std::to_string(i + 1)), nth<Age>(i));
    EXPECT_EQ(parse_age(std::string(i + 1, 'I')), nth<Age>(i));
  }
  EXPECT_EQ(parse_age("all"), std::nullopt);
  for (const std::string_view wrong : {"", "0", "4", "IV", "i", "1.0", "None"}) {
    const std::string said = complaint([&] { static_cast<void>(parse_age(wrong)); });
    expect_names(said, {"unknown age", "1, 2"});
    EXPECT_EQ(said.find("did you mean"), std::string::npos) << said;
  }
}

TEST(AgeAndSeat, SeatsAreNumberedFromOne) {
  EXPECT_EQ(parse_seat("p1", 2), nth<Player>(0));
  EXPECT_EQ(parse_seat("2", 2), nth<Player>(1));
  for (const std::string_view wrong : {"", "p", "0", "p0", "p3", "3", "-1", "pp1", "P1", "p1 "}) {
    expect_names(complaint([&] { static_cast<void>(parse_seat(wrong, 2)); }),
                 {"expected p1 to p2"});
  }
}

}  // namespace
}  // namespace carrack::testing
