// Names of boards, regions and tweaks.
#include "core/base/name.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

std::string name_refusal(std::string_view name, std::string_view more = {}) {
  try {
    check_name(name, "the name", more);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Name, HasLowerCaseLettersDigitsAndUnderscores) {
  for (const std::string_view name : {"a", "new_france", "board_2", "7"}) {
    EXPECT_EQ(name_refusal(name), "") << name;
  }
  for (const std::string_view name : {"", "New", "a b", "a-b", "a~b", "\xc3\xa9", "a\n"}) {
    EXPECT_EQ(name_refusal(name),
              "the name should have 1 to 32 characters: lower-case letters, digits and _")
        << name;
  }
  EXPECT_EQ(name_refusal(std::string(32, 'x')), "");
  EXPECT_NE(name_refusal(std::string(33, 'x')), "");
}

TEST(Name, MayHaveMoreCharacters) {
  EXPECT_EQ(name_refusal("a-b", "-"), "");
  EXPECT_EQ(name_refusal("a b", "-"),
            "the name should have 1 to 32 characters: lower-case letters, digits and _ and -");
}

}  // namespace
}  // namespace carrack
