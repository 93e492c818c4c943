// The table of parameters.
#include "agents/mcts/parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "agents/search/option_ranges.hpp"

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

// The search checks its own options, since programs fill them in without specs.
TEST(SearchParameters, HaveTheRangesOfTheSearch) {
  // What is not part of SearchOptions, or is off at 0.
  constexpr std::array<std::string_view, 7> kOthers{"quick",  "quick_share",  "win",      "rank",
                                                    "margin", "margin_scale", "diversity"};
  unsigned compared = 0;
  for (const SearchParameter& parameter : search_parameters()) {
    if (!parameter.words.empty()) continue;
    if (std::ranges::find(kOthers, parameter.key) != kOthers.end()) continue;
    const auto is_refused = [&](double value) {
      MctsOptions options = plain_uct();
      parameter.set(options, value);
      return conflict_of_ranges(options.search).has_value();
    };
    const double step = parameter.whole ? 1 : 1e-3;
    EXPECT_FALSE(is_refused(parameter.min)) << parameter.key;
    EXPECT_FALSE(is_refused(parameter.max)) << parameter.key;
    EXPECT_TRUE(is_refused(parameter.max + step)) << parameter.key;
    const bool may_be_off = parameter.key == "iterations" || parameter.is_duration;
    const bool has_less = !parameter.whole || parameter.min >= 1;
    if (has_less && !may_be_off) {
      EXPECT_TRUE(is_refused(parameter.min - step)) << parameter.key;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 32U);
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
