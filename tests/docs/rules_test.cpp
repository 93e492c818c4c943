// docs/RULES.md against its citations and its sources: sections, rulings, printed figures.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/error.hpp"
#include "core/game/catalogue.hpp"
#include "core/game/figures.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/notation.hpp"
#include "tests/docs/files.hpp"

namespace carrack::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::set<std::string>;

const std::string& rules() {
  static const std::string text = read(kRoot / "docs/RULES.md");
  return text;
}

/// The first group of every match, without spaces and dots: `§4 B.6` is `4B6`.
Words matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern, std::regex::multiline);
  Words found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    std::string word = (*it)[1];
    std::erase_if(word, [](char c) { return c == ' ' || c == '.'; });
    found.insert(word);
  }
  return found;
}

/// The sections by heading, and the numbered items of §3.
Words sections() {
  Words all = matches(rules(), "^#+ ([0-9]+(?: [A-H](?:\\.[0-9])?)?)[. ]");
  const std::size_t setup = rules().find("\n## 3. ");
  const std::string items = rules().substr(setup, rules().find("\n## 4. ") - setup);
  for (const std::string& item : matches(items, "^([0-9])\\. \\*\\*")) all.insert("3" + item);
  return all;
}

/// Calls `visit(file, its text)` for every source and document.
template <typename Visit>
void for_each_source(Visit&& visit) {
  const auto look_at = [&](const fs::directory_entry& entry) {
    static const std::set<fs::path> kKinds{".cpp", ".hpp", ".py", ".pyi", ".md"};
    if (!entry.is_regular_file() || !kKinds.contains(entry.path().extension())) return;
    visit(entry.path(), read(entry.path()));
  };
  for (const auto& entry : fs::directory_iterator(kRoot)) look_at(entry);
  for (const char* const folder :
       {"core", "agents", "experiments", "bench", "python", "tests", "docs"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) look_at(entry);
  }
}

TEST(RulesText, EverySectionThatIsCitedIsThere) {
  const Words known = sections();
  EXPECT_TRUE(known.contains("4B6") && known.contains("35") && known.contains("11"));
  unsigned citations = 0;
  for_each_source([&](const fs::path& file, const std::string& text) {
    Words cited;
    if (text.find("§") != std::string::npos) {
      cited = matches(text, "§ ?([0-9]+(?: ?[A-H](?:\\.[0-9])?\\b|\\.[0-9]\\b)?)");
    }
    if (text.find(" S") != std::string::npos && file.string().ends_with("_test.cpp")) {
      cited.merge(matches(text, "TEST(?:_F)?\\([^,]+,\\s*S([0-9]+(?:[A-H][0-9]?)?)_"));
    }
    for (const std::string& section : cited) {
      EXPECT_TRUE(known.contains(section)) << file << " cites §" << section;
    }
    citations += static_cast<unsigned>(cited.size());
  });
  EXPECT_GT(citations, 80U);
}

TEST(RulesText, EveryRulingIsCitedWhereItAppliesAndNoOther) {
  const Words ledger = matches(read(kRoot / "core/RULINGS.md"), "^\\| ([RWC][0-9]+) \\|");
  EXPECT_GT(ledger.size(), 50U);
  const Words cited = matches(rules(), "\\b([RWC][0-9]+)\\b");
  for (const std::string& ruling : ledger) {  // the number R15 is not used
    EXPECT_EQ(cited.contains(ruling), ruling != "R15") << ruling;
  }
  for (const std::string& ruling : cited) EXPECT_TRUE(ledger.contains(ruling)) << ruling;
}

TEST(RulesText, S5_TheTableOfTilesIsThatOfTheTexts) {
  for (const TileEntry& tile : list_tiles()) {
    std::ostringstream row;
    row << "\n| " << tile.name;
    if (tile.copies > 1) row << " (" << tile.copies << ')';
    row << " | " << std::string(index(tile.age) + 1, 'I') << " | " << join(tile.editions);
    if (!tile.module.empty()) row << " + " << tile.module;
    row << " | " << tile.cost << " | " << tile.vp << " | " << tile.kind << " | " << tile.text
        << " |\n";
    EXPECT_NE(rules().find(row.str()), std::string::npos) << row.str();
  }
}

