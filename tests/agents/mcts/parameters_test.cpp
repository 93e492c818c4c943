// The table of parameters.
#include "agents/mcts/parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace carrack {
namespace {

std::string text_of_page(const char* file) {
  std::ifstream in(std::filesystem::path(CARRACK_TESTS).parent_path() / "agents" / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(SearchParameters, AreMeasuredWhereTheTableSays) {
  const std::string text = text_of_page("STRENGTH.md") + text_of_page("STRENGTH_ARCHIVE.md");
  unsigned measured = 0;
  for (const SearchParameter& parameter : search_parameters()) {
    if (parameter.measured().empty()) continue;
    ++measured;
    const std::string key(parameter.key);
    EXPECT_NE(text.find("\n## " + std::string(parameter.measured())), std::string::npos) << key;
    EXPECT_TRUE(text.find(key + "=") != std::string::npos ||
                text.find("`" + key + "`") != std::string::npos)
        << key;
  }
  EXPECT_EQ(measured, 28U);
}

TEST(SearchParameters, AreAllInAGroup) {
  for (const SearchParameter& parameter : search_parameters()) {
    EXPECT_NE(std::ranges::find(search_parameter_groups(), parameter.group),
              search_parameter_groups().end())
        << parameter.key;
  }
}

}  // namespace
}  // namespace carrack
