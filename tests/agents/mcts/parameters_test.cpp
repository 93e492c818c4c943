// The table of parameters.
#include "agents/mcts/parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace carrack {
namespace {

std::string text_of_page(const char* file) {
  std::ifstream in(std::filesystem::path(CARRACK_TESTS).parent_path() / "agents" / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The text between a headline that begins like this and the next of its level; empty without one.
std::string section_of(const std::string& text, const std::string& headline) {
  const std::size_t from = text.find("\n## " + headline);
  if (from == std::string::npos) return {};
  return text.substr(from, text.find("\n## ", from + 1) - from);
}

/// Whether a section has the key of a parameter, as `key=` or in backquotes.
bool names(const std::string& section, const std::string& key) {
  return std::regex_search(section, std::regex("\\b" + key + "=|`" + key + "`"));
}

TEST(SearchParameters, AreMeasuredWhereTheTableSays) {
  const std::string text = text_of_page("STRENGTH.md") + text_of_page("STRENGTH_ARCHIVE.md");
  unsigned measured = 0;
  for (const SearchParameter& parameter : search_parameters()) {
    if (parameter.measured().empty()) continue;
    ++measured;
    const std::string key(parameter.key);
    EXPECT_TRUE(names(section_of(text, std::string(parameter.measured())), key)) << key;
  }
  EXPECT_EQ(measured, 30U);
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
