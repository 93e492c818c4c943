#include "core/notation/board_json.hpp"

#include <algorithm>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/game/catalogue.hpp"

namespace carrack {
namespace {

using namespace json_reader;

constexpr unsigned kFewestRegions = 2;
constexpr std::array<std::string_view, 3> kBoardKeys{"name", "goods", "regions"};
constexpr std::array<std::string_view, 5> kRegionKeys{"id", "good", "discovered", "african",
                                                      "adjacent"};

std::string in_quotes(std::string_view word) { return "'" + excerpt(word) + "'"; }

/// A name as the notation can write it.
std::string board_word(const Json& object, const char* key) {
  std::string name = name_of(object, key);
  if (name == "deck" || name == "deck_top" || name == "deck_bottom") {
    throw InputError("'" + name + "' cannot be a name: the notation has another use for it");
  }
  return name;
}

bool flag_of(const Json& object, const char* key) {
  if (!object.contains(key)) return false;
  if (!object[key].is_boolean()) {
    throw InputError(std::string("\"") + key + "\" should be true or false");
  }
  return object[key].get<bool>();
}

Good good_of(std::string_view word) {
  const auto found = std::ranges::find(catalogue::kGoodNames, word);
  if (found == catalogue::kGoodNames.end()) {
    throw InputError(unknown_word("good", word, catalogue::kGoodNames));
  }
  return nth<Good>(static_cast<unsigned>(found - catalogue::kGoodNames.begin()));
}

GoodTokens tokens_of(const Json& board) {
  const Json& goods = member(board, "goods");
  if (!goods.is_object())
    throw InputError(
        "\"goods\" should be an object that gives the number of "
        "tokens for each good");
  GoodTokens tokens{};
  for (const auto& [word, count] : goods.items()) {
    const Good good = good_of(word);
    if (!count.is_number_unsigned() || count.get<u64>() > BoardRow::kMostTokens) {
      throw InputError("the tokens of " + in_quotes(word) + " should be a whole number from 0 to " +
                       std::to_string(BoardRow::kMostTokens));
    }
    tokens[index(good)] = count.get<u8>();
  }
  return tokens;
}

/// The regions while they are read; their rows refer to these names.
class Regions {
 public:
  explicit Regions(const Json& board) : list_(member(board, "regions")) {
    if (!list_.is_array()) throw InputError("\"regions\" should be a list");
    if (list_.size() < kFewestRegions || list_.size() > kMaxRegions) {
      throw InputError("a board has " + std::to_string(kFewestRegions) + " to " +
                       std::to_string(kMaxRegions) + " regions, not " +
                       std::to_string(list_.size()));
    }
    for (const Json& region : list_) add_name(region);
  }

  [[nodiscard]] std::vector<RegionRow> rows() const {
    std::vector<RegionRow> rows;
    for (std::size_t r = 0; r < list_.size(); ++r) rows.push_back(row(r));
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for_each_bit(rows[a].adjacent, [&](unsigned b) {
        if (has_bit(rows[b].adjacent, static_cast<unsigned>(a))) return;
        throw InputError(in_quotes(names_[a]) + " borders " + in_quotes(names_[b]) + ", but " +
                         in_quotes(names_[b]) + " does not border " + in_quotes(names_[a]));
      });
    }
    return rows;
  }

 private:
  void add_name(const Json& region) {
    const std::string where = "region " + std::to_string(names_.size() + 1) + ": ";
    try {
      if (!region.is_object()) throw InputError("not an object");
      std::string name = board_word(region, "id");
      if (std::ranges::count(names_, name) != 0) {
        throw InputError(in_quotes(name) + " is named twice");
      }
      names_.push_back(std::move(name));
    } catch (const InputError& error) {
      throw InputError(where + error.what());
    }
  }

  [[nodiscard]] RegionRow row(std::size_t r) const try {
    const Json& region = list_[r];
    check_keys(region, kRegionKeys);
    const Json& good = member(region, "good");
    if (!good.is_string()) throw InputError("\"good\" should be the name of a good");
    return {.name = names_[r],
            .good = good_of(good.get<std::string>()),
            .adjacent = neighbours(region, r),
            .african = flag_of(region, "african"),
            .discovered = flag_of(region, "discovered")};
  } catch (const InputError& error) {
    throw InputError("region " + in_quotes(names_[r]) + ": " + error.what());
  }

  [[nodiscard]] u16 neighbours(const Json& region, std::size_t self) const {
    const Json& list = member(region, "adjacent");
    if (!list.is_array()) throw InputError("\"adjacent\" should be a list of regions");
    u16 set = 0;
    for (const Json& entry : list) {
      const std::string word = entry.is_string() ? entry.get<std::string>() : entry.dump();
      const auto found = std::ranges::find(names_, word);
      if (found == names_.end()) {
        const std::vector<std::string_view> known(names_.begin(), names_.end());
        throw InputError(unknown_word("region", word, known));
      }
      const auto other = static_cast<unsigned>(found - names_.begin());
      if (other == self) throw InputError("it cannot border itself");
      set = static_cast<u16>(set | bit(other));
    }
    return set;
  }

  const Json& list_;
  std::vector<std::string> names_;
};

}  // namespace

Board read_board(std::string_view json) {
  const Json board = parse_json(json);
  if (!board.is_object()) throw InputError("a board should be a JSON object");
  check_json_keys(json);
  check_keys(board, kBoardKeys);
  const std::string title = board_word(board, "name");
  const GoodTokens tokens = tokens_of(board);
  const Regions regions(board);
  const std::vector<RegionRow> rows = regions.rows();
  return boards::add({title, rows, tokens});
}

void append_board(std::string& out, Board board) {
  const BoardRow& row = boards::row(board);
  JsonWriter json(out);
  json.open_object();
  json.key("name").text(row.name());
  json.key("goods").open_object();
  for (unsigned g = 0; g < kGoods; ++g) {
    if (row.tokens()[g] != 0) json.key(name(nth<Good>(g))).number(row.tokens()[g]);
  }
  json.close_object();
  json.key("regions").open_list();
  for (const RegionRow& region : row.regions()) {
    json.open_object();
    json.key("id").text(region.name);
    json.key("good").text(name(region.good));
    if (region.discovered) json.key("discovered").boolean(true);
    if (region.african) json.key("african").boolean(true);
    json.key("adjacent").open_list();
    for_each_bit(region.adjacent, [&](unsigned r) { json.text(row.regions()[r].name); });
    json.close_list().close_object();
  }
  json.close_list().close_object();
}

}  // namespace carrack
