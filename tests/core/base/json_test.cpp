// JSON from outside: depth, time, invalid JSON.
#include "core/base/json.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

std::string refusal(std::string_view text) {
  try {
    static_cast<void>(parse_json(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Json, SixtyFourLevelsAreTheLimit) {
  EXPECT_EQ(refusal(nested(64)), "accepted");
  for (const std::size_t depth : {65U, 1000U, 1'000'000U}) {
    EXPECT_EQ(refusal(nested(depth)), "JSON nested deeper than 64 levels");
  }
  // Trailing text, unbalanced brackets, and brackets in strings.
  EXPECT_EQ(refusal(std::string(100'000, '[')), "JSON nested deeper than 64 levels");
  EXPECT_EQ(refusal("]" + nested(64)), "not JSON: error at byte 1");
  EXPECT_EQ(refusal('"' + std::string(1000, '[') + '"'), "accepted");
  EXPECT_EQ(refusal(R"(["\"[", ")" + std::string(1000, '{') + "\"]"), "accepted");
  EXPECT_EQ(refusal(R"(["\\"])"), "accepted");
  EXPECT_EQ(refusal(R"(["\\", )" + nested(64) + "]"), "JSON nested deeper than 64 levels");
}

TEST(Json, AnObjectHasAtMost1024Members) {
  const auto object = [](unsigned members) {
    std::string text = "{";
    for (unsigned i = 0; i < members; ++i) {
      text += (i == 0 ? "" : ",") + ("\"k" + std::to_string(i)) + "\":[{\"a\":0}]";
    }
    return text + "}";
  };
  EXPECT_EQ(refusal(object(1024)), "accepted");
  EXPECT_EQ(refusal(object(1025)), "JSON with an object of more than 1024 members");
  EXPECT_EQ(refusal("[" + object(600) + "," + object(600) + "]"), "accepted");
}

TEST(Json, TakesTimeInProportionToTheText) {
  // A quadratic parser would take minutes.
  std::string text = "[{}";
  for (int i = 0; i < 300'000; ++i) text += ",{}";
  EXPECT_EQ(parse_json(text + "]").size(), 300'001U);
}

TEST(Json, AKeyStandsOnceInAnObject) {
  const auto duplicate = [](std::string_view text) -> std::string {
    try {
      check_json_keys(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(duplicate(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})"), "");
  EXPECT_EQ(duplicate(R"({"a": 1, "b": 2, "a": 1})"), "duplicate key 'a'");
  EXPECT_EQ(duplicate(R"([{"b": {"a": 1, "a": 2}}])"), "duplicate key 'a'");
  EXPECT_EQ(duplicate(R"({"a": 1, "\u0061": 2})"), "duplicate key 'a'");
}

TEST(Json, WhatIsWrongIsSaidWithItsPlace) {
  EXPECT_EQ(refusal("[1,\n2,\n}"), "not JSON: error at line 3");
  EXPECT_EQ(refusal("[1,\n2"), "not JSON: it ends too early");
  EXPECT_EQ(refusal(""), "not JSON: it ends too early");
  EXPECT_EQ(refusal("[1, 2, }"), "not JSON: error at byte 8");
  EXPECT_EQ(refusal("[1e999]"), "not JSON: a number in it is out of range");
  EXPECT_EQ(refusal("\"\xff\""), "not JSON: error at byte 2");
  EXPECT_EQ(refusal(std::string_view("\0", 1)), "not JSON: byte 1 is NUL");
  EXPECT_EQ(refusal(std::string_view("{}\0 more", 8)), "not JSON: byte 3 is NUL");
}

}  // namespace
}  // namespace carrack
