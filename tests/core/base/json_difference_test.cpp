// Where two JSON values differ.
#include "core/base/json_difference.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

std::string difference(std::string_view found, std::string_view expected) {
  return first_difference(nlohmann::json::parse(found), nlohmann::json::parse(expected));
}

TEST(JsonDifference, NamesThePlaceAndBothValues) {
  EXPECT_EQ(difference("1", "1"), "");
  EXPECT_EQ(difference("1", "2"), "it is 1, expected 2");
  EXPECT_EQ(difference(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 3}]})"),
            "a/1/b is 2, expected 3");
  EXPECT_EQ(difference(R"({"a": [1]})", R"({"a": {}})"), "a is [1], expected {}");
}

TEST(JsonDifference, NamesMembersThatAreMissingOrTooMany) {
  EXPECT_EQ(difference("{}", R"({"a": 1})"), "a is nothing, expected 1");
  EXPECT_EQ(difference(R"({"a": 1})", "{}"), "a is 1, expected nothing");
}

TEST(JsonDifference, NamesElementsThatAreMissingOrTooMany) {
  EXPECT_EQ(difference("[1]", "[1, 2]"), "1 is nothing, expected 2");
  EXPECT_EQ(difference("[1, 2]", "[1]"), "1 is 2, expected nothing");
  EXPECT_EQ(difference("[3, 2]", "[1]"), "0 is 3, expected 1");
}

}  // namespace
}  // namespace carrack
