// The table of parameters.
#include "agents/mcts/parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace carrack {
namespace {

TEST(SearchParameters, AreMeasuredWhereTheTableSays) {
  std::ifstream in(std::filesystem::path(CARRACK_TESTS).parent_path() / "agents/STRENGTH.md");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
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