TEST(RulesText, S3_TheTablesOfCountersCardsAndBoardsAreTheCatalogues) {
  for (const CardRow& card : catalogue::kCardRows) {
    std::ostringstream row;
    const Discovery& d = card.discovery;
    row << "\n| " << card.name << " | " << unsigned{d.plunder} << " | " << unsigned{d.per_soldier}
        << " | " << unsigned{d.natives} << " | " << unsigned{d.vp} << " |\n";
    EXPECT_NE(rules().find(row.str()), std::string::npos) << row.str();
  }
  const auto line_of = [](std::string_view head, u8 Discovery::*figure) {
    std::ostringstream row;
    row << "\n| " << head;
    for (const Discovery& d : catalogue::kCounterRows) row << " | " << unsigned{d.*figure};
    return row.str() + " |\n";
  };
  for (const std::string& row :
       {line_of("plunder, $", &Discovery::plunder),
        line_of("per soldier, $", &Discovery::per_soldier), line_of("natives", &Discovery::natives),
        line_of("VP", &Discovery::vp)}) {
    EXPECT_NE(rules().find(row), std::string::npos) << row;
  }
  std::string plain = rules();  // without the stars that mark entries without a source
  std::erase(plain, '*');
  for (const Board board : {Board::americas, Board::world}) {
    std::ostringstream tokens;
    tokens << "\n| `" << boards::row(board).name() << '`';
    for (const u8 n : boards::row(board).tokens()) tokens << " | " << unsigned{n};
    EXPECT_NE(plain.find(tokens.str() + " |\n"), std::string::npos) << tokens.str();
    const auto regions = catalogue::regions(board);
    for (const RegionRow& region : regions) {
      std::string borders;
      for (unsigned r = 0; r < regions.size(); ++r) {
        if (!has_bit(region.adjacent, r)) continue;
        borders.append(borders.empty() ? "" : ", ").append(regions[r].name);
      }
      const std::regex row("\n\\| " + std::string(region.name) + "( \\([^)]*\\))? \\| " +
                           std::string(name(region.good)) + " \\| " + borders + " \\|\n");
      EXPECT_TRUE(std::regex_search(plain, row)) << region.name << ": " << borders;
    }
  }
}

TEST(RulesText, S11_EveryVerbAndEveryPhaseIsInTheText) {
  for (const VerbRow& verb : kVerbRows) {
    EXPECT_TRUE(std::regex_search(rules(), std::regex("`" + std::string(verb.name) + "[ `]")))
        << verb.name;
  }
  for (const std::string_view phase : catalogue::kPhaseNames) {
    EXPECT_NE(rules().find("`" + std::string(phase) + "`"), std::string::npos) << phase;
  }
}

// Pages of the site, in the folders below docs, also link to generated ones: test_site.py.
TEST(RulesText, TheLinksOfTheDocumentsLeadSomewhere) {
  const std::regex link("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  for_each_source([&](const fs::path& file, const std::string& text) {
    const bool is_of_site = file.parent_path().parent_path().filename() == "docs";
    if (file.extension() != ".md" || is_of_site) return;
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
      EXPECT_TRUE(fs::exists(file.parent_path() / (*it)[1].str())) << file << ": " << (*it)[1];
    }
  });
}

TEST(Rules, TheReferenceOfTweaksNamesEveryFigure) {
  const std::string text = read(kRoot / "docs/reference/tweaks.md");
  for (const FigureRow& row : figure_rows()) {
    EXPECT_NE(text.find('`' + std::string(row.name[0]) + '`'), std::string::npos) << full_name(row);
    const bool is_of_tile = row.name[0] == "tiles";
    const bool is_discovery = row.name[0] == "counters" || row.name[0] == "cards";
    if (!is_of_tile && !is_discovery && row.name[0] != "start") {
      EXPECT_NE(text.find('`' + std::string(row.name[1]) + '`'), std::string::npos)
          << full_name(row);
    }
    if (is_of_tile || is_discovery) {
      EXPECT_NE(text.find('`' + std::string(row.name[2]) + '`'), std::string::npos)
          << full_name(row);
    }
    if (row.name[2] == "money" || row.name[2] == "vp_each") {
      EXPECT_NE(text.find(row.name[1]), std::string::npos) << full_name(row);
    }
  }
}

}  // namespace
}  // namespace carrack::testing
