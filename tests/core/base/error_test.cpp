// Error messages for wrong words, and text that is safe to print.
#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carrack::testing {
namespace {

TEST(Error, NearestIsEmptyWhereNothingIsClose) {
  constexpr std::array<std::string_view, 2> kKnown{"iterations", "time"};
  EXPECT_EQ(nearest("iteration", kKnown), "iterations");
  EXPECT_EQ(nearest("iters", kKnown), "iterations");
  EXPECT_EQ(nearest("it", kKnown), "");
  EXPECT_EQ(nearest("iterxxxxx", kKnown), "");  // less than half of it
  EXPECT_EQ(nearest("xyz", kKnown), "");
  constexpr std::array<std::string_view, 2> kOptions{"--help", "--edition"};
  EXPECT_EQ(nearest("--tile", kOptions), "");
  EXPECT_EQ(nearest("--editon", kOptions), "--edition");
}

TEST(Error, NearestDoesNotCompareWordsThatNobodyMeant) {
  constexpr std::array<std::string_view, 1> kKnown{"iterations"};
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), kKnown), "");
}

TEST(Error, PrintableTextHasNothingThatATerminalActsOn) {
  EXPECT_EQ(printable("red \x1b[31m\x07\n\x7f"), "red ?[31m???");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "?31m");  // CSI in one character
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b\xe2\x81\xa6"
                      "c"),
            "a?b?c");  // right to left
  EXPECT_EQ(printable("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\xa2"),
            "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\xa2");
}

TEST(Error, PrintableTextIsUtf8) {
  EXPECT_EQ(printable("\xff\xfe"), "??");
  EXPECT_EQ(printable("\xc0\xaf"), "??");            // '/' in an overlong encoding
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // unpaired surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond the last code point
  EXPECT_EQ(printable("\xe2\x82"), "??");            // cut off
}

TEST(Error, LongTextIsCutAtACharacter) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abc…");
  EXPECT_EQ(printable("ab\xc3\xa9\xc3\xa9\xc3\xa9", 6), "ab…");
  EXPECT_EQ(printable("abc", 2), "");
  EXPECT_EQ(excerpt(std::string(100, 'x')), std::string(57, 'x') + "…");
  const std::string message = InputError(std::string(10'000, 'x')).what();
  EXPECT_EQ(message.size(), kLongestMessage);
  EXPECT_EQ(std::string(ResourceError("no\nroom").what()), "no?room");
}

}  // namespace
}  // namespace carrack::testing
