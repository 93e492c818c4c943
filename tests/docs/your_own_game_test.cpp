// docs/your_own_game.md quotes the files of the example exactly.
#include <gtest/gtest.h>

#include <regex>

#include "tests/docs/files.hpp"

namespace carrack::testing {
namespace {

TEST(YourOwnGame, ShowsTheFilesOfTheExampleAsTheyAre) {
  const std::string document = read(kRoot / "docs/your_own_game.md");
  const std::regex marker("<!-- file: (\\S+) -->\n```[a-z]+\n");
  unsigned files = 0;
  for (std::sregex_iterator it(document.begin(), document.end(), marker), end; it != end; ++it) {
    ++files;
    const std::string shown = it->suffix();
    EXPECT_EQ(shown.substr(0, shown.find("```\n")), read(kRoot / (*it)[1].str())) << (*it)[1];
  }
  EXPECT_EQ(files, 3U);
}

}  // namespace
}  // namespace carrack::testing
