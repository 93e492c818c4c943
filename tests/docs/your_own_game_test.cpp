// docs/your_own_game.md shows the files of the example as they are.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace carrack::testing {
namespace {

const std::filesystem::path kRoot = std::filesystem::path(CARRACK_TESTS).parent_path();

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

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
